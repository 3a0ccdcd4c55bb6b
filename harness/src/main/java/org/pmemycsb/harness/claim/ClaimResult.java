package org.pmemycsb.harness.claim;

import java.util.Optional;

/**
 * A claim and its result here.
 *
 * @param id short name, unique in the experiment
 * @param says the statement in words
 * @param holds the statement as it was computed
 * @param published the figure as it was published, in words; empty when none was
 * @param source where it was published; empty when nowhere
 * @param measured empty when cells that it needs are missing or INVALID
 * @param reason for UNDECIDED; the cells at which it FAILS; notes on different durabilities and
 *     missing databases; may be empty
 */
public record ClaimResult(
    String id,
    String says,
    String holds,
    String published,
    String source,
    ClaimVerdict verdict,
    Optional<Measured> measured,
    String reason) {}
