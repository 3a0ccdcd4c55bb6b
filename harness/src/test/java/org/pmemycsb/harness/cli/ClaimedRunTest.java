package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.report.Samples;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.ResultFolder;

class ClaimedRunTest extends CommandTest {
  // Of 4 repeats, the interval of even the most erratic figures ends far above 1 operation per
  // second.
  private static final String EXPERIMENT =
      """
      title: Claims about nothing
      db: [noop, {unobtainable: {place: pmem}}]
      unavailable: skip
      workloads: [load, C]
      records: 100
      operations: 100
      repeats: 4
      calibrate: 0
      quick: {operations: 50}
      claims:
        - {id: slow, says: It is slow, holds: throughput(noop at phase C) < 1, published: slow}
        - {id: fast, says: It is fast, holds: throughput(noop at phase C) > 1}
        - id: faster
          says: It is faster
          holds: min(ratio(noop, unobtainable, each phase)) > 1
          published: twice
          source: p. 7
      """;

  private static final String ONE_RUN = EXPERIMENT.replace("repeats: 4", "repeats: 1");

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("mine.yaml"), text).toString();
  }

  @Test
  void claimsAreShownAndOnlyStrictlyAnExitStatus() throws IOException {
    String results = folder.resolve("results").toString();

    ok("run " + file(EXPERIMENT) + " --out " + results + " --output quiet");
    assertThat(out())
        .contains(
            "unobtainable is unavailable: not built; to mend it: make unobtainable\n",
            "FAILS      It is slow\n             measured: ",
            "             published: slow\n",
            "HOLDS      It is fast\n",
            """
            UNDECIDED  It is faster
                         published: twice (p. 7)
                         note: unobtainable is unavailable here
            """);
    assertThat(folder.resolve("results/report.md"))
        .content()
        .contains("unobtainable", "not built", "It is slow", "FAILS");
    ok("report " + results);
    invalid("report " + results + " --strict-claims");

    // Claims may change after a week of runs; what is measured may not.
    String corrected =
        EXPERIMENT.replace("throughput(noop at phase C) < 1,", "throughput(noop at phase C) > 2,");
    ok("run " + file(corrected) + " --resume " + results + " --output quiet");
    out.reset();
    ok("report " + results + " --strict-claims");
    assertThat(out()).contains("HOLDS      It is slow\n");
    refused("run " + file(corrected) + " --quick --resume " + results);
    assertThat(err()).contains("operations: 100 -> 50");
    refused("run --quick --resume " + results);
    assertThat(err()).contains("--quick: --resume");
    refused("run " + file(corrected + "cpuLatency: 0\n") + " --resume " + results);
    assertThat(err()).contains("cpuLatency: auto -> 0");
  }

  @Test
  void aRestartThatIsInvalidMakesTheExitStatus() throws IOException {
    Path results = folder.resolve("results");
    ResultFolder.create(results, Samples.experiment(), Samples.environment())
        .journal()
        .append(
            List.of(
                Phases.valid("noop", "trace", "load", 1, 1, 500),
                Phases.invalid("noop", "trace", "restart", 1, 1, "no answer")));

    invalid("report " + results);
    assertThat(err())
        .contains("INVALID: noop, phase restart, 1 thread, ", "durability commit: no answer\n");
  }

  @Test
  void processorsKeptAwakeAreOnRecordAndKeptAwakeAgain() throws IOException {
    Path device = Path.of("/dev/cpu_dma_latency");
    assumeTrue(Files.isWritable(device), device + " cannot be written here");
    Path results = folder.resolve("results");

    ok("run " + file(ONE_RUN + "cpuLatency: 0\n") + " --out " + results + " --output quiet");
    assertThat(results.resolve("environment.json")).content().contains("\"cpuLatency\" : 0");
    assertThat(results.resolve("experiment.yaml")).content().contains("cpuLatency: '0'");
    ok("run --resume " + results + " --output quiet");
  }

  @Test
  void withoutLeaveADatabaseThatCannotRunIsRefused() throws IOException {
    String refusing = ONE_RUN.replace("unavailable: skip\n", "");

    refused("run " + file(refusing) + " --dry-run");
    assertThat(err()).startsWith("pmem-ycsb: unobtainable ").contains("make unobtainable");
  }

  @Test
  void aDatabaseThatCannotBeOpenedIsInvalidAndLeavesTheRunsOfTheOthers() throws IOException {
    Path results = folder.resolve("my results");
    String broken = file(ONE_RUN.replace("place: pmem", "place: pmem, broken: 'yes'"));
    assertThat(Main.execute("run", broken, "--out", results.toString(), "--output", "quiet"))
        .as(err())
        .isEqualTo(Main.INVALID);

    assertThat(err()).contains("disk full");
    assertThat(new Journal(results).read())
        .extracting(phase -> phase.database().startsWith("noop"), PhaseResult::valid)
        .containsExactlyInAnyOrder(
            tuple(true, true), tuple(true, true), tuple(false, false), tuple(false, false));
    assertThat(results.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  void anExperimentOfWhichNothingCanRunIsRefused() throws IOException {
    refused("run " + file(ONE_RUN) + " --db unobtainable");
    assertThat(err())
        .contains("unobtainable ", ": not built; ", "make unobtainable\n")
        .hasLineCount(1);
  }

  @Test
  void aDatabaseWithoutAnAdapterIsRefusedEvenWhereOthersMayBeMissing() throws IOException {
    refused("run " + file(ONE_RUN.replace("[noop, ", "[oracle, noop, ")));
    assertThat(err()).startsWith("pmem-ycsb: db: ").contains("'oracle'");
  }

  @Test
  void aClaimThatNamesNothingIsRefusedBeforeTheFirstRun() throws IOException {
    Path results = folder.resolve("results");

    refused(
        "run " + file(ONE_RUN.replace("unobtainable, each", "oracle, each")) + " --out " + results);
    assertThat(err())
        .startsWith("pmem-ycsb: " + folder.resolve("mine.yaml") + ":15:28: claim faster: ")
        .contains("'oracle'", "noop, unobtainable\n")
        .hasLineCount(1);
    assertThat(results).doesNotExist();
  }

  @Test
  void claimsMayNameAnyDatabaseWhereTheFileNamesNone() throws IOException {
    String any = "claims: [{id: a, says: b, holds: throughput(noop at phase C) > 1}]\n";

    ok("run " + file(any) + " --db noop --dry-run");
    refused("run " + file(any.replace("noop", "nope")) + " --db noop --dry-run");
    assertThat(err()).contains("'nope'", "noop, unobtainable");
  }

  /** The folder's own experiment file must be one that can be run again. */
  @Test
  void aPartOfAnExperimentKeepsItsClaimsAndCanBeRunAgain() throws IOException {
    String wide =
        ONE_RUN.replace("[load, C]", "[load, A, C]").replace("each phase", "phase in [A]");
    Path results = folder.resolve("results");

    ok("run " + file(wide) + " --workloads C --output quiet --out " + results);
    assertThat(out()).contains("note: ", "'A'", "load, C\n");
    ok("run " + results + "/experiment.yaml --dry-run");
    ok("run " + file(wide) + " --workloads C --output quiet --resume " + results);
  }

  @Test
  void anExperimentIsFoundByItsName() {
    refused("run fig-9.99");
    assertThat(err()).contains("'fig-9.99'", "fig-4.17, fig-4.18, fig-4.19, fig-4.20", "smoke");
    err.reset();
    ok("run fig-4.17 --db noop --dry-run");
    assertThat(out()).contains("noop, 1 thread, 8 KiB values", "110 runs of 5 phases");
    ok("run --db noop --place disk=/nowhere-at-all --dry-run");
    assertThat(out()).contains("place disk: /nowhere-at-all (");
  }

  @Test
  void experimentsAreListedWithTheirTitles() {
    ok("list");
    assertThat(out())
        .containsPattern("fig-4\\.18 +Figure 4\\.18: pmemkv over threads\n")
        .containsPattern("noop +available +durability");
  }
}
