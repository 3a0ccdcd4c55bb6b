/**
 * What is shown: tables, charts and files, made from what was measured and nothing else.
 *
 * <p>{@link org.pmemycsb.harness.report.ResultFolder} reads and writes; between the two stand pure
 * functions from {@code Results} to text, one class a format. Every format is written with a dot in
 * numbers, whatever the locale, escapes what comes from users and servers, and is sealed by a
 * golden file in the tests. Rendering again from the journal gives the same bytes. What is missing
 * or broken in an old folder is left out of the report, and never an error.
 */
package org.pmemycsb.harness.report;
