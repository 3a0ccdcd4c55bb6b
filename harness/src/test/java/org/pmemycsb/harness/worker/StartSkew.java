package org.pmemycsb.harness.worker;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Measures how late this machine begins at an instant, and simulates from it the common start of
 * many machines. Arguments: how many instants, and a seed.
 */
final class StartSkew {
  private static final int TRIALS = 10_000;
  private static final long LATE_MICROS = 500_000;

  /** A machine asks so often for the harness's clock, and believes the fastest answer. */
  private static final int QUESTIONS = 8;

  private static final double LEAST_ROUND_TRIP_MICROS = 100;

  /** All machines ask at the same time, and the harness answers one after the other. */
  private static final double QUEUE_MICROS_EACH = 40;

  /** From the last question to the first operation, two clocks drift apart: 4 s at 100 ppm. */
  private static final double DRIFT_MICROS = 400;

  private StartSkew() {}

  public static void main(String[] arguments) throws Exception {
    Random random = new Random(Long.parseLong(arguments[1]));
    long[] late = measured(Integer.parseInt(arguments[0]), random);
    System.out.printf(
        Locale.ROOT,
        "%d instants: late by %d us in the median, p99 %d, p99.9 %d, worst %d%n",
        late.length,
        late[late.length / 2],
        late[(int) (late.length * 0.99)],
        late[(int) (late.length * 0.999)],
        late[late.length - 1]);
    for (int machines : new int[] {2, 10, 100, 1000}) {
      simulate(machines, late, random);
    }
    for (double seconds : new double[] {60, 3600, 86_400, 604_800}) {
      stalls(seconds, 1000, random);
    }
  }

  /** Ascending, in microseconds. */
  private static long[] measured(int instants, Random random) throws InterruptedException {
    long[] late = new long[instants];
    for (int i = 0; i < instants; i++) {
      long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
      late[i] = CommonStart.await(now + 8_000 + random.nextInt(8_000));
    }
    Arrays.sort(late);
    return late;
  }

  private static double clockErrorMicros(int machines, Random random) {
    double fastest = Double.MAX_VALUE;
    for (int i = 0; i < QUESTIONS; i++) {
      double queued = -Math.log(1 - random.nextDouble()) * QUEUE_MICROS_EACH * machines;
      fastest = Math.min(fastest, LEAST_ROUND_TRIP_MICROS + queued);
    }
    // All of the round trip may have been in one direction.
    return (random.nextDouble() - 0.5) * fastest + (2 * random.nextDouble() - 1) * DRIFT_MICROS;
  }

  private static void simulate(int machines, long[] late, Random random) {
    double[] skews = new double[TRIALS];
    for (int trial = 0; trial < TRIALS; trial++) {
      double first = Double.MAX_VALUE;
      double last = -Double.MAX_VALUE;
      for (int i = 0; i < machines; i++) {
        double start = clockErrorMicros(machines, random) + late[random.nextInt(late.length)];
        first = Math.min(first, start);
        last = Math.max(last, start);
      }
      skews[trial] = last - first;
    }
    Arrays.sort(skews);
    System.out.printf(
        Locale.ROOT,
        "%d machines: first to last begin within %.2f ms in the median, %.2f ms in 99 of 100 starts%n",
        machines,
        skews[TRIALS / 2] / 1e3,
        skews[(int) (TRIALS * 0.99)] / 1e3);
  }

  /**
   * Each machine stands still once in so many seconds, at random, for a time that is exponential
   * with a mean of one second. It begins late if that time has the instant in it, and enough after.
   */
  private static void stalls(double seconds, int machines, Random random) {
    int invalid = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      boolean late = false;
      for (int i = 0; i < machines && !late; i++) {
        double sinceBegin = -Math.log(1 - random.nextDouble()) * seconds;
        double lasts = -Math.log(1 - random.nextDouble());
        late = (lasts - sinceBegin) * 1e6 > LATE_MICROS;
      }
      invalid += late ? 1 : 0;
    }
    double each = Math.exp(-LATE_MICROS / 1e6) / seconds;
    System.out.printf(
        Locale.ROOT,
        "a stall in %.0f s: %.2f %% of the starts of %d machines are late (computed: %.2f %%)%n",
        seconds,
        100. * invalid / TRIALS,
        machines,
        100 * (1 - Math.pow(1 - each, machines)));
  }
}
