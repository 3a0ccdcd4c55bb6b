package org.pmemycsb.harness.analysis.claim;

import java.util.OptionalDouble;

/**
 * The measured figure of a claim, in the unit of the claim: times for a {@code ratio}, percent for
 * {@code faster}, operations per second for {@code throughput} or the unit of the experiment.
 *
 * @param text figure, unit and interval, ready to be shown
 * @param least the figure; the smallest of them when the claim is about {@code all} of several
 * @param most the figure; the largest of them when the claim is about {@code all} of several
 * @param low lower end of the 95 % interval of {@code least}; empty when a cell has one run only
 * @param high upper end of the 95 % interval of {@code most}
 * @param figures how many figures it was taken from: 1, or the size of the set
 */
public record Measured(
    String text, double least, double most, OptionalDouble low, OptionalDouble high, int figures) {}
