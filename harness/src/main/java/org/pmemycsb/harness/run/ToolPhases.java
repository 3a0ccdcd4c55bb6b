package org.pmemycsb.harness.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.Mix;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.design.Secrets;
import org.pmemycsb.harness.design.Sizes;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.ServerTool;

/** Which phases a server's own tool can make as the runner {@code trace} makes them. */
public final class ToolPhases {
  // The tools take a value as an argument, and Linux has a limit for one.
  private static final int LONGEST_VALUE = 64 * 1024;

  private ToolPhases() {}

  /**
   * The tool of a database, where the experiment can use it as a ceiling; empty if there is none. A
   * database with a program that replays traces has a better ceiling. The tool may be missing on
   * this machine.
   */
  public static Optional<ServerTool> tool(
      Experiment experiment, DatabaseChoice database, DatabaseAdapter adapter) {
    return adapter.nativeReplay().isPresent()
            || database.isExternal()
            || experiment.cluster().isPresent()
            || experiment.runners().contains(RunnerKind.NATIVE)
            || of(experiment).isEmpty()
        ? Optional.empty()
        : adapter.serverTool(
            new LocalHost(), Secrets.resolved(database.ownOptions(), System::getenv));
  }

  /** The phases with reads of whole records and updates of one field, and nothing else. */
  public static List<Phase> of(Experiment experiment) {
    Map<String, String> properties = experiment.properties();
    boolean likely =
        !experiment.scans()
            && !properties.containsKey(Sizes.COMPRESSIBILITY)
            && experiment.valueSizes().stream().allMatch(size -> size <= LONGEST_VALUE)
            && properties.keySet().stream().noneMatch(name -> name.endsWith("allfields"));
    return experiment.phases().stream()
        .filter(phase -> likely && phase instanceof Phase.Core)
        .filter(phase -> experiment.values(phase).isNone())
        .filter(
            phase -> experiment.keys(phase).lengths().longest() == experiment.keys(phase).mean())
        .filter(phase -> isOfReadsAndUpdates(phase.mix(properties)))
        .toList();
  }

  private static boolean isOfReadsAndUpdates(Mix mix) {
    return mix.total() > 0 && mix.read() + mix.update() == mix.total();
  }
}
