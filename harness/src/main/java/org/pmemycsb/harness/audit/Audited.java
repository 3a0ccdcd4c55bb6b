package org.pmemycsb.harness.audit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.spi.Durability;

/**
 * What came of a database at one durability.
 *
 * @param database its name in tables
 * @param version product and version, as the live database said
 * @param durability what the live database claims
 * @param window how long it says that an acknowledged write may be unsafe, at periodic
 * @param rounds those that were made
 */
public record Audited(
    String database,
    String version,
    Durability durability,
    Optional<Duration> window,
    List<RoundResult> rounds) {
  public Audited {
    rounds = List.copyOf(rounds);
  }

  /** All rounds together. */
  public Losses totals() {
    return rounds.stream()
        .flatMap(round -> round.losses().stream())
        .reduce(Losses.NONE, Losses::plus);
  }

  /** The verdict on what the database claims. */
  public Verdict verdict() {
    return Verdict.of(this);
  }
}
