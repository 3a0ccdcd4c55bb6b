package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.util.DefaultLocale;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

/**
 * What is written is compared byte for byte, under a locale with a decimal comma. After a change
 * that was meant, {@code mvn test -pl harness -Dgolden.update=true} writes the files anew; the
 * difference is then read in the commit.
 */
@DefaultLocale("de-DE")
class GoldenFilesTest {
  private static final List<PhaseResult> PHASES =
      List.of(
          Phases.valid("noop", "load", 1, 1, 1234567.891),
          Phases.valid("noop", "C", 1, 1, 2345678.912),
          Phases.valid("pmemkv{engine=cmap, size=1GiB}", "load", 1, 1, 30000),
          Phases.valid("pmemkv{engine=cmap, size=1GiB}", "load", 1, 2, 32000),
          Phases.valid("pmemkv{engine=cmap, size=1GiB}", "C", 1, 1, 400000),
          Phases.invalid("pmemkv{engine=cmap, size=1GiB}", "C", 1, 2, "2 operations failed"));
  private static final List<Cell> CELLS = Cells.of(PHASES);

  private static final List<PhaseResult> BOUNDED =
      List.of(
          Phases.lasting(1, Phases.valid("pmemkv", "trace", "load", 1, 1, 100_000)),
          Phases.lasting(1, Phases.valid("pmemkv", "trace", "load", 1, 2, 110_000)),
          Phases.lasting(1, Phases.valid("pmemkv", "native", "load", 1, 1, 125_000)),
          Phases.lasting(1, Phases.valid("pmemkv", "native", "load", 1, 2, 130_000)),
          Phases.valid("pmemkv", "ycsb", "load", 1, 1, 50_000),
          Phases.valid("noop", "trace", "load", 1, 1, 12_500_000));

  static final Results RESULTS = Samples.results(PHASES, BOUNDED);
  private static final List<Section> SECTIONS = Sections.of(Answers.of(RESULTS));

  static void assertGolden(String name, String text) throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(Path.of("src/test/resources/org/pmemycsb/harness/report", name), text);
      return;
    }
    assertThat(text).isEqualTo(golden(name));
  }

  private static String golden(String name) throws IOException {
    try (InputStream file = GoldenFilesTest.class.getResourceAsStream(name)) {
      assertThat(file).as(name).isNotNull();
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void summaryCsv() throws IOException {
    assertGolden("summary.csv", Csv.summary(CELLS));
  }

  @Test
  void runsCsv() throws IOException {
    assertGolden("runs.csv", Csv.runs(PHASES));
  }

  @Test
  void boundsAreNamedInTheTable() throws IOException {
    assertGolden(
        "bounded-table.txt",
        PlainText.of(Throughput.table(Cells.of(BOUNDED), List.of(), Set.of())));
  }

  @Test
  void whatATerminalShows() throws IOException {
    assertGolden("terminal.txt", PlainText.of(SECTIONS, Path.of("results"), true));
  }

  @Test
  void reportInMarkdown() throws IOException {
    assertGolden("report.md", Report.text(Format.DOCUMENT, RESULTS, SECTIONS));
  }

  @Test
  void summaryJson() throws IOException {
    assertGolden("summary.json", SummaryJson.render(Answers.of(RESULTS)));
  }

  @Test
  void latexTables() throws IOException {
    assertGolden("tables.tex", Report.text(Format.PAPER, RESULTS, SECTIONS));
  }

  @Test
  void page() throws IOException {
    assertGolden("report.html", Report.text(Format.PAGE, RESULTS, SECTIONS));
  }
}
