package org.pmemycsb.harness.analysis;

import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.host.LoadSummary;

/**
 * What explains the figures of cells.
 *
 * @param profiles in the order of the cells; often none
 * @param load of the machine during the runs; empty if it was not watched
 */
public record Why(List<Profiles.Profiled> profiles, Optional<LoadSummary> load) {
  public static final Why NONE = new Why(List.of(), Optional.empty());
}
