/**
 * The sentences of a report: warnings and explanations beside the figures, and the facts about the
 * machine and the runs. Pure functions.
 */
package org.pmemycsb.harness.report.notes;
