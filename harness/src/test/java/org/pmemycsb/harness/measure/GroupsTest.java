package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.OperationCount;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Together;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Runs;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Traits;

class GroupsTest {
  private static final long AMPLE = 64L << 30;
  private static final Databases DATABASES =
      Databases.of(
          new Named("redis", Set.of()),
          new Named("pm-redis", Set.of("redis")),
          new Named("rocksdb", Set.of()),
          new Named("pmemkv", Set.of("rocksdb", "lmdb")));

  private record Named(String name, Set<String> stock) implements TestAdapter {

    @Override
    public Traits traits(Map<String, String> options) {
      return Traits.of(Durability.COMMIT).variantOf(stock.toArray(String[]::new));
    }
  }

  private final ExperimentDraft draft =
      new ExperimentDraft()
          .set(Settings.DURATION, Duration.ofSeconds(1))
          .set(
              Settings.DATABASES,
              Stream.of("redis", "pm-redis", "rocksdb", "pmemkv")
                  .map(id -> new DatabaseChoice(id, Map.of()))
                  .toList());

  private List<Set<String>> groups(long freeMemory) {
    Experiment experiment = draft.finish();
    List<RunSpec> runs =
        experiment.databases().stream()
            .map(database -> Runs.of(database, RunnerKind.TRACE, 1, 1024, Durability.COMMIT, 1))
            .toList();
    return Groups.choose(experiment, DATABASES, runs, freeMemory).of(runs).stream()
        .map(group -> Set.copyOf(group.stream().map(run -> run.database().id()).toList()))
        .toList();
  }

  @Test
  void allAreMeasuredSideBySideWhereTheyFitIntoTheMemory() {
    assertThat(groups(AMPLE)).containsExactly(Set.of("redis", "pm-redis", "rocksdb", "pmemkv"));
  }

  @Test
  void withLessMemoryAVariantStaysBesideItsStockDatabase() {
    assertThat(groups(2L << 30))
        .containsExactly(Set.of("redis", "pm-redis"), Set.of("rocksdb", "pmemkv"));
  }

  @Test
  void withLittleMemoryEachIsAlone() {
    assertThat(groups(1L << 30)).hasSize(4);
  }

  @Test
  void aGivenKindIsKept() {
    draft.set(Settings.TOGETHER, Together.ONE);
    assertThat(groups(AMPLE)).hasSize(4);
  }

  @Test
  void workloadsThatEndByOperationsAreMadeByEachAlone() {
    draft.set(Settings.DURATION, Duration.ZERO).set(Settings.OPERATIONS, OperationCount.of(1000));
    assertThat(groups(AMPLE)).hasSize(4);
  }

  @Test
  void aModelOfAMediumMakesEachAlone() {
    draft.set(Settings.PLACES, Map.of("pmem", PlaceFolder.parse("/dev/shm:model=optane-100")));
    assertThat(groups(AMPLE)).hasSize(4);
  }

  @Test
  void twoDatabasesAtOneAddressAreNeverBesideEachOther() {
    draft.set(
        Settings.DATABASES,
        List.of(
            new DatabaseChoice("redis", Map.of("url", "redis://127.0.0.1:1", "label", "a")),
            new DatabaseChoice("redis", Map.of("url", "redis://127.0.0.1:1", "label", "b")),
            new DatabaseChoice("rocksdb", Map.of()),
            new DatabaseChoice("pmemkv", Map.of())));
    assertThat(groups(AMPLE))
        .containsExactly(Set.of("redis"), Set.of("redis"), Set.of("rocksdb", "pmemkv"));
  }
}
