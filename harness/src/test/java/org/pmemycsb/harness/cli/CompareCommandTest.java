package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.report.Samples;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.ResultFolder;

class CompareCommandTest extends CommandTest {
  private String results(String name, double... throughputs) throws Exception {
    Path at = folder.resolve(name);
    ResultFolder.create(at, Samples.experiment(), Samples.environment());
    for (int i = 0; i < throughputs.length; i++) {
      List<PhaseResult> run = new ArrayList<>();
      for (String phase : List.of("load", "A")) {
        run.add(Phases.valid("redis", phase, 1, i + 1, throughputs[i]));
      }
      new Journal(at).append(run);
    }
    return at.toString();
  }

  @Test
  void theExitStatusTellsAProvenSlowdownFromNone() throws Exception {
    String before = results("before", 100, 101, 99, 100.5);
    String slower = results("slower", 80, 81, 79, 80.5);

    ok("compare " + before + " " + slower);
    invalid("compare " + before + " " + slower + " --fail-if-slower 10%");
    ok("compare " + before + " " + slower + " --fail-if-slower 30%");
    ok("compare " + slower + " " + before + " --fail-if-slower 0%");
  }

  @Test
  void aComparisonOfNothingFails() throws Exception {
    String before = results("before", 100, 101, 99, 100.5);
    String empty = results("empty");

    refused("compare " + before + " " + empty);
    refused("compare " + before + " " + before + " " + empty + " --fail-if-slower 10%");
  }

  @Test
  void aJobSummaryIsMarkdownAlone() throws Exception {
    String both = results("a", 1, 2) + " " + results("b", 1, 2);
    ok("compare " + both + " --format github --out " + folder.resolve("out"));

    assertThat(out())
        .startsWith("# Comparison\n")
        .isEqualTo(Files.readString(folder.resolve("out/compare.md")));
    assertThat(folder.resolve("out"))
        .isDirectoryContaining("glob:**/compare.csv")
        .isDirectoryContaining("glob:**/compare.html");
  }

  @Test
  void aHistoryHasARowForEachFolderAndAColumnForEachCell() throws Exception {
    String two = results("a", 100, 101) + " " + results("b", 200, 202);
    ok("compare " + two + " " + results("c") + " --format otava");

    assertThat(out())
        .isEqualTo(
            """
            time,folder,redis/load/1/1024/commit/ycsb,redis/A/1/1024/commit/ycsb
            2026-01-02T03:04:05.678Z,"a (host_1, tmpfs)",100.4988,100.4988
            2026-01-02T03:04:05.678Z,"b (host_1, tmpfs)",200.9975,200.9975
            """);
  }

  @Test
  void whatIsNoPercentageOrNoFolderIsAUsageError() throws Exception {
    String a = results("a", 1, 2);

    for (String wrong : List.of("much", "30", "100%")) {
      refused("compare " + a + " " + a + " --fail-if-slower " + wrong);
    }
    refused("compare " + a + " " + folder.resolve("none"));
    refused("compare " + a);
  }
}
