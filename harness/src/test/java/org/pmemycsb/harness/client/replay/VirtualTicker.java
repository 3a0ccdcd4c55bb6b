package org.pmemycsb.harness.client.replay;

/** A clock that moves only when somebody waits or is served. Each thread has a time of its own. */
final class VirtualTicker extends Ticker {
  private final long begin = System.nanoTime();
  private final ThreadLocal<long[]> passed = ThreadLocal.withInitial(() -> new long[1]);
  private final ThreadLocal<int[]> readings = ThreadLocal.withInitial(() -> new int[1]);

  void pass(long nanos) {
    passed.get()[0] += nanos;
  }

  /** How often this thread has read the clock. */
  int readings() {
    return readings.get()[0];
  }

  @Override
  long nanos() {
    readings.get()[0]++;
    return begin + passed.get()[0];
  }

  @Override
  void pause(long nanos) {
    pass(nanos);
  }
}
