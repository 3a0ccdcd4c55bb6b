package org.pmemycsb.harness.audit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pmemycsb.harness.audit.Losses.Kind;
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

  /**
   * @param round from 1
   * @param killAfterMillis time from the last writer's start to the kill
   * @param restartMillis time of the restart, until the database was ready
   * @param losses the findings; empty if the round failed
   * @param ownEnd exit status of a server that ended before the kill, with the last lines of its
   *     log; empty if it ran until the kill
   * @param failure reason why the round failed, or why the database did not come back
   */
  public record RoundResult(
      int round,
      double killAfterMillis,
      double restartMillis,
      Optional<Losses> losses,
      Optional<String> ownEnd,
      Optional<String> failure) {
    static RoundResult failed(int round, Optional<String> ownEnd, String why) {
      return new RoundResult(round, 0, 0, Optional.empty(), ownEnd, Optional.of(why));
    }
  }

  public Audited {
    rounds = List.copyOf(rounds);
  }

  public Losses totals() {
    return rounds.stream()
        .flatMap(round -> round.losses().stream())
        .reduce(Losses.NONE, Losses::plus);
  }

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
    addCount(reasons, totals.count(Kind.TORN), "torn records");
    addCount(reasons, totals.count(Kind.PHANTOM), "records with data that was never written");
    addCount(reasons, totals.count(Kind.UNREADABLE), "records that cannot be read");
    switch (durability) {
      case NONE -> {}
      case PERIODIC -> rounds.forEach(round -> addBeyondWindow(reasons, round));
      case COMMIT -> {
        addCount(reasons, totals.count(Kind.LOST), "acknowledged writes lost");
        addCount(reasons, totals.count(Kind.RESURRECTED), "deleted records that exist again");
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
    if (!losses.suffix()) {
      reasons.add(
          "round %d: a write was lost, but a later write survived".formatted(round.round()));
    }
    long oldest = losses.oldestNanos().orElse(0);
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
