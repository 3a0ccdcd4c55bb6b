package org.pmemycsb.harness.trace;

/**
 * The part of a phase's operations that one of several machines makes: each {@code machines}th
 * operation of the one trace, from number {@code machine} on. So the parts of all machines are the
 * trace of one process that has the threads of all.
 *
 * @param machine from 0
 * @param machines how many there are
 */
public record Share(int machine, int machines) {
  /** All operations. */
  public static final Share WHOLE = new Share(0, 1);

  /** The most machines: the number of the writer has 16 bits in the mark of a value. */
  public static final int MOST_MACHINES = 1 << 15;

  public Share {
    if (machines < 1 || machines > MOST_MACHINES || machine < 0 || machine >= machines) {
      throw new IllegalArgumentException("there is no machine " + machine + " of " + machines);
    }
  }

  /** How many of so many operations are in the part. */
  public long of(long operations) {
    return (operations - machine + machines - 1) / machines;
  }

  /** Whether other machines have operations, too. */
  public boolean isPart() {
    return machines > 1;
  }
}
