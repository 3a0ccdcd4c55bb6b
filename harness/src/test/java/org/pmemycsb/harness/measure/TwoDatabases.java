package org.pmemycsb.harness.measure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.settings.Budget;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Grid;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

/** An experiment with two databases and a precision, and results of its runs. */
final class TwoDatabases {
  /** How long each run takes. */
  static final double SECONDS = 2;

  static final Experiment EXPERIMENT = draft().finish();

  static final List<RunSpec> GRID = grid(EXPERIMENT);

  private TwoDatabases() {}

  static ExperimentDraft draft() {
    return new ExperimentDraft()
        .set(
            Settings.DATABASES,
            List.of(new DatabaseChoice("pmemkv", Map.of()), new DatabaseChoice("redis", Map.of())))
        .set(Settings.BUDGET, new Budget(Duration.ofMinutes(1), 0.05));
  }

  /** The only phase of a run. */
  static PhaseResult result(RunSpec run, double throughput, String failure) {
    String name = run.database().id();
    PhaseResult made =
        failure == null
            ? Phases.valid(name, "A", 1, run.repeat(), throughput)
            : Phases.invalid(name, "A", 1, run.repeat(), failure);
    return Changed.with(
        made,
        "origin",
        new PhaseResult.Origin(
            run.run(), run.again(), 1, run.repeat(), null, null, Map.of("phases", SECONDS)));
  }

  static List<RunSpec> grid(Experiment experiment) {
    return Grid.expand(
        experiment,
        new Grid.Offer(
            (database, durability) -> true,
            database -> database.id().equals("pmemkv"),
            database -> false));
  }
}
