package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;

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

    assertThat(Main.execute("run", file(EXPERIMENT), "--out", results, "--output", "quiet"))
        .as(err())
        .isEqualTo(Main.OK);
    assertThat(out())
        .contains(
            "unobtainable is unavailable: nobody has built it; to mend it: make unobtainable\n",
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
        .contains("unobtainable", "nobody has built it", "It is slow", "FAILS");
    assertThat(Main.execute("report", results)).isEqualTo(Main.OK);
    assertThat(Main.execute("report", results, "--strict-claims")).isEqualTo(Main.INVALID);

    // Claims may change after a week of runs; what is measured may not.
    String corrected =
        EXPERIMENT.replace("throughput(noop at phase C) < 1,", "throughput(noop at phase C) > 2,");
    assertThat(Main.execute("run", file(corrected), "--resume", results, "--output", "quiet"))
        .as(err())
        .isEqualTo(Main.OK);
    out.reset();
    assertThat(Main.execute("report", results, "--strict-claims")).isEqualTo(Main.OK);
    assertThat(out()).contains("HOLDS      It is slow\n");
    assertThat(Main.execute("run", file(corrected), "--quick", "--resume", results))
        .isEqualTo(Main.USAGE);
    assertThat(err()).contains("differs from the one in the folder", "operations: 100 -> 50");
    assertThat(Main.execute("run", "--quick", "--resume", results)).isEqualTo(Main.USAGE);
    assertThat(err()).contains("--quick: --resume keeps the scale of its folder");
    assertThat(Main.execute("run", file(corrected + "cpuLatency: 0\n"), "--resume", results))
        .isEqualTo(Main.USAGE);
    assertThat(err()).contains("cpuLatency: auto -> 0");
  }

  @Test
  void processorsKeptAwakeAreOnRecordAndKeptAwakeAgain() throws IOException {
    Path device = Path.of("/dev/cpu_dma_latency");
    assumeTrue(Files.isWritable(device), device + " cannot be written here");
    Path results = folder.resolve("results");

    assertThat(
            Main.execute(
                "run",
                file(ONE_RUN + "cpuLatency: 0\n"),
                "--out",
                results.toString(),
                "--output",
                "quiet"))
        .as(err())
        .isEqualTo(Main.OK);
    assertThat(results.resolve("environment.json")).content().contains("\"cpuLatency\" : 0");
    assertThat(results.resolve("experiment.yaml")).content().contains("cpuLatency: '0'");
    assertThat(Main.execute("run", "--resume", results.toString(), "--output", "quiet"))
        .as(err())
        .isEqualTo(Main.OK);
  }

  @Test
  void withoutLeaveADatabaseThatCannotRunIsRefused() throws IOException {
    String refusing = ONE_RUN.replace("unavailable: skip\n", "");

    assertThat(Main.execute("run", file(refusing), "--dry-run")).isEqualTo(Main.USAGE);
    assertThat(err())
        .startsWith("pmem-ycsb: unobtainable cannot run here: nobody has built it; ")
        .contains("make unobtainable");
  }

  @Test
  void aDatabaseThatCannotBeOpenedIsInvalidAndLeavesTheRunsOfTheOthers() throws IOException {
    Path results = folder.resolve("my results");
    assertThat(
            Main.execute(
                "run",
                file(ONE_RUN.replace("place: pmem", "place: pmem, broken: 'yes'")),
                "--out",
                results.toString(),
                "--output",
                "quiet"))
        .as(err())
        .isEqualTo(Main.INVALID);

    assertThat(err()).contains("its disk is full");
    assertThat(new Journal(results).read())
        .extracting(phase -> phase.database().startsWith("noop"), PhaseResult::valid)
        .containsExactlyInAnyOrder(
            tuple(true, true), tuple(true, true), tuple(false, false), tuple(false, false));
    assertThat(results.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  void anExperimentOfWhichNothingCanRunIsRefused() throws IOException {
    assertThat(Main.execute("run", file(ONE_RUN), "--db", "unobtainable")).isEqualTo(Main.USAGE);
    assertThat(err())
        .isEqualTo(
            "pmem-ycsb: no database of the experiment can run here: unobtainable is unavailable:"
                + " nobody has built it; to mend it: make unobtainable\n");
  }

  @Test
  void aDatabaseWithoutAnAdapterIsRefusedEvenWhereOthersMayBeMissing() throws IOException {
    assertThat(Main.execute("run", file(ONE_RUN.replace("[noop, ", "[oracle, noop, "))))
        .isEqualTo(Main.USAGE);
    assertThat(err())
        .startsWith("pmem-ycsb: db: there is no 'oracle'; there are: noop, unobtainable");
  }

  @Test
  void aClaimThatNamesNothingIsRefusedBeforeTheFirstRun() throws IOException {
    Path results = folder.resolve("results");

    assertThat(
            Main.execute(
                "run",
                file(ONE_RUN.replace("unobtainable, each", "oracle, each")),
                "--out",
                results.toString()))
        .isEqualTo(Main.USAGE);
    assertThat(err())
        .isEqualTo(
            "pmem-ycsb: "
                + folder.resolve("mine.yaml")
                + ":15:28: claim faster: the experiment has no database 'oracle'; it has noop,"
                + " unobtainable\n");
    assertThat(results).doesNotExist();
  }

  @Test
  void claimsMayNameAnyDatabaseWhereTheFileNamesNone() throws IOException {
    String any = "claims: [{id: a, says: b, holds: throughput(noop at phase C) > 1}]\n";

    assertThat(Main.execute("run", file(any), "--db", "noop", "--dry-run")).isEqualTo(Main.OK);
    assertThat(Main.execute("run", file(any.replace("noop", "nope")), "--db", "noop", "--dry-run"))
        .isEqualTo(Main.USAGE);
    assertThat(err()).contains("has no database 'nope'; it has noop, unobtainable");
  }

  @Test
  void quickIsSmallerAndSaysSo() throws IOException {
    assertThat(Main.execute("run", file(ONE_RUN), "--quick", "--dry-run")).isEqualTo(Main.OK);
    String results = folder.resolve("results").toString();
    assertThat(Main.execute("run", file(ONE_RUN), "--quick", "--output", "quiet", "--out", results))
        .as(err())
        .isEqualTo(Main.OK);

    assertThat(folder.resolve("results/report.md"))
        .content()
        .startsWith("# Claims about nothing, at quick scale");
    assertThat(folder.resolve("results/experiment.yaml"))
        .content()
        .contains("operations: 50\n", "name: mine-quick\n");
  }

  /** The folder's own experiment file must be one that can be run again. */
  @Test
  void aPartOfAnExperimentKeepsItsClaimsAndCanBeRunAgain() throws IOException {
    String wide =
        ONE_RUN.replace("[load, C]", "[load, A, C]").replace("each phase", "phase in [A]");
    Path results = folder.resolve("results");

    assertThat(
            Main.execute(
                "run",
                file(wide),
                "--workloads",
                "C",
                "--output",
                "quiet",
                "--out",
                results.toString()))
        .as(err())
        .isEqualTo(Main.OK);
    assertThat(out()).contains("note: the experiment has no phase 'A'; it has load, C\n");
    assertThat(Main.execute("run", results + "/experiment.yaml", "--dry-run"))
        .as(err())
        .isEqualTo(Main.OK);
    assertThat(
            Main.execute(
                "run",
                file(wide),
                "--workloads",
                "C",
                "--output",
                "quiet",
                "--resume",
                results.toString()))
        .as(err())
        .isEqualTo(Main.OK);
  }

  @Test
  void anExperimentIsFoundByItsName() {
    assertThat(Main.execute("run", "fig-9.99")).isEqualTo(Main.USAGE);
    assertThat(err())
        .startsWith(
            "pmem-ycsb: there is no file and no experiment 'fig-9.99'; the experiments are: ")
        .contains("fig-4.17, fig-4.18, fig-4.19, fig-4.20", "smoke");
    err.reset();
    assertThat(Main.execute("run", "fig-4.17", "--db", "noop", "--dry-run")).isEqualTo(Main.OK);
    assertThat(out()).contains("noop, 1 thread, 8 KiB values", "110 runs of 5 phases");
    assertThat(Main.execute("run", "--db", "noop", "--place", "disk=/nowhere-at-all", "--dry-run"))
        .isEqualTo(Main.OK);
    assertThat(out()).contains("place disk: /nowhere-at-all (there is no such folder)");
  }

  @Test
  void experimentsAreListedWithTheirTitles() {
    assertThat(Main.execute("list")).isEqualTo(Main.OK);
    assertThat(out())
        .containsPattern("fig-4\\.18 +Figure 4\\.18: pmemkv over threads\n")
        .containsPattern("noop +available +durability");
  }
}
