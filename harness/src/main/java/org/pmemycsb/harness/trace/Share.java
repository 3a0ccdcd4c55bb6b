package org.pmemycsb.harness.trace;

/**
 * The part of a phase's operations that one of several machines makes. The parts of all machines
 * are the trace of one process that has the threads of all. There are two ways to deal:
 *
 * <ul>
 *   <li>in turn, where all machines use one database: each {@code machines}th operation, from
 *       number {@code machine} on
 *   <li>by record, where each machine has a shard of the database: the operations on its own
 *       records. Record {@code i} belongs to machine {@code i mod machines}
 * </ul>
 *
 * @param machine from 0
 * @param machines how many there are
 * @param byRecord whether the operations are dealt by their records
 */
public record Share(int machine, int machines, boolean byRecord) {
  public static final Share WHOLE = new Share(0, 1);

  /** The most machines: the number of the writer has 16 bits in the mark of a value. */
  public static final int MOST_MACHINES = 1 << 15;

  /** For operations that are dealt in turn. */
  public Share(int machine, int machines) {
    this(machine, machines, false);
  }

  public Share {
    if (machines < 1 || machines > MOST_MACHINES || machine < 0 || machine >= machines) {
      throw new IllegalArgumentException("there is no machine " + machine + " of " + machines);
    }
  }

  /** The number of items in the part, out of so many that are dealt in turn. */
  public long of(long things) {
    return (things - machine + machines - 1) / machines;
  }

  /** The share among the writers of values. A shard has one writer. */
  public Share ofWriters() {
    return byRecord ? WHOLE : this;
  }

  /** Whether other machines have operations, too. */
  public boolean isPart() {
    return machines > 1;
  }
}
