/**
 * The parts of a report without a format: sections, tables, charts, notes, and the names and
 * numbers in them. Immutable records and pure functions.
 */
package org.pmemycsb.harness.report.model;
