package org.pmemycsb.harness.audit;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * The findings of a round, or of several.
 *
 * @param counts 0 for a kind that is missing
 * @param oldestNanos from the acknowledgement of the oldest lost or resurrected write to the end of
 *     the database; empty if there is none
 * @param suffix whether no surviving write began after the acknowledgement of a lost one
 * @param examples a few of the findings, in words
 */
public record Losses(
    Map<Kind, Long> counts, OptionalLong oldestNanos, boolean suffix, List<String> examples) {
  static final Losses NONE = new Losses(Map.of(), OptionalLong.empty(), true, List.of());

  /** In the order of {@code audit.json}. */
  public enum Kind {
    /** Acknowledged ones, as the next two. */
    INSERTS("inserts"),
    UPDATES("updates"),
    DELETES("deletes"),
    /** Operations without an acknowledgement; the database may have made them or not. */
    IN_FLIGHT("inFlight"),
    /** Acknowledged inserts and updates without an effect after the crash. */
    LOST("lost"),
    /** Acknowledged deletes whose record is back. */
    RESURRECTED("resurrected"),
    /** Records that are cut off, mixed from several versions, or with fields missing. */
    TORN("torn"),
    /** Records with data that was never written to them. */
    PHANTOM("phantom"),
    /** Records whose read fails. */
    UNREADABLE("unreadable");

    private final String key;

    Kind(String key) {
      this.key = key;
    }

    String key() {
      return key;
    }
  }

  public Losses {
    counts = Map.copyOf(counts);
    examples = List.copyOf(examples);
  }

  public long count(Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  public long acknowledged() {
    return count(Kind.INSERTS) + count(Kind.UPDATES) + count(Kind.DELETES);
  }

  /** Whether there are damaged records, which no durability permits. */
  boolean damaged() {
    return count(Kind.TORN) + count(Kind.PHANTOM) + count(Kind.UNREADABLE) > 0;
  }

  Losses plus(Losses other) {
    Map<Kind, Long> sum = new TreeMap<>(counts);
    other.counts.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
    return new Losses(
        sum,
        LongStream.concat(oldestNanos.stream(), other.oldestNanos.stream()).max(),
        suffix && other.suffix,
        List.of());
  }
}
