/**
 * Makes the sections and files of a report from the records of {@link
 * org.pmemycsb.harness.analysis}.
 *
 * <p>{@link org.pmemycsb.harness.report.Report} writes the files. Most other classes are pure
 * functions from {@code Results} to a list of {@code Section}. {@code Sections} names all sections
 * in their order. {@link org.pmemycsb.harness.result.FileColumns} names all columns of the CSV and
 * the JSON.
 *
 * <p>Golden files in the tests seal each format. The same journal gives the same bytes. A report
 * leaves out files that are missing or broken; they are never an error.
 */
package org.pmemycsb.harness.report;
