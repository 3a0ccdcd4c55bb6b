package org.pmemycsb.harness.report.model;

/**
 * @param warning whether it casts doubt on the figures; otherwise it explains them
 * @param text one or two sentences without markup
 */
public record Note(boolean warning, String text) {}
