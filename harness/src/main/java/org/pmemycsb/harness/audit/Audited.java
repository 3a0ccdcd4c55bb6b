package org.pmemycsb.harness.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pmemycsb.spi.Durability;

/**
 * The result for one database at one durability.
 *
 * @param database its name in tables
 * @param version product and version of the live database
 * @param durability what the live database claims
 * @param window at periodic: the longest time in which an acknowledged write may be unsafe, as the
 *     database states
 */
public record Audited(
    String database,
    String version,
    Durability durability,
    Optional<Duration> window,
    List<RoundResult> rounds) {
  private static final double NANOS_PER_MILLI = 1e6;

  public Audited {
    rounds = List.copyOf(rounds);
  }

  public Losses totals() {
    return rounds.stream()
        .flatMap(round -> round.losses().stream())
        .reduce(Losses.NONE, Losses::plus);
  }

  /** Whether the database kept what its durability claims. */
  public boolean holds() {
    return reasons().isEmpty();
  }

  /**
   * The reasons why the durability is broken; empty if it holds. A server that ended by itself is
   * no reason: see {@link #ownEnds}.
   */
  public List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    Losses totals = totals();
    for (RoundResult round : rounds) {
      round.failure().ifPresent(why -> reasons.add("round " + round.round() + ": " + why));
    }
    addCount(reasons, totals.damage().torn(), "torn records");
    addCount(reasons, totals.damage().phantom(), "records with data that was never written");
    addCount(reasons, totals.damage().unreadable(), "records that cannot be read");
    switch (durability) {
      case NONE -> {}
      case PERIODIC -> rounds.forEach(round -> addBeyondWindow(reasons, round));
      case COMMIT -> {
        addCount(reasons, totals.missing().lost(), "acknowledged writes lost");
        addCount(reasons, totals.missing().resurrected(), "deleted records that exist again");
      }
    }
    return reasons;
  }

  /** The ends of servers that ended by themselves under load, one for each such round. */
  public List<String> ownEnds() {
    return rounds.stream()
        .flatMap(round -> round.ownEnd().map(end -> "round " + round.round() + ": " + end).stream())
        .toList();
  }

  private static void addCount(List<String> reasons, long count, String what) {
    if (count > 0) {
      reasons.add(what + ": " + count);
    }
  }

  /** At periodic, a crash may lose only the last moments before it. */
  private void addBeyondWindow(List<String> reasons, RoundResult round) {
    Losses losses = round.losses().orElse(Losses.NONE);
    if (!losses.missing().suffix()) {
      reasons.add(
          "round %d: a write was lost, but a later write survived".formatted(round.round()));
    }
    long oldest = losses.missing().oldestNanos().orElse(0);
    if (window.isPresent() && oldest > window.get().toNanos()) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "round %d: a write was lost %.0f ms after its acknowledgement, but only %d ms are permitted",
              round.round(),
              oldest / NANOS_PER_MILLI,
              window.get().toMillis()));
    }
  }
}
