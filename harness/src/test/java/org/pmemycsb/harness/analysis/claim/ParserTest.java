package org.pmemycsb.harness.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.analysis.claim.Statement.Aggregate;
import org.pmemycsb.harness.analysis.claim.Statement.Metric;
import org.pmemycsb.harness.analysis.claim.Statement.Name;
import org.pmemycsb.harness.analysis.claim.Statement.Range;
import org.pmemycsb.harness.analysis.claim.Statement.Scope;
import org.pmemycsb.harness.analysis.claim.Statement.Selection;
import org.pmemycsb.harness.analysis.claim.Statement.Side;
import org.pmemycsb.harness.analysis.claim.Statement.Who;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.settings.Dimension;

class ParserTest {
  @Test
  void everyPartOfAStatementIsRead() {
    assertThat(
            Parser.parse(
                "min(ratio(pm-redis at threads 16 at value 4 KiB, best(others),"
                    + " phase in [B, 'my load'], each value)) >= 4.5"))
        .isEqualTo(
            new Statement(
                Optional.of(Aggregate.MIN),
                Metric.RATIO,
                Optional.empty(),
                List.of(
                    new Side(
                        Who.NAMED,
                        List.of(new Name("pm-redis", 10)),
                        Map.of(
                            Dimension.THREADS, new Name("16", 30),
                            Dimension.VALUE_SIZE, new Name("4KiB", 42)),
                        10),
                    new Side(Who.BEST, List.of(), Map.of(), 49)),
                List.of(
                    new Scope(
                        Dimension.PHASE,
                        Selection.IN,
                        List.of(new Name("B", 73), new Name("my load", 76)),
                        63),
                    new Scope(Dimension.VALUE_SIZE, Selection.EACH, List.of(), 88)),
                new Range(4.5, true, Double.POSITIVE_INFINITY, true)));
  }

  @Test
  void theOtherSidesAndScopesAreRead() {
    Statement statement =
        Parser.parse(
            "faster(database, worst([a, \"b{x=1}\"]), database in [c], threads from 1 to 16) < -2"
                + " %");

    assertThat(statement.sides()).extracting(Side::who).containsExactly(Who.BOUND, Who.WORST);
    assertThat(statement.sides().get(1).names())
        .containsExactly(new Name("a", 24), new Name("b{x=1}", 27));
    assertThat(statement.scopes())
        .extracting(Scope::selection)
        .containsExactly(Selection.IN, Selection.FROM_TO);
    assertThat(statement.aggregate()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ratio(a, b) > 4                     | 4    | false | Infinity | true",
        "ratio(a, b) >= 4                    | 4    | true  | Infinity | true",
        "ratio(a, b) < 4                     | -Infinity | true | 4    | false",
        "ratio(a, b) <= 4                    | -Infinity | true | 4    | true",
        "ratio(a, b) between 3 and 3.5       | 3    | true  | 3.5      | true",
        "ratio(a, b) about 2 within 25 %     | 1.5  | true  | 2.5      | true",
        "faster(a, b) about 80 % within 10 points | 70 | true | 90     | true",
        "faster(a, b) between -2 % and 4 %   | -2   | true  | 4        | true",
        "faster(a, b) < -2 %                 | -Infinity | true | -2   | false",
        "throughput(a) about 1000 within 10% | 900  | true  | 1100     | true",
        "read_p99_us(a) < 12.5               | -Infinity | true | 12.5 | false",
        "ratio of write_p9999_us(a, b) <= 7  | -Infinity | true | 7    | true",
      })
  void everyComparisonIsARange(
      String text, double low, boolean withLow, double high, boolean withHigh) {
    assertThat(Parser.parse(text).range()).isEqualTo(new Range(low, withLow, high, withHigh));
  }

