package org.pmemycsb.harness.measure;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.pmemycsb.harness.result.RunPart;

/** Adds up what the time of one run is spent on. For one thread. */
final class RunClock {
  private final Map<RunPart, Long> nanos = new EnumMap<>(RunPart.class);
  private final LongSupplier now;
  private RunPart part;
  private long since;

  /**
   * @param now the time in nanoseconds
   */
  RunClock(LongSupplier now, RunPart part) {
    this.now = now;
    this.part = part;
    this.since = now.getAsLong();
  }

  /** From now on the time belongs to another part. */
  void enter(RunPart next) {
    long time = now.getAsLong();
    nanos.merge(part, time - since, Long::sum);
    part = next;
    since = time;
  }

  /**
   * The seconds of each part so far, by its id.
   *
   * @param measured the seconds of the phases as they were measured. What a runner spent beyond
   *     them in {@link RunPart#PHASE} belongs to the warm-up.
   */
  Map<String, Double> seconds(double measured) {
    enter(part);
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
