package org.pmemycsb.harness.plan.settings;

import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Together;

/** Checks that the settings of an experiment fit together. */
final class ExperimentChecks {
  // Fewer are often close to each other by chance; docs/reference/statistics.md has the
  // simulation.
  static final int FEWEST_BEFORE_PRECISION = 4;

  private ExperimentChecks() {}

  /**
   * @throws ConfigurationException if they do not
   */
  static void refuse(Experiment experiment) {
    if (experiment.databases().isEmpty()) {
      throw new ConfigurationException("db: at least one is needed");
    }
    if (!experiment.phases().get(0).isLoad()) {
      throw new ConfigurationException(
          "workloads: a run begins with an empty database, so the first phase must be load");
    }
    refuseSettings("properties", experiment.properties());
    experiment.databases().forEach(database -> refuseSettings(database.id(), database.options()));
    for (Phase phase : experiment.phases()) {
      phase.mix(experiment.properties());
    }
    PropertyChecks.refuse(experiment);
    WorkloadChecks.refuse(experiment);
    refuseTargets(experiment);
    if (!experiment.get(Settings.SHOW).isEmpty()
        && !experiment.runners().contains(RunnerKind.TRACE)) {
      throw new ConfigurationException(
          "show: it needs runner trace; add trace to runner, or leave show out");
    }
    if (experiment.duration().toMillisPart() > 0
        && experiment.runners().contains(RunnerKind.YCSB)) {
      throw new ConfigurationException(
          "duration: the stock client counts whole seconds; with runner ycsb, give whole seconds");
    }
    if (experiment.precision() > 0 && experiment.repeats() < FEWEST_BEFORE_PRECISION) {
      throw new ConfigurationException(
          "repeats: %d are too few for a precision; give at least %d"
              .formatted(experiment.repeats(), FEWEST_BEFORE_PRECISION));
    }
    if (List.of(Together.ALL, Together.PAIRS).contains(experiment.together())) {
      experiment
          .aloneBecause()
          .ifPresent(
              why -> {
                throw new ConfigurationException(
                    "together: databases cannot be measured in turn, because %s; leave together out"
                        .formatted(why));
              });
    }
  }

  private static void refuseTargets(Experiment experiment) {
    if (experiment.goal().isPresent()) {
      refuseSearches(experiment);
    }
    if (experiment.isPoisson() && experiment.runners().contains(RunnerKind.YCSB)) {
      throw new ConfigurationException(
          "target: the stock client has no Poisson process; with runner ycsb, leave poisson out");
    }
    if (experiment.target() > 0 && experiment.runners().contains(RunnerKind.NATIVE)) {
      throw new ConfigurationException(
          "target: the native program has none; with runner native, leave target out");
    }
  }

  private static void refuseSearches(Experiment experiment) {
    if (!experiment.runners().equals(List.of(RunnerKind.TRACE))) {
      throw new ConfigurationException("target: only runner trace searches a capacity");
    }
    if (experiment.duration().isZero()) {
      throw new ConfigurationException(
          "target: a search needs a duration, the time of each of its trials; give --duration TIME");
    }
    if (experiment.phases().stream().noneMatch(experiment::searches)) {
      throw new ConfigurationException(
          "target: no phase can be searched; add a workload without inserts and deletes, such as A, B or C");
    }
  }

  static void refuseSettings(String where, Map<String, String> properties) {
    for (String name : properties.keySet()) {
      PropertyKeys.of(name)
          .filter(key -> key.fate() == PropertyKey.Fate.SETTING)
          .ifPresent(
              key -> {
                throw new ConfigurationException(
                    "%s: %s repeats the experiment's %s; %s"
                        .formatted(where, name, key.setting(), key.remedy()));
              });
    }
  }
}
