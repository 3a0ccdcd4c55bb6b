package org.pmemycsb.harness.client.trace;

/**
 * The part of a phase's operations that one of several machines makes. The parts of all machines
 * are the trace of one process that has the threads of all. The operations are dealt in turn: each
 * {@code machines}th one, from number {@code machine} on.
 *
 * @param machine from 0
 * @param machines how many there are
 */
public record Share(int machine, int machines) {
  public static final Share WHOLE = new Share(0, 1);

  /** The most machines: the number of the writer has 16 bits in the mark of a value. */
  public static final int MOST_MACHINES = 1 << 15;

  public Share {
    if (machines < 1 || machines > MOST_MACHINES || machine < 0 || machine >= machines) {
      throw new IllegalArgumentException("there is no machine " + machine + " of " + machines);
    }
  }

  public long of(long things) {
    return (things - machine + machines - 1) / machines;
  }

  /** Whether other machines have operations, too. */
  public boolean isPart() {
    return machines > 1;
  }
}
