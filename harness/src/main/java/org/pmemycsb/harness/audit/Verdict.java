package org.pmemycsb.harness.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a database keeps what its durability claims.
 *
 * @param holds true if it does
 * @param reasons why not; empty if it does
 */
public record Verdict(boolean holds, List<String> reasons) {
  private static final double NANOS_PER_MILLI = 1e6;

  public Verdict {
    reasons = List.copyOf(reasons);
  }

  static Verdict of(Audited audited) {
    List<String> reasons = new ArrayList<>();
    Losses totals = audited.totals();
    for (RoundResult round : audited.rounds()) {
      round.failure().ifPresent(why -> reasons.add("round " + round.round() + ": " + why));
    }
    refuse(reasons, totals.torn(), "torn records");
    refuse(reasons, totals.phantom(), "records with what was never written");
    refuse(reasons, totals.unreadable(), "records that cannot be read");
    switch (audited.durability()) {
      case NONE -> {}
      case PERIODIC -> reasons.addAll(beyondTheWindow(audited));
      case COMMIT -> {
        refuse(reasons, totals.lost(), "acknowledged writes lost");
        refuse(reasons, totals.resurrected(), "deleted records back");
      }
    }
    return new Verdict(reasons.isEmpty(), reasons);
  }

  private static void refuse(List<String> reasons, long count, String what) {
    if (count > 0) {
      reasons.add(what + ": " + count);
    }
  }

  /** The last moments may be lost, but all of them, and no more. */
  private static List<String> beyondTheWindow(Audited audited) {
    List<String> reasons = new ArrayList<>();
    for (RoundResult round : audited.rounds()) {
      if (round.losses().isEmpty()) {
        continue;
      }
      Losses losses = round.losses().get();
      if (!losses.suffix()) {
        reasons.add(
            "round " + round.round() + ": something later is there than something that is lost");
      }
      Optional<Duration> window = audited.window();
      if (window.isPresent()
          && losses.oldestLostNanos().isPresent()
          && losses.oldestLostNanos().getAsLong() > window.get().toNanos()) {
        reasons.add(
            String.format(
                Locale.ROOT,
                "round %d: a write was lost %.0f ms after its acknowledgement, beyond %d ms",
                round.round(),
                losses.oldestLostNanos().getAsLong() / NANOS_PER_MILLI,
                window.get().toMillis()));
      }
    }
    return reasons;
  }
}
