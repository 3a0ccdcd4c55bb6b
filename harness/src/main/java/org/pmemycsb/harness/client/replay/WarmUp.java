package org.pmemycsb.harness.client.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.pmemycsb.harness.statistics.Steadiness;

/**
 * Decides when a warm-up is over: when the JVM's compiler stands still and the throughput is flat.
 * Both are judged by the last half of the samples, so a longer warm-up is judged by a longer time.
 * For one thread.
 */
final class WarmUp {
  /** Time from one sample to the next. */
  static final long INTERVAL_NANOS = TimeUnit.MICROSECONDS.toNanos(2500);

  private static final long LEAST_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long MOST_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  // The last half of so many has enough for a trend.
  private static final int FEWEST_SAMPLES = 2 * Steadiness.FEWEST;
  // Methods off the measured path are compiled now and then.
  private static final double IDLE_COMPILER = 0.1;

  private final LongSupplier compileNanos;
  private final long leastNanos;
  private final List<Sample> samples = new ArrayList<>();
  private boolean steady;

  private record Sample(long nanos, long done, long compileNanos) {}

  /**
   * @param compileNanos the time that the JVM's compiler has worked so far, in nanoseconds
   * @param leastNanos the shortest time of the warm-up
   */
  WarmUp(LongSupplier compileNanos, long leastNanos) {
    this.compileNanos = compileNanos;
    this.leastNanos = leastNanos;
  }

  /**
   * Time after which a warm-up that is not steady ends, beyond its shortest time: as long as what
   * it prepares, within limits.
   */
  static long patienceNanos(long measuredNanos) {
    return Math.min(MOST_PATIENCE_NANOS, Math.max(LEAST_PATIENCE_NANOS, measuredNanos));
  }

  /**
   * Adds a sample. Once the warm-up is over, it stays so, though threads stop then.
   *
   * @param nanos since the warm-up began
   * @param done operations since then
   * @return whether the warm-up is over
   */
  boolean isOver(long nanos, long done) {
    if (steady) {
      return true;
    }
    samples.add(new Sample(nanos, done, compileNanos.getAsLong()));
    steady =
        nanos >= leastNanos
            && samples.size() > FEWEST_SAMPLES
            && isCompilerIdle()
            && !Steadiness.isUnsteady(rates());
    return steady;
  }

  /** Whether it ended because nothing changed any more, and not at the end of its time. */
  boolean isSteady() {
    return steady;
  }

  /** How long it took until the last sample. */
  long nanos() {
    return samples.isEmpty() ? 0 : last().nanos();
  }

  /** Operations per nanosecond in the last half; 0 with fewer than two samples. */
  double rate() {
    return samples.size() < 2
        ? 0
        : (double) (last().done() - middle().done()) / (last().nanos() - middle().nanos());
  }

  private boolean isCompilerIdle() {
    return isIdle(
        last().compileNanos() - middle().compileNanos(), last().nanos() - middle().nanos());
  }

  /** Whether a compiler that worked for so long in this time has little to do. */
  static boolean isIdle(long compileNanos, long nanos) {
    return compileNanos <= IDLE_COMPILER * nanos;
  }

  private double[] rates() {
    double[] rates = new double[samples.size() - 1];
    for (int i = 0; i < rates.length; i++) {
      Sample begin = samples.get(i);
      Sample end = samples.get(i + 1);
      rates[i] = (double) (end.done() - begin.done()) / (end.nanos() - begin.nanos());
    }
    return rates;
  }

  private Sample middle() {
    return samples.get((samples.size() - 1) / 2);
  }

  private Sample last() {
    return samples.get(samples.size() - 1);
  }
}
