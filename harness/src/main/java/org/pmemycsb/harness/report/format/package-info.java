/**
 * The formats of a report: page, document, tables of a paper, terminal, and charts as PNG and PDF.
 * {@link org.pmemycsb.harness.report.format.Format} lists those with a template, {@link
 * org.pmemycsb.harness.report.format.PlainText} aligns for the terminal.
 *
 * <p>Pure functions from {@link org.pmemycsb.harness.report.model.Section} to text or bytes, except
 * {@link org.pmemycsb.harness.report.format.Plots}, which writes files. No clock and no locale.
 * Text of users and servers is escaped here and nowhere else.
 */
package org.pmemycsb.harness.report.format;
