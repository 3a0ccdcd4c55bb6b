package org.pmemycsb.harness.audit;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * @param examples a few of the findings, in words
 */
public record Losses(Operations operations, Missing missing, Damage damage, List<String> examples) {
  static final Losses NONE =
      new Losses(
          new Operations(0, 0, 0, 0),
          new Missing(0, 0, OptionalLong.empty(), true),
          new Damage(0, 0, 0),
          List.of());

  /**
   * @param inserts acknowledged ones
   * @param updates acknowledged ones
   * @param deletes acknowledged ones
   * @param inFlight operations without an acknowledgement; the database may have made them or not
   */
  public record Operations(long inserts, long updates, long deletes, long inFlight) {
    public long acknowledged() {
      return inserts + updates + deletes;
    }
  }

  /**
   * Acknowledged writes without an effect after the crash.
   *
   * @param lost inserts and updates
   * @param resurrected deletes whose record is back
   * @param oldestNanos from the acknowledgement of the oldest such write to the end of the
   *     database; empty if there is none
   * @param suffix whether no surviving write began after the acknowledgement of a lost one
   */
  public record Missing(long lost, long resurrected, OptionalLong oldestNanos, boolean suffix) {}

  /**
   * Damaged records. No durability permits one.
   *
   * @param torn cut off, mixed from several versions, or with fields missing
   * @param phantom with data that was never written to them
   * @param unreadable those whose read fails
   */
  public record Damage(long torn, long phantom, long unreadable) {
    boolean any() {
      return torn + phantom + unreadable > 0;
    }
  }

  public Losses {
    examples = List.copyOf(examples);
  }

  /** The sum of both, without examples. */
  Losses plus(Losses other) {
    Operations made = other.operations;
    Missing gone = other.missing;
    Damage harm = other.damage;
    return new Losses(
        new Operations(
            operations.inserts + made.inserts,
            operations.updates + made.updates,
            operations.deletes + made.deletes,
            operations.inFlight + made.inFlight),
        new Missing(
            missing.lost + gone.lost,
            missing.resurrected + gone.resurrected,
            LongStream.concat(missing.oldestNanos.stream(), gone.oldestNanos.stream()).max(),
            missing.suffix && gone.suffix),
        new Damage(
            damage.torn + harm.torn,
            damage.phantom + harm.phantom,
            damage.unreadable + harm.unreadable),
        List.of());
  }
}
