package org.pmemycsb.harness.statistics;

/** A figure and the 95 % interval around it. */
public record Interval(double figure, double low, double high) {}
