package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.spi.Durability;

class GridTest {
  /** pmemkv has a native program, and no durability but commit. */
  private static final Grid.Offer OFFER =
      new Grid.Offer(
          (database, level) -> !database.id().equals("pmemkv") || level == Durability.COMMIT,
          database -> database.id().equals("pmemkv"),
          database -> database.id().startsWith("pm"));

  private static List<RunSpec> runs(String text) {
    return Grid.expand(Experiments.of(text), OFFER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db: [pmemkv]; memory: [all, 25%]; repeats: 1 | pmemkv/trace/t1/v1024/commit/1"
            + " pmemkv/trace/t1/v1024/commit/m25%/1 noop/trace/t1/v1024/commit/1 pmemkv/native/t1/v1024/commit/1",
        "db: [pmemkv]; repeats: 2 | pmemkv/trace/t1/v1024/commit/1 pmemkv/trace/t1/v1024/commit/2"
            + " noop/trace/t1/v1024/commit/2 pmemkv/native/t1/v1024/commit/2",
        "db: [postgres]; threads: [1, 16]; repeats: 1 | postgres/trace/t1/v1024/commit/1 postgres/trace/t16/v1024/commit/1",
        "cluster: spark://there:7077; machines: [1, 4]; threads: 2; repeats: 1"
            + " | noop/trace/m1/t2/v1024/commit/1 noop/trace/m4/t2/v1024/commit/1",
        "db: [pmemkv, redis]; durability: [none, commit]; repeats: 1; calibrate: 0"
            + " | pmemkv/trace/t1/v1024/commit/1 redis/trace/t1/v1024/commit/1 redis/trace/t1/v1024/none/1",
        "db: [pmemkv]; repeats: 1; target: 1000 | pmemkv/trace/t1/v1024/commit/1",
        "db: [pmemkv]; repeats: 1; target: p99=1ms; duration: 1s | pmemkv/trace/t1/v1024/commit/1",
        "db: [pmemkv]; repeats: 1; runner: ycsb | pmemkv/ycsb/t1/v1024/commit/1",
        "db: [pmemkv, redis]; repeats: 1; runner: [trace, native]; calibrate: 0"
            + " | pmemkv/trace/t1/v1024/commit/1 redis/trace/t1/v1024/commit/1 pmemkv/native/t1/v1024/commit/1",
        "db: [pmemkv, redis]; durability: [none, commit]; repeats: 1; calibrate: 0; show: split"
            + " | pmemkv/trace/t1/v1024/commit/1 redis/trace/t1/v1024/commit/1 redis/trace/t1/v1024/none/1"
            + " pmemkv/trace/t1/v1024/commit/no-flushes/1 pmemkv/trace/t1/v1024/commit/no-fences/1"
            + " pmemkv/trace/t1/v1024/commit/neither/1",
      })
  void anExperimentHasTheRunsOfItsCombinations(String text, String ids) {
    assertThat(runs(text)).extracting(RunSpec::id).containsExactlyInAnyOrder(ids.split(" "));
  }

  private static final String MANY =
      "db: [pmemkv, noop]; threads: [1, 2, 4]; valueSize: [8, 1024]; durability: [none, commit];"
          + " repeats: 3; calibrate: 0";

  @Test
  void runsWithEqualConditionsFollowEachOtherInARound() {
    List<RunSpec> runs = runs(MANY);
    List<List<Object>> conditions =
        runs.stream().map(run -> List.<Object>of(run.repeat(), run.conditions())).toList();

    assertThat(runs).isSortedAccordingTo(Comparator.comparing(RunSpec::repeat)).hasSize(3 * 18);
    assertThat(
            IntStream.range(1, runs.size())
                .filter(i -> !conditions.get(i).equals(conditions.get(i - 1))))
        .hasSize(3 * 3 * 2 * 2 - 1);
  }

  @Test
  void theOrderIsShuffledByTheSeedAndOnlyByIt() {
    assertThat(runs(MANY)).isEqualTo(runs(MANY));
    assertThat(runs(MANY + "; seed: 2")).isNotEqualTo(runs(MANY)).hasSameElementsAs(runs(MANY));
    assertThat(runs(MANY).subList(0, 18))
        .extracting(RunSpec::threads)
        .isNotEqualTo(runs(MANY).subList(0, 18).stream().map(RunSpec::threads).sorted().toList());
  }

  @Test
  void ledgerAndProfilesComeOnceAfterAllOthers() {
    List<RunSpec> runs =
        runs("db: [pmemkv, redis]; repeats: 2; calibrate: 0; show: [profile, ledger]");

    assertThat(runs)
        .extracting(RunSpec::purpose)
        .endsWith(Purpose.COUNTED, Purpose.COUNTED, Purpose.PROFILED, Purpose.PROFILED)
        .hasSize(2 * 2 + 4);
    assertThat(runs.get(7).id()).endsWith("/profiled/1");
    assertThat(runs.get(7).describe()).endsWith(", profiled");
  }
}