  @Test
  void aLatencyHasTheNameOfItsColumn() {
    assertThat(Parser.parse("write_p999_us(a) < 5"))
        .extracting(Statement::metric, Statement::latency)
        .containsExactly(
            Metric.LATENCY, Optional.of(new LatencyFigure("write_p999_us", CallKind.WRITE, 99.9)));
    assertThat(Parser.parse("ratio of read_p9999_us(a, b) < 5").latency())
        .contains(new LatencyFigure("read_p9999_us", CallKind.READ, 99.99));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | 0",
        "mean(ratio(a, b)) > 1 | 0",
        "min(a) > 1 | 4",
        "ratio(a) > 1 | 7",
        "ratio(a, ) > 1 | 9",
        "ratio(a, 5) > 1 | 9",
        "ratio(a, b c) > 1 | 11",
        "ratio(a at size 5, b) > 1 | 11",
        "ratio(a at database b, b) > 1 | 11",
        "ratio(a at phase A at phase B, b) > 1 | 22",
        "ratio(a, best(b)) > 1 | 14",
        "ratio(a, b, size 5) > 1 | 12",
        "ratio(a, b, phase B) > 1 | 18",
        "ratio(a, b, phase in [B C]) > 1 | 24",
        "ratio(a, b, phase from A to C) > 1 | 18",
        "ratio(a, b, value from 8) > 1 | 24",
        "min(ratio(a, b) > 1 | 16",
        "ratio(a, b) | 11",
        "ratio(a, b) = 1 | 12",
        "ratio(a, b) > much | 14",
        "ratio(a, b) > 4 % | 16",
        "throughput(a) > 4 % | 18",
        "read_p99_us(a, b) > 4 | 15",
        "ratio of a(b, c) > 1 | 9",
        "read_p95_us(a) > 1 | 0",
        "faster of read_p99_us(a, b) > 1 % | 7",
        "faster(a, b) > 4 | 16",
        "ratio(a, b) between 3.5 and 3 | 28",
        "ratio(a, b) about 3 | 19",
        "ratio(a, b) about 3 within 5 | 28",
        "faster(a, b) about 3 % within 5 % | 32",
        "ratio(a, b) > 1 or 2 | 16",
        "ratio(`a, b) > 1 | 6",
        "ratio('a, b) > 1 | 6",
        "ratio(a, b) > 1; | 15",
      })
  void whatIsWrongIsFoundAtItsPlace(String text, int offset) {
    assertThatThrownBy(() -> Parser.parse(text == null ? "" : text))
        .isInstanceOfSatisfying(
            ClaimException.class, wrong -> assertThat(wrong.offset()).isEqualTo(offset));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ratio(a, b c) > 1 | expected ')', ',' or 'at', found 'c'",
        "fences(a) >= 3 % | only 'faster' is in percent; fences are a number for each operation",
      })
  void theMessageNamesTheFaultAndThePossibilities(String text, String message) {
    assertThatThrownBy(() -> Parser.parse(text)).hasMessage(message);
  }

  /** Sentences of the language with pieces dropped, doubled and swapped, and noise. */
  @RepeatedTest(20)
  void whateverTheTextNothingButItsOwnErrorComesOut(RepetitionInfo round) {
    Random random = new Random(round.getCurrentRepetition());
    String[] pieces =
        ("min max all ( ) ( ) [ ] , , ratio of read_p99_us faster throughput pmemkv 'x y' \" at in each from to"
                + " phase threads value database best worst others 16 8KiB 3.5 999999999999999999999 %"
                + " points >= < between and about within - ; é 🙂 \\ .")
            .split(" ");
    for (int i = 0; i < 500; i++) {
      StringBuilder text = new StringBuilder();
      if (random.nextBoolean()) {
        text.append(
            "all(ratio(pmemkv at phase C, best(others), value from 8 to 4KiB)) about 3 within");
        text.setLength(random.nextInt(text.length()));
      }
      for (int n = random.nextInt(12); n > 0; n--) {
        text.append(pieces[random.nextInt(pieces.length)]);
        if (random.nextBoolean()) {
          text.append(random.nextInt(9) == 0 ? '\n' : ' ');
        }
      }
      try {
        Parser.parse(text.toString());
      } catch (ClaimException refused) {
        assertThat(refused.offset()).as("%s", text).isBetween(0, text.length());
        assertThat(refused.getMessage()).isNotBlank();
      }
    }
  }
}
