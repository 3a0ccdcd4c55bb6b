package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.result.RunPart;

class RunListenerTest {
  private final AtomicLong seconds = new AtomicLong(100);
  private final RunListener listener =
      new RunListener(
          Rotation.Member.alone(), new Progress() {}, () -> seconds.get() * 1_000_000_000L);

  private void spend(int time, RunPart next) {
    seconds.addAndGet(time);
    listener.enter(next);
  }

  @Test
  void partsThatComeAgainAreAddedUp() {
    spend(2, RunPart.PHASE);
    spend(5, RunPart.CHECK);
    spend(1, RunPart.PHASE);
    spend(4, RunPart.SERVER);
    seconds.addAndGet(3);

    assertThat(listener.seconds(9))
        .containsAllEntriesOf(Map.of("servers", 5.0, "phases", 9.0, "checks", 1.0));
  }

  @Test
  void whatARunnerSpendsBeyondTheMeasuredTimeIsNoPartOfThePhases() {
    spend(0, RunPart.PHASE);
    spend(10, RunPart.CHECK);

    assertThat(listener.seconds(7)).containsEntry("phases", 7.0).containsEntry("warm-up", 3.0);
  }

  @Test
  void thePartsAreTheWholeTime() {
    spend(1, RunPart.PROCESS);
    spend(2, RunPart.PRACTICE);
    spend(3, RunPart.PHASE);
    seconds.addAndGet(4);

    assertThat(listener.seconds(3).values().stream().mapToDouble(time -> time).sum()).isEqualTo(10);
  }
}
