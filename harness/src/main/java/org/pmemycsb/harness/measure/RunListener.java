package org.pmemycsb.harness.measure;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.result.RunPart;

/** Follows one run for the display, and adds up what its time is spent on. For one thread. */
final class RunListener {
  private final Rotation.Member member;
  private final Progress progress;
  private final LongSupplier clock;
  private final Map<RunPart, Long> nanos = new EnumMap<>(RunPart.class);
  private RunPart part = RunPart.SERVER;
  private long since;

  /**
   * @param clock the time in nanoseconds
   */
  RunListener(Rotation.Member member, Progress progress, LongSupplier clock) {
    this.member = member;
    this.progress = progress;
    this.clock = clock;
    this.since = clock.getAsLong();
  }

  Rotation.Member member() {
    return member;
  }

  Progress progress() {
    return progress;
  }

  /** From now on the time belongs to another part. */
  void enter(RunPart next) {
    count(next);
    progress.partStarted(next);
  }

  private void count(RunPart next) {
    long time = clock.getAsLong();
    nanos.merge(part, time - since, Long::sum);
    part = next;
    since = time;
  }

  Runner.Listener of(Phase phase) {
    return new Runner.Listener() {
      @Override
      public void operations(long finished) {
        progress.operations(phase, finished);
      }

      @Override
      public void enter(RunPart part) {
        RunListener.this.enter(part);
      }

      @Override
      public boolean turn() throws InterruptedException {
        enter(RunPart.WAIT);
        boolean mine = member.next(phase);
        enter(mine ? RunPart.PHASE : RunPart.CHECK);
        return mine;
      }
    };
  }

  /**
   * The seconds of each part so far, by its id.
   *
   * @param measured the seconds of the phases as they were measured. What a runner spent beyond
   *     them in {@link RunPart#PHASE} belongs to the warm-up.
   */
  Map<String, Double> seconds(double measured) {
    count(part);
    Map<RunPart, Double> parts = new EnumMap<>(RunPart.class);
    nanos.forEach((each, time) -> parts.put(each, time / 1e9));
    parts.remove(RunPart.WAIT);
    double beyond = parts.getOrDefault(RunPart.PHASE, 0.0) - measured;
    parts.put(RunPart.PHASE, measured);
    parts.merge(RunPart.WARM_UP, Math.max(0, beyond), Double::sum);
    Map<String, Double> byId = new LinkedHashMap<>();
    parts.forEach((each, seconds) -> byId.put(each.id(), Math.round(seconds * 1e6) / 1e6));
    return byId;
  }
}
