package org.pmemycsb.harness.measure;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.spi.DatabaseAdapter;

/**
 * The parts that all runs of an experiment share.
 *
 * @param left takes what could not be removed from a server, a line each; from several threads
 */
record RunContext(
    Experiment experiment,
    Databases databases,
    Map<RunnerKind, Runner> runners,
    Workspaces workspaces,
    List<Feature.Kind> features,
    Path workloads,
    Path results,
    Secrets secrets,
    Collection<String> left) {
  RunContext {
    runners = Map.copyOf(runners);
  }

  DatabaseAdapter adapter(RunSpec spec) {
    return databases.get(spec.database().id());
  }
}
