package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.plan.design.Cluster;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.spi.Durability;

class GridTest {
  private static ExperimentDraft draft() {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(
        Settings.DATABASES,
        List.of(new DatabaseChoice("pmemkv", Map.of()), new DatabaseChoice("noop", Map.of())));
    draft.set(Settings.THREADS, List.of(1, 2, 4));
    draft.set(Settings.VALUE_SIZES, Sizes.alike(8, 1024));
    draft.set(Settings.DURABILITIES, List.of(Durability.NONE, Durability.COMMIT));
    draft.set(Settings.REPEATS, 3);
    return draft;
  }

  private static Grid.Offer offer(
      BiPredicate<DatabaseChoice, Durability> has, Predicate<DatabaseChoice> isNative) {
    return new Grid.Offer(has, isNative, database -> database.id().startsWith("pm"));
  }

  @Test
  void everyBudgetOfMemoryHasItsRunsAndOnlyAllHasBounds() {
    ExperimentDraft draft = draft();
    draft.set(Settings.DATABASES, List.of(new DatabaseChoice("pmemkv", Map.of())));
    draft.set(Settings.MEMORY, List.of(MemoryBudget.ALL, MemoryBudget.of("25%")));
    draft.set(Settings.THREADS, List.of(1));
    draft.set(Settings.VALUE_SIZES, Sizes.alike(8));
    draft.set(Settings.DURABILITIES, List.of(Durability.COMMIT));
    draft.set(Settings.REPEATS, 1);
    assertThat(Grid.expand(draft.finish(), offer((database, level) -> true, database -> true)))
        .extracting(RunSpec::id)
        .containsExactlyInAnyOrder(
            "pmemkv/trace/t1/v8/commit/1",
            "pmemkv/trace/t1/v8/commit/m25%/1",
            "noop/trace/t1/v8/commit/1",
            "pmemkv/native/t1/v8/commit/1");
  }

  @Test
  void runsWithEqualConditionsFollowEachOtherInARound() {
    List<RunSpec> runs = Grid.expand(draft().finish(), offer((any, level) -> true, any -> false));

    List<List<Object>> conditions =
        runs.stream().map(run -> List.<Object>of(run.repeat(), run.conditions())).toList();
    long changes =
        IntStream.range(1, runs.size())
            .filter(i -> !conditions.get(i).equals(conditions.get(i - 1)))
            .count();
    assertThat(runs).isSortedAccordingTo(Comparator.comparing(RunSpec::repeat));
    assertThat(changes).isEqualTo(3 * 3 * 2 * 2 - 1);
  }

  @Test
  void machinesOfAClusterAreADimension() {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.DATABASES, List.of(new DatabaseChoice("noop", Map.of())));
    draft
        .set(Settings.CLUSTER, Cluster.parse("spark://there:7077"))
        .set(Settings.MACHINES, List.of(1, 4));
    draft.set(Settings.THREADS, List.of(2)).set(Settings.REPEATS, 1);
    List<RunSpec> runs = Grid.expand(draft.finish(), offer((any, level) -> true, any -> false));

