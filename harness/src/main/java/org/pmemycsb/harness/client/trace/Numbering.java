package org.pmemycsb.harness.client.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * The numbers of the records in a database to which several machines add records.
 *
 * <p>Machine i of n inserts the numbers {@code next + i}, {@code next + i + n}, and so on, so that
 * no two machines insert the same record. After a phase, machines may have inserted different
 * numbers of records. The records of the rounds that all machines made are then known to all.
 * Further records stay in the database, and no later phase asks for them.
 *
 * <p>Known records have an index from 0, without gaps. On each machine, the machine's own new
 * records follow.
 *
 * @param extents numbers of the records that all machines know, in the order of their indices
 * @param next no record has this number or a higher one
 */
public record Numbering(List<Extent> extents, long next) {
  public record Extent(long first, long count) {}

  public Numbering {
    extents = List.copyOf(extents);
  }

  /** After a load of so many records. */
  public static Numbering of(long records) {
    return new Numbering(List.of(new Extent(0, records)), records);
  }

  /** The number of records that all machines know. */
  public long records() {
    return extents.stream().mapToLong(Extent::count).sum();
  }

  /**
   * The number of the record with this index.
   *
   * @param index from {@link #records} on, a record that this machine inserts
   */
  public long number(long index, Share share) {
    long left = index;
    for (int i = 0; i < extents.size(); i++) {
      Extent extent = extents.get(i);
      if (left < extent.count()) {
        return extent.first() + left;
      }
      left -= extent.count();
    }
    return next + left * share.machines() + share.machine();
  }

  /**
   * After a phase.
   *
   * @param inserted how many records each machine inserted
   */
  public Numbering after(List<Long> inserted) {
    long rounds = inserted.stream().mapToLong(Long::longValue).min().orElse(0);
    long begun = inserted.stream().mapToLong(Long::longValue).max().orElse(0);
    List<Extent> all = new ArrayList<>(extents);
    long known = rounds * inserted.size();
    Extent last = all.isEmpty() ? new Extent(next, 0) : all.remove(all.size() - 1);
    if (last.first() + last.count() == next) {
      all.add(new Extent(last.first(), last.count() + known));
    } else {
      all.add(last);
      if (known > 0) {
        all.add(new Extent(next, known));
      }
    }
    return new Numbering(all, next + begun * inserted.size());
  }
}
