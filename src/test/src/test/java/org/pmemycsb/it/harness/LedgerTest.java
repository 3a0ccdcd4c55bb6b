package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;

/** The ledger of real databases. */
class LedgerTest {
  private static final int KEY_AND_VALUE = 32 + 1024;

  @TempDir private Path folder;

  @TempDir(factory = SharedMemory.class)
  private Path medium;

  private Path run(String out, String more) {
    Path results = folder.resolve(out);
    HarnessProcess.runHere(
            "run --place pmem=%s --out %s --records 400 --operations 600 --repeats 1 --calibrate 0 "
                + more,
            medium,
            results)
        .hasStatus(0);
    return results;
  }

  private static List<PhaseResult> beside(Path results) throws IOException {
    return new Journal(results)
        .contents().phases().stream().filter(phase -> phase.origin().purpose() != null).toList();
  }

  private static List<PhaseResult> counted(Path results) throws IOException {
    return beside(results).stream()
        .filter(phase -> phase.origin().purpose().equals("counted"))
        .toList();
  }

  private static Map<String, Demand> demands(Path results, Function<PhaseResult, String> by)
      throws IOException {
    return counted(results).stream()
        .collect(Collectors.toMap(by, phase -> phase.measurement().resources().demand()));
  }

  @Test
  void identicalRunsOfPmemkvAskForTheSameAndTheSumOfTheCallsIsTheTotal() throws Exception {
    Path one = run("one", "--show ledger --db pmemkv --workloads A,D");
    Path two = run("two", "--show ledger --db pmemkv --workloads A,D");

    Map<String, Demand> demands = demands(one, PhaseResult::phase);
    assertThat(demands)
        .containsOnlyKeys("load", "A", "D")
        .isEqualTo(demands(two, PhaseResult::phase));
    assertThat(demands.values())
        .allSatisfy(
            demand -> {
              assertThat(
                      demand.calls().values().stream()
                          .map(Demand.Calls::counts)
                          .reduce(Counts.NONE, Counts::plus))
                  .isEqualTo(demand.counts());
              assertThat(demand.counts().syncs()).isZero();
              assertThat(demand.counts().fences()).isPositive();
            });
    assertThat(demands.get("load").recordBytes()).isEqualTo(400L * KEY_AND_VALUE);
    // Reads move records of buckets that the load left to be split.
    assertThat(demands.get("A").calls().get("read").counts().lines())
        .isLessThan(demands.get("A").calls().get("update").counts().lines());
    // A write puts the record into new lines, and its metadata into others.
    assertThat(demands.get("A").amplification().orElseThrow()).isBetween(1.0, 4.0);
  }

  @Test
  void countingIsNoPartOfTheComparisonAndIsNotDoneAgain() throws Exception {
    Path results = run("out", "--db pmemkv --workloads C");
    assertThat(new Journal(results).contents().phases()).hasSize(2);
    HarnessProcess.runHere("run --resume %s --show ledger", results).hasStatus(0);
    List<PhaseResult> before = new Journal(results).contents().phases();

    assertThat(new Journal(results).read()).hasSize(2);
    assertThat(before).hasSize(4);
    List<String> rows = Files.readAllLines(results.resolve("summary.csv"));
    assertThat(rows).hasSize(1 + 2);
    assertThat(rows.get(0)).contains(",syncs_per_op,write_amplification,medium_limit_us,machines,");
    // Each record is written once, and by no sync.
    assertThat(rows.get(1))
        .matches(
            ".*,[1-9][\\d.]*,[1-9][\\d.]*,[1-9][\\d.]*,0\\.000,[1-9][\\d.]*,\\d+\\.\\d+,1,\\d.*");
    assertThat(results.resolve("report.md")).content().contains("| pmemkv medium (limit) |");
    HarnessProcess.runHere("run --resume %s", results).hasStatus(0);
    assertThat(new Journal(results).contents().phases()).isEqualTo(before);
  }

  @Tag("everything")
  @Test
  void serversAndStoresAreCountedAsFarAsTheyCanBe() throws Exception {
    Path results =
        run(
            "servers",
            "--show ledger --workloads A"
                + " --db pm-redis,redis,pm-postgres,postgres,rocksdb,lmdb,sqlite");

    Map<String, Demand> loads =
        counted(results).stream()
            .filter(phase -> phase.phase().equals("load"))
            .collect(
                Collectors.toMap(
                    PhaseResult::database, phase -> phase.measurement().resources().demand()));
    assertThat(loads)
        .containsOnlyKeys(
            "pm-redis", "redis", "pm-postgres", "postgres", "rocksdb", "lmdb", "sqlite");
    // On persistent memory a commit is a fence at least; elsewhere it is a sync at least.
    for (String database : List.of("pm-redis", "pm-postgres")) {
      assertThat(loads.get(database).counts().fences()).as(database).isGreaterThanOrEqualTo(400);
      assertThat(loads.get(database).counts().syncs()).as(database).isLessThan(400);
    }
    // Its log is stores, but its data are files.
    assertThat(loads.get("pm-postgres").counts().fileBytes()).isPositive();
    for (String database : List.of("redis", "postgres", "rocksdb", "lmdb", "sqlite")) {
      assertThat(loads.get(database).counts().fences()).as(database).isZero();
      assertThat(loads.get(database).counts().syncs()).as(database).isGreaterThanOrEqualTo(400);
    }
    assertThat(loads.values())
        .allSatisfy(
            demand -> assertThat(demand.amplification().orElseThrow()).isGreaterThanOrEqualTo(1));
    assertThat(results.resolve("report.md")).content().contains("operations ask of");
  }

  /** The server's own counter: PostgreSQL counts the syncs of its log. */
  @Tag("everything")
  @Test
  void syncsOfPostgresAreThoseThatItCountsItself() throws Exception {
    Path results = run("syncs", "--show ledger --db postgres --workloads C");
    PhaseResult load =
        counted(results).stream()
            .filter(phase -> phase.phase().equals("load"))
            .findFirst()
            .orElseThrow();

    assertThat(load.measurement().resources().demand().counts().syncs())
        .isBetween(
            load.state().serverStatistics().get("wal_sync") - 5,
            load.state().serverStatistics().get("wal_sync") + 5);
  }

  @Test
  void aSplitShowsWhereTheTimeGoesAndIsNoPartOfTheComparison() throws Exception {
    Path results = run("split", "--show split --db pmemkv,rocksdb --workloads C");

    List<PhaseResult> split =
        beside(results).stream()
            .filter(phase -> !phase.origin().purpose().equals("counted"))
            .toList();
    assertThat(split).hasSize(3 * 2).allMatch(PhaseResult::valid);
    assertThat(split).allMatch(phase -> phase.database().equals("pmemkv"));
    assertThat(split).allMatch(phase -> phase.conditions().durability().equals("none"));
    assertThat(Files.readString(results.resolve("summary.csv")))
        .contains("pmemkv,load,1,1024,commit,tmpfs,trace,1,1,")
        .doesNotContain("no-flushes", ",none,");
    assertThat(results.resolve("report.md"))
        .content()
        .containsPattern(
            "\\| pmemkv \\|.* load \\| [\\d,]+ \\| [\\d,]+ \\| [\\d,]+ \\| [\\d,]+ \\|");
  }
}
