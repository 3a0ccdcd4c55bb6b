package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

class BoundsTest {
  private static Results results(double seconds) {
    List<PhaseResult> phases =
        List.of(
            Phases.lasting(1, Phases.valid("pmemkv", "trace", "C", 1, 1, 400e3)),
            Phases.lasting(seconds, Phases.valid("pmemkv", "native", "C", 1, 1, 500e3)));
    return Samples.results("pmemkv", Samples.environment(), phases, phases);
  }

  private static String terminal(double seconds) {
    return PlainText.of(
        Sections.of(Answers.of(results(seconds))), java.nio.file.Path.of("results"), true);
  }

  private static String paper(double seconds) {
    return Report.text(Format.PAPER, results(seconds), Sections.of(Answers.of(results(seconds))));
  }

  @Test
  void aCeilingThatBoundsNothingIsNotInAPaper() {
    assertThat(paper(1)).contains("native (ceiling)");
    assertThat(paper(0.1)).contains("pmemkv").doesNotContain("native (ceiling)");
  }

  @Test
  void aCeilingThatBoundsNothingIsNotShownAndTheReasonIs() {
    assertThat(terminal(1)).contains("500,000").doesNotContain("0.25 s");
    assertThat(terminal(0.1).replaceAll("\\s+", " "))
        .contains("pmemkv C: ", "0.25 s")
        .doesNotContain("500,000");
  }
}
