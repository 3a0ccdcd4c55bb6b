package org.pmemycsb.harness.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.audit.Audited.RoundResult;
import org.pmemycsb.harness.audit.Losses.Kind;
import org.pmemycsb.spi.Durability;

class AuditedTest {
  private static RoundResult round(int number, Losses losses, Optional<String> ownEnd) {
    return new RoundResult(number, 1, 1, Optional.of(losses), ownEnd, Optional.empty());
  }

  private static Audited audited(
      Durability durability, Optional<Duration> window, RoundResult... rounds) {
    return new Audited("db", "db 1", durability, window, List.of(rounds));
  }

  /** The first round of two loses nothing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // durability, window in ms, findings of one kind, age of the oldest in ms, suffix, reason
        "NONE     | 600 | 30 | LOST        | 9000 | false |",
        "PERIODIC | 600 | 3  | LOST        | 599  | true  |",
        "PERIODIC | 600 | 3  | RESURRECTED | 601  | true  | round 2: .* 601 ms .* 600 ms .*",
        "PERIODIC | 600 | 1  | LOST        | 1    | false | round 2: .* later write .*",
        "PERIODIC |     | 1  | LOST        | 9000 | true  |",
        "COMMIT   |     | 0  | LOST        | 0    | true  |",
        "COMMIT   |     | 1  | LOST        | 1    | true  | .* lost: 1",
        "COMMIT   |     | 2  | RESURRECTED | 1    | true  | .* again: 2",
        "NONE     |     | 1  | TORN        | 0    | true  | torn records: 1",
        "PERIODIC | 600 | 2  | PHANTOM     | 0    | true  | .* never written: 2",
        "COMMIT   |     | 3  | UNREADABLE  | 0    | true  | .* cannot be read: 3",
      })
  void aClaimIsBrokenByWhatItDoesNotPermit(
      Durability durability,
      Long windowMillis,
      long count,
      Kind kind,
      long ageMillis,
      boolean suffix,
      String reason) {
    OptionalLong oldest =
        ageMillis == 0 ? OptionalLong.empty() : OptionalLong.of(ageMillis * 1_000_000);
    Audited audited =
        audited(
            durability,
            Optional.ofNullable(windowMillis).map(Duration::ofMillis),
            round(1, Losses.NONE, Optional.empty()),
            round(2, new Losses(Map.of(kind, count), oldest, suffix, List.of()), Optional.empty()));
    assertThat(audited.holds()).isEqualTo(reason == null);
    assertThat(String.join("\n", audited.reasons())).matches(reason == null ? "" : reason);
  }

  @Test
  void aDatabaseThatDoesNotComeBackBreaksEveryClaim() {
    Audited gone =
        audited(
            Durability.NONE,
            Optional.empty(),
            RoundResult.failed(3, Optional.empty(), "it failed"));
    assertThat(gone.reasons()).containsExactly("round 3: it failed");
  }

  @Test
  void aServerThatEndsByItselfIsJudgedApartFromTheWrites() {
    String end = "status 139 (signal 11)";
    Audited audited =
        audited(Durability.COMMIT, Optional.empty(), round(2, Losses.NONE, Optional.of(end)));
    assertThat(audited.holds()).isTrue();
    assertThat(audited.ownEnds()).containsExactly("round 2: " + end);
  }
}
