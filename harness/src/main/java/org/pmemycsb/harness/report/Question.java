package org.pmemycsb.harness.report;

import java.util.List;
import org.pmemycsb.harness.report.chart.Chart;

/**
 * What a reader wants to know, and the charts that answer it.
 *
 * @param id for links: lower-case letters and hyphens
 * @param title the question
 * @param reading how to read the charts
 * @param groups the charts, by the conditions that a reader chooses from; never empty
 */
record Question(String id, String title, String reading, List<Group> groups) {
  /**
   * Charts to be seen together.
   *
   * @param label the conditions; empty when there is only one group
   */
  record Group(String label, List<Chart> charts) {}
}
