package org.pmemycsb.harness.analysis.claim;

import java.util.Optional;
import java.util.OptionalDouble;

/**
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
    String reason) {
  private static final String NUMBER = "\\d+(\\.\\d+)?";

  /**
   * The measured figure over the published one. Empty if the claim is about several figures, or if
   * more than a number was published.
   */
  public OptionalDouble overPublished() {
    if (!published.matches(NUMBER) || measured.isEmpty() || measured.get().figures() > 1) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(measured.get().least() / Double.parseDouble(published));
  }

  /**
   * The measured figure of a claim, in the unit of the claim: times for a {@code ratio}, percent
   * for {@code faster}, operations per second for {@code throughput} or the unit of the experiment.
   *
   * @param text figure, unit and interval, ready to be shown
   * @param least the figure; the smallest of them when the claim is about {@code all} of several
   * @param most the largest of them
   * @param low lower end of the 95 % interval of {@code least}; empty when a cell has one run only
   * @param high upper end of the 95 % interval of {@code most}
   * @param figures how many there are
   */
  public record Measured(
      String text,
      double least,
      double most,
      OptionalDouble low,
      OptionalDouble high,
      int figures) {}
}
