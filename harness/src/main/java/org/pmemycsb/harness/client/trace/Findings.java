package org.pmemycsb.harness.client.trace;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The results of one thread's verification; not thread-safe. */
public final class Findings {
  /** A fault in data that was read. */
  public enum Fault {
    /** A write that was acknowledged before the read began is missing: lost, or an old copy. */
    STALE,
    /** Another key's or field's value, or one that was never written. */
    FOREIGN,
    /** This run did not write the value: it is torn, cut, or changed. */
    CORRUPT,
    /** A record or a field that was written is not there. */
    MISSING,
    /** A record that was deleted is there. */
    RESURRECTED,
    /** A record that was never written is there. */
    PHANTOM,
    /** A row of a scan comes before the scan's first key, or not after the row before it. */
    DISORDERED,
    /** A scan gave more rows than it was asked for. */
    SURPLUS
  }

  private static final int EXAMPLES = 10;

  private final Map<Fault, Long> counts = new EnumMap<>(Fault.class);
  private final List<String> examples = new ArrayList<>();
  private long checked;

  void checked() {
    checked++;
  }

  public void add(Fault fault, String what) {
    counts.merge(fault, 1L, Long::sum);
    if (examples.size() < EXAMPLES) {
      examples.add(fault + " " + what);
    }
  }

  /**
   * A read found a record that must not be there.
   *
   * @param deleted whether it was deleted; else it was never written
   */
  public void unexpected(String key, boolean deleted) {
    add(deleted ? Fault.RESURRECTED : Fault.PHANTOM, key);
  }

  public void add(Findings other) {
    checked += other.checked;
    other.counts.forEach((fault, count) -> counts.merge(fault, count, Long::sum));
    other.examples.stream().limit(EXAMPLES - examples.size()).forEach(examples::add);
  }

  public long valuesChecked() {
    return checked;
  }

  public Map<Fault, Long> counts() {
    return new EnumMap<>(counts);
  }

  public List<String> examples() {
    return List.copyOf(examples);
  }
}
