package org.pmemycsb.harness.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.database.Databases;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.design.Secrets;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.RunSpec;
import org.pmemycsb.harness.workspace.Workspaces;
import org.pmemycsb.spi.DatabaseAdapter;

/** The parts that all runs of an experiment share. */
record RunContext(
    Experiment experiment,
    Databases databases,
    Map<RunnerKind, Runner> runners,
    Workspaces workspaces,
    List<Feature.Kind> features,
    Path workloads,
    Path results,
    Secrets secrets) {
  RunContext {
    runners = Map.copyOf(runners);
  }

  DatabaseAdapter adapter(RunSpec spec) {
    return databases.get(spec.database().id());
  }
}
