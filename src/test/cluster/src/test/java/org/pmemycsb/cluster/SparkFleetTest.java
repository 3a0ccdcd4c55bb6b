package org.pmemycsb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pmemycsb.harness.measure.Fleet;
import org.pmemycsb.harness.measure.WorkerGroup;

/** Two machines that are threads of this JVM, with scripted workers. */
@Timeout(300)
class SparkFleetTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static Fleet fleet;

  @BeforeAll
  static void open() throws Exception {
    fleet = Fleets.open("local[2]", 2);
  }

  @AfterAll
  static void close() {
    fleet.close();
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    assertThat(Fleets.gone(SOON)).isTrue();
  }

  private static List<String> lines(List<WorkerGroup.Answer> answers) {
    return answers.stream().map(answer -> answer.line().orElseThrow()).toList();
  }

  @Test
  void machinesStartAtOneInstantAndAnswerInTheirOrder() throws Exception {
    List<Long> progress = Collections.synchronizedList(new ArrayList<>());
    try (WorkerGroup group = Fleets.start(fleet, 2)) {
      group.tell(List.of("remember zero", "remember one"));
      for (int phase = 0; phase < 2; phase++) {
        List<WorkerGroup.Answer> answers =
            group.phase(List.of("work 1500 40", "work 10 2"), progress::add);

        assertThat(answers).extracting(WorkerGroup.Answer::machine).containsExactly(0, 1);
        assertThat(answers).allMatch(answer -> answer.failure().isEmpty());
        assertThat(lines(answers).get(0)).endsWith(" zero");
        assertThat(lines(answers).get(1)).endsWith(" one");
        assertThat(answers).extracting(WorkerGroup.Answer::clockOffsetMicros).contains(0L);
        assertThat(lines(answers).stream().map(line -> line.split(" ")[2]).distinct()).hasSize(1);
      }
    }
    assertThat(progress).contains(42L);
  }

  @Tag("everything")
  @Test
  void aMachineThatCannotBeginEndsThePhaseForAllAndAllStayUsable() throws Exception {
    try (WorkerGroup group = Fleets.start(fleet, 2)) {
      List<WorkerGroup.Answer> answers = group.phase(List.of("slow 500", "fail"), none -> {});
      assertThat(lines(answers)).containsExactly("aborted ", "cannot ");

      answers = group.phase(List.of("slow 0", "slow 0"), none -> {});
      assertThat(lines(answers)).containsExactly("started ", "started ");
    }
  }

  @Test
  void aDeadWorkerIsAFailureThatNamesTheMachine() throws Exception {
    try (WorkerGroup group = Fleets.start(fleet, 2)) {
      List<WorkerGroup.Answer> answers = group.phase(List.of("work 60000 1", "die"), none -> {});

      assertThat(answers)
          .hasSize(2)
          .allSatisfy(
              answer ->
                  assertThat(answer.failure().orElseThrow())
                      .startsWith("machine 2 (")
                      .contains(" status 1: ", "told to die")
                      .hasLineCount(1));
      assertThat(Fleets.gone(SOON)).isTrue();
      assertThat(group.phase(List.of("slow 0", "slow 0"), none -> {})).isEqualTo(answers);
    }
    try (WorkerGroup next = Fleets.start(fleet, 2)) {
      assertThat(lines(next.phase(List.of("slow 0", "slow 0"), none -> {}))).hasSize(2);
    }
  }

  @Tag("everything")
  @Test
  void machinesThatAreNotAskedForStayIdle() throws Exception {
    try (WorkerGroup group = Fleets.start(fleet, 1)) {
      assertThat(Fleets.scripts()).hasSize(1);
      assertThat(group.phase(List.of("work 1 1"), none -> {})).hasSize(1);
    }
  }

  @Tag("everything")
  @Test
  void anInterruptEndsThePhaseAndItsWorkers() throws Exception {
    try (WorkerGroup group = Fleets.start(fleet, 2)) {
      Thread caller = Thread.currentThread();
      Thread impatient =
          new Thread(
              () -> {
                try {
                  Thread.sleep(4000);
                } catch (InterruptedException never) {
                  return;
                }
                caller.interrupt();
              });
      impatient.start();
      assertThatThrownBy(() -> group.phase(List.of("work 60000 1", "work 60000 1"), none -> {}))
          .isInstanceOf(InterruptedException.class);
      assertThat(Fleets.gone(SOON)).isTrue();
    }
  }

  @Tag("everything")
  @Test
  void aWorkerThatCannotStartIsAFailureOfThePhase() throws Exception {
    try (WorkerGroup group = fleet.start(2, List.of("no.such.Main"), Map.of())) {
      List<WorkerGroup.Answer> answers = group.phase(List.of("slow 0", "slow 0"), none -> {});
      assertThat(answers.get(0).line()).isEqualTo(Optional.empty());
      assertThat(answers.get(0).failure().orElseThrow()).contains("no.such.Main");
    }
  }
}
