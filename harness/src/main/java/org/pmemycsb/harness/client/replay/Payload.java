package org.pmemycsb.harness.client.replay;

import java.util.concurrent.atomic.AtomicInteger;
import org.pmemycsb.harness.client.trace.KeyFormat;
import org.pmemycsb.harness.client.trace.ValueSource;
import org.pmemycsb.harness.client.trace.Verifier;

/**
 * The parts that the phases of a database have in common, from load to the last: keys, values, and
 * the knowledge of the writes. Thread-safe.
 */
public final class Payload {
  // The golden ratio of 2^32: multiples of an odd number that are far apart.
  private static final int APART = 0x9E3779B9;

  private final KeyFormat keys;
  private final ValueSource values;
  private final Verifier verifier;
  private final boolean scansInOrder;
  private final AtomicInteger writers = new AtomicInteger();

  /**
   * @param scansInOrder whether a scan is known to give the records in the order of their keys
   */
  public Payload(KeyFormat keys, ValueSource values, Verifier verifier, boolean scansInOrder) {
    this.keys = keys;
    this.values = values;
    this.verifier = verifier;
    this.scansInOrder = scansInOrder;
  }

  public KeyFormat keys() {
    return keys;
  }

  public ValueSource values() {
    return values;
  }

  public Verifier verifier() {
    return verifier;
  }

  boolean scansInOrder() {
    return scansInOrder;
  }

  /**
   * The number from which a thread counts its writes of unwatched keys. Each call gives another
   * one, far from all others: with 1,000 threads and phases, two are at least a million writes
   * apart.
   */
  int firstWrite() {
    return writers.incrementAndGet() * APART;
  }
}
