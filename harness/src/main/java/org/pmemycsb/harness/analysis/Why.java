package org.pmemycsb.harness.analysis;

import java.util.List;

/**
 * What explains the figures of cells.
 *
 * @param profiles in the order of the cells; often none
 * @param overTime latencies over time, in the order of the cells; of some cells only
 */
public record Why(List<Profiles.Profiled> profiles, List<OverTime> overTime) {
  public static final Why NONE = new Why(List.of(), List.of());
}
