package org.pmemycsb.harness.result;

/**
 * The figure of a cell in one round: the median of the runs of an invocation.
 *
 * @param round number of the invocation, from 1: a round has one of each combination
 * @param figure operations per second, or the figure that a claim is about
 */
public record Sample(int round, double figure) {}
