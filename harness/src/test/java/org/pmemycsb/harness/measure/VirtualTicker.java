package org.pmemycsb.harness.measure;

/** A clock that moves only when somebody waits or is served. For one thread. */
final class VirtualTicker extends Ticker {
  private long now = System.nanoTime();

  void pass(long nanos) {
    now += nanos;
  }

  @Override
  long nanos() {
    return now;
  }

  @Override
  void pause(long nanos) {
    pass(nanos);
  }
}
