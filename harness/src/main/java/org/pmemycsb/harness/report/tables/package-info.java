/**
 * The tables of a report: pure functions from the records of {@link org.pmemycsb.harness.analysis}
 * to a {@code Table}. A class has the tables whose rows are about the same kind of thing.
 *
 * <p>A class may also make the sentences around its table. {@link
 * org.pmemycsb.harness.report.tables.Throughput} has the columns and fields that most tables begin
 * with. The package above decides the order of the tables and the reports that show them.
 */
package org.pmemycsb.harness.report.tables;