    assertThat(runs)
        .extracting(RunSpec::id, RunSpec::clients)
        .containsExactlyInAnyOrder(
            tuple("noop/trace/m1/t2/v1024/commit/1", 2),
            tuple("noop/trace/m4/t2/v1024/commit/1", 8));
    assertThat(runs).extracting(RunSpec::describe).anyMatch(text -> text.contains(" 4 machines, "));
  }

  private static List<RunSpec> withNative(ExperimentDraft draft) {
    draft.set(
        Settings.DATABASES,
        List.of(new DatabaseChoice("pmemkv", Map.of()), new DatabaseChoice("redis", Map.of())));
    draft.set(Settings.THREADS, List.of(1));
    draft.set(Settings.VALUE_SIZES, Sizes.alike(1024));
    return Grid.expand(
        draft.finish(),
        offer(
            (database, durability) ->
                !database.id().equals("pmemkv") || durability == Durability.COMMIT,
            database -> database.id().equals("pmemkv")));
  }

  private static List<String> names(List<RunSpec> runs) {
    return runs.stream()
        .map(run -> run.database().id() + " " + run.runner().id() + " " + run.durability().id())
        .toList();
  }

  @Test
  void floorAndCeilingAreRunInAsManyOfTheLastRepeatsAsAreAskedFor() {
    ExperimentDraft draft = draft();
    draft.set(Settings.CALIBRATE, 2);
    List<String> plain = List.of("pmemkv trace commit", "redis trace commit", "redis trace none");
    List<String> bounded = new ArrayList<>(plain);
    bounded.addAll(List.of("noop trace commit", "pmemkv native commit"));

    List<RunSpec> runs = withNative(draft);

    int first = runs.size() - 10;
    assertThat(names(runs.subList(0, first))).containsExactlyInAnyOrderElementsOf(plain);
    assertThat(names(runs.subList(first, first + 5))).containsExactlyInAnyOrderElementsOf(bounded);
    assertThat(names(runs.subList(first + 5, first + 10)))
        .containsExactlyInAnyOrderElementsOf(bounded);
  }

  @Test
  void aServerHasNeitherFloorNorCeiling() {
    ExperimentDraft draft = draft().set(Settings.THREADS, List.of(1, 16));
    draft.set(Settings.DATABASES, List.of(new DatabaseChoice("postgres", Map.of())));
    draft.set(Settings.VALUE_SIZES, Sizes.alike(1024));
    draft.set(Settings.DURABILITIES, List.of(Durability.COMMIT));
    draft.set(Settings.REPEATS, 2);

    assertThat(Grid.expand(draft.finish(), offer((any, level) -> true, any -> false)))
        .extracting(RunSpec::id)
        .containsExactlyInAnyOrder(
            "postgres/trace/t1/v1024/commit/1",
            "postgres/trace/t16/v1024/commit/1",
            "postgres/trace/t1/v1024/commit/2",
            "postgres/trace/t16/v1024/commit/2");
  }

  @Test
  void thereAreNoBoundsUnderATargetOrAGoalNorWithoutTheTraceRunner() {
    ExperimentDraft paced = draft();
    paced.set(Settings.TARGET, Target.of(1000));
    assertThat(names(withNative(paced))).noneMatch(run -> run.contains("native"));

    ExperimentDraft searched = draft();
    searched.set(Settings.CALIBRATE, 3).set(Settings.TARGET, Target.parse("p99=1ms"));
    searched.set(Settings.DURATION, Duration.ofSeconds(1));
    assertThat(names(withNative(searched))).noneMatch(run -> run.contains("native"));

    ExperimentDraft stock = draft();
    stock.set(Settings.RUNNERS, List.of(RunnerKind.YCSB));
    assertThat(names(withNative(stock))).allMatch(run -> run.contains(" ycsb "));
  }

  @Test
  void runnersAreADimensionAndTheNativeOneOnlyOfDatabasesThatHaveIt() {
    ExperimentDraft draft = draft();
    draft.set(Settings.DURABILITIES, List.of(Durability.COMMIT));
    draft.set(Settings.REPEATS, 1);
    draft.set(Settings.CALIBRATE, 0);
    draft.set(Settings.RUNNERS, List.of(RunnerKind.TRACE, RunnerKind.NATIVE));

    assertThat(names(withNative(draft)))
        .containsExactlyInAnyOrder(
            "pmemkv trace commit", "redis trace commit", "pmemkv native commit");
  }

  private static List<RunSpec> all(ExperimentDraft draft) {
    return Grid.expand(draft.finish(), offer((database, durability) -> true, database -> false));
  }

  @Test
  void theLedgerAddsOneRunOfEachCombinationAfterAllOthers() {
    List<RunSpec> plain = withNative(draft());
    ExperimentDraft draft = draft();
    draft.set(Settings.SHOW, List.of(Show.LEDGER));
    draft.set(Settings.RUNNERS, List.of(RunnerKind.TRACE, RunnerKind.NATIVE));
    List<RunSpec> counted = withNative(draft);
    List<RunSpec> asides =
        counted.stream().filter(run -> run.purpose() != Purpose.COMPARISON).toList();

    assertThat(plain).allMatch(run -> run.purpose() == Purpose.COMPARISON);
    assertThat(names(asides))
        .containsExactlyInAnyOrder("pmemkv trace commit", "redis trace commit", "redis trace none");
    assertThat(counted).endsWith(asides.toArray(RunSpec[]::new));
    assertThat(counted.stream().map(RunSpec::id)).doesNotHaveDuplicates();
    assertThat(asides.get(0).id()).endsWith("/counted/1");
    assertThat(asides.get(0).describe()).endsWith(", counted");
  }

  @Test
  void profilesAddOneRunOfEachCombinationAfterTheLedger() {
    ExperimentDraft draft = draft();
    draft.set(Settings.SHOW, List.of(Show.LEDGER, Show.PROFILE));
    List<RunSpec> asides =
        withNative(draft).stream().filter(run -> run.purpose() != Purpose.COMPARISON).toList();

    assertThat(asides.stream().map(RunSpec::purpose))
        .containsExactly(
            Purpose.COUNTED,
            Purpose.COUNTED,
            Purpose.COUNTED,
            Purpose.PROFILED,
            Purpose.PROFILED,
            Purpose.PROFILED);
    assertThat(asides.get(5).describe()).endsWith(", profiled");
  }

  @Test
  void aSplitAddsRunsOfDurableDatabasesOnPersistentMemoryToEachRepeat() {
    ExperimentDraft draft = draft();
    draft.set(Settings.SHOW, List.of(Show.SPLIT));
    draft.set(Settings.CALIBRATE, 0);
    List<RunSpec> runs = withNative(draft);
    List<RunSpec> asides =
        runs.stream().filter(run -> run.purpose() != Purpose.COMPARISON).toList();

    assertThat(asides).hasSize(3 * 3).allMatch(run -> run.database().id().equals("pmemkv"));
    assertThat(asides.stream().map(RunSpec::id))
        .doesNotHaveDuplicates()
        .contains("pmemkv/trace/t1/v1024/commit/no-flushes/3");
    IntStream.of(1, 2, 3)
        .forEach(
            repeat ->
                assertThat(runs.subList((repeat - 1) * 6, repeat * 6))
                    .as("interleaved with the other runs of repeat %d", repeat)
                    .allMatch(run -> run.repeat() == repeat));
  }

  @Test
  void everyCombinationIsRunOnceInEachRepeat() {
    List<RunSpec> runs = all(draft());

    assertThat(runs).hasSize(2 * 3 * 2 * 2 * 3);
    assertThat(runs.stream().map(RunSpec::id)).doesNotHaveDuplicates();
    IntStream.of(1, 2, 3)
        .forEach(
            repeat ->
                assertThat(runs.subList((repeat - 1) * 24, repeat * 24))
                    .allMatch(run -> run.repeat() == repeat));
  }

  @Test
  void theOrderIsShuffledByTheSeedAndOnlyByIt() {
    ExperimentDraft other = draft();
    other.set(Settings.SEED, 2L);

    assertThat(all(draft())).isEqualTo(all(draft()));
    assertThat(all(other)).isNotEqualTo(all(draft())).hasSameElementsAs(all(draft()));
    assertThat(all(draft()).subList(0, 24).stream().map(run -> run.database().id()).distinct())
        .hasSize(2);
    assertThat(all(draft()).subList(0, 12)).anyMatch(run -> run.database().id().equals("noop"));
  }

  @Test
  void aDurabilityThatADatabaseDoesNotHaveIsLeftOut() {
    List<RunSpec> runs =
        Grid.expand(
            draft().finish(),
            offer(
                (database, durability) ->
                    database.id().equals("noop") || durability == Durability.COMMIT,
                database -> false));

    assertThat(runs).hasSize(24 / 2 * 3 / 2 + 24 / 2 * 3);
    assertThat(runs)
        .noneMatch(
            run -> run.database().id().equals("pmemkv") && run.durability() == Durability.NONE);
  }
}
