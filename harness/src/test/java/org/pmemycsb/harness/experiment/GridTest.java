package org.pmemycsb.harness.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.Durability;

class GridTest {
  private static ExperimentDraft draft() {
    ExperimentDraft draft = new ExperimentDraft();
    draft.databases =
        List.of(new DatabaseChoice("pmemkv", Map.of()), new DatabaseChoice("noop", Map.of()));
    draft.threads = List.of(1, 2, 4);
    draft.valueSizes = List.of(8, 1024);
    draft.durabilities = List.of(Durability.NONE, Durability.COMMIT);
    draft.repeats = 3;
    return draft;
  }

  private static List<RunSpec> all(ExperimentDraft draft) {
    return Grid.expand(draft.finish(), (database, durability) -> true);
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
    other.seed = 2;

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
            (database, durability) ->
                database.id().equals("noop") || durability == Durability.COMMIT);

    assertThat(runs).hasSize(24 / 2 * 3 / 2 + 24 / 2 * 3);
    assertThat(runs)
        .noneMatch(
            run -> run.database().id().equals("pmemkv") && run.durability() == Durability.NONE);
  }
}
