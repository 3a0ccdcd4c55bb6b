package org.pmemycsb.harness.feature;

import java.util.List;
import java.util.function.Function;
import org.pmemycsb.harness.feature.capacity.CapacityRun;
import org.pmemycsb.harness.feature.cold.ColdStart;
import org.pmemycsb.harness.feature.ledger.Preloaded;
import org.pmemycsb.harness.feature.memory.MemoryBudgets;
import org.pmemycsb.harness.feature.placement.Placements;
import org.pmemycsb.harness.feature.profile.Profiled;
import org.pmemycsb.harness.measure.Feature;

/** The list of features. */
public final class Features {
  /** In this order they change a process: the last one is the outermost. */
  private static final List<Function<Feature.Plan, Feature.Kind>> ALL =
      List.of(
          plan -> new MemoryBudgets(),
          Placements::of,
          plan -> Preloaded::of,
          plan -> Profiled::of,
          plan -> ColdStart::of,
          plan -> CapacityRun::of);

  private Features() {}

  /**
   * The features of an experiment.
   *
   * @throws org.pmemycsb.harness.ConfigurationException if one is impossible on this machine
   */
  public static List<Feature.Kind> of(Feature.Plan plan) {
    return ALL.stream().map(each -> each.apply(plan)).toList();
  }
}
