package org.pmemycsb.harness.audit;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * The findings of a round.
 *
 * @param inserts acknowledged ones
 * @param updates acknowledged ones
 * @param deletes acknowledged ones
 * @param inFlight operations begun and not acknowledged; the database may have made them or not
 * @param lost acknowledged inserts and updates whose effect is missing
 * @param resurrected acknowledged deletes whose record is back
 * @param torn damaged records: cut off, mixed from several versions, or with fields missing
 * @param phantom records with data that was never written to them
 * @param unreadable records whose read fails
 * @param oldestLostNanos from the acknowledgement of the oldest write that is missing to the end of
 *     the database; empty if none is missing
 * @param suffix whether no surviving write began after the acknowledgement of a lost one
 * @param examples a few of the findings, in words
 */
public record Losses(
    long inserts,
    long updates,
    long deletes,
    long inFlight,
    long lost,
    long resurrected,
    long torn,
    long phantom,
    long unreadable,
    OptionalLong oldestLostNanos,
    boolean suffix,
    List<String> examples) {
  /** No operation and no finding. */
  static final Losses NONE =
      new Losses(0, 0, 0, 0, 0, 0, 0, 0, 0, OptionalLong.empty(), true, List.of());

  public Losses {
    examples = List.copyOf(examples);
  }

  /** The sum of both, without examples. */
  Losses plus(Losses other) {
    return new Losses(
        inserts + other.inserts,
        updates + other.updates,
        deletes + other.deletes,
        inFlight + other.inFlight,
        lost + other.lost,
        resurrected + other.resurrected,
        torn + other.torn,
        phantom + other.phantom,
        unreadable + other.unreadable,
        LongStream.concat(oldestLostNanos.stream(), other.oldestLostNanos.stream()).max(),
        suffix && other.suffix,
        List.of());
  }

  /** Acknowledged operations. */
  public long acknowledged() {
    return inserts + updates + deletes;
  }

  /** Whether records are damaged. No durability permits that. */
  boolean damaged() {
    return torn + phantom + unreadable > 0;
  }
}
