package org.pmemycsb.harness.feature;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.feature.capacity.CapacityRun;
import org.pmemycsb.harness.feature.hooks.Hooks;
import org.pmemycsb.harness.feature.ledger.Preloaded;
import org.pmemycsb.harness.feature.memory.MemoryBudgets;
import org.pmemycsb.harness.feature.placement.Placements;
import org.pmemycsb.harness.feature.profile.Profiled;
import org.pmemycsb.harness.feature.restart.ColdStart;
import org.pmemycsb.harness.feature.restart.RestartRun;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.Refusal;

/** The list of features. */
public final class Features {
  /** They begin in this order and end in reverse; the last one changes a process last. */
  private static final List<Function<Feature.Plan, Feature.Kind>> ALL =
      List.of(
          plan -> Hooks::of,
          plan -> new MemoryBudgets(),
          Placements::of,
          plan -> Preloaded::of,
          plan -> Profiled::of,
          plan -> ColdStart::of,
          plan -> RestartRun::of,
          plan -> CapacityRun::of);

  public static final List<Refusal> REFUSALS =
      Stream.of(Preloaded.REFUSALS, MemoryBudgets.REFUSALS, RestartRun.REFUSALS)
          .flatMap(List::stream)
          .toList();

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
