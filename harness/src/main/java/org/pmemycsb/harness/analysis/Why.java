package org.pmemycsb.harness.analysis;

import java.util.List;

/**
 * What explains the figures of cells.
 *
 * @param profiles in the order of the cells; often none
 */
public record Why(List<Profiles.Profiled> profiles) {
  public static final Why NONE = new Why(List.of());
}
