package org.pmemycsb.harness.experiment;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.pmemycsb.harness.ConfigurationException;
import site.ycsb.workloads.CoreWorkload;

/** Refuses phases that could not be run, before anything is. */
final class WorkloadChecks {
  // The mix is drawn at random, so a few more may be deleted than its shares say.
  private static final double MOST_DELETED = 0.9;
  private static final int PREFIX = "user".length();
  private static final int HASHED_DIGITS = 19;

  private final Experiment experiment;

  private WorkloadChecks(Experiment experiment) {
    this.experiment = experiment;
  }

  /**
   * @throws ConfigurationException naming the phase and the key that is wrong
   */
  static void refuse(Experiment experiment) {
    WorkloadChecks checks = new WorkloadChecks(experiment);
    checks.refuseDoubles();
    checks.refuseKeys();
    checks.refuseDistribution();
    checks.refuseValues();
    experiment.phases().forEach(checks::refuseStock);
    experiment.phases().stream().filter(phase -> !phase.isLoad()).forEach(checks::refuse);
    checks.refuseAfterRepeating();
  }

  private static ConfigurationException refused(String where, String message, Object... words) {
    return new ConfigurationException(where + ": " + String.format(Locale.ROOT, message, words));
  }

  private void refuseDoubles() {
    try {
      Form.refuseDouble(experiment.phases().stream().map(Phase::id).toList());
    } catch (ConfigurationException twice) {
      throw refused("phases", "%s", twice.getMessage());
    }
  }

  private void refuseKeys() {
    boolean ordered =
        "ordered".equals(experiment.properties().get(CoreWorkload.INSERT_ORDER_PROPERTY));
    long last = experiment.layout(1).maxRecords() - 1;
    int least = PREFIX + (ordered ? Long.toString(last).length() : HASHED_DIGITS);
    if (experiment.keyLength() < least) {
      throw refused(
          "keyLength",
          "%d is too short for %s keys; it must be at least %d",
          experiment.keyLength(),
          ordered ? "these records'" : "hashed",
          least);
    }
  }

  private void refuseDistribution() {
    for (String same : experiment.distribution().properties().keySet()) {
      if (experiment.properties().containsKey(same)) {
        throw refused(
            "distribution", "%s among the properties says the same; give one of them", same);
      }
    }
    if (runsStock()
        && KeyDistribution.zipfian(experiment.distribution().properties()).isPresent()) {
      throw refused(
          "distribution",
          "the stock client has no zipfian over the records there are; with runner ycsb, ask for"
              + " ycsb-zipfian");
    }
  }

  private void refuseValues() {
    ValueSizes sizes = experiment.get(Settings.VALUES);
    for (String same : sizes.properties().keySet()) {
      if (experiment.properties().containsKey(same)) {
        throw refused("values", "%s among the properties says the same; give one of them", same);
      }
    }
    if (runsStock() && sizes.isBeyondStock()) {
      throw refused("values", "the stock client has no %s; leave out runner ycsb", sizes.kind());
    }
    if (runsStock() && experiment.get(Settings.COMPRESSIBILITY) > 0) {
      throw refused(
          "compressibility", "the stock client has none; leave it out, or leave out runner ycsb");
    }
  }

  private boolean runsStock() {
    return experiment.runners().contains(RunnerKind.YCSB);
  }

  private void refuseStock(Phase phase) {
    if (runsStock() && phase.beyondStock(experiment.properties()).isPresent()) {
      throw refused(
          "phases: " + phase.id(),
          "the stock client cannot do what '%s' asks for; leave it out, or leave out runner ycsb",
          phase.beyondStock(experiment.properties()).get());
    }
  }

  /** Some records are not there after it. */
  private void refuseAfterRepeating() {
    for (int i = 1; i < experiment.phases().size(); i++) {
      Phase before = experiment.phases().get(i - 1);
      Phase phase = experiment.phases().get(i);
      if (before.fill().filter(Phase.REPEATING::equals).isPresent() && !phase.isLoad()) {
        throw refused(
            "phases: " + phase.id(),
            "not all records are there after '%s', which inserts some again; let another fill come"
                + " before",
            before.id());
      }
    }
  }

  private void refuse(Phase phase) {
    String where = "phases: " + phase.id();
    Mix mix = phase.mix(experiment.properties());
    double lost = (mix.deleteShare() - mix.insertShare()) * experiment.operations(phase);
    if (lost > MOST_DELETED * experiment.records()) {
      throw refused(
          where,
          "it deletes about %,.0f records more than it inserts, and there are %,d; give fewer"
              + " operations, more records, or as many inserts as deletes",
          lost,
          experiment.records());
    }
    if (phase.isOwn()) {
      Map<String, String> workload = new HashMap<>(phase.properties());
      if (!phase.choosesKeys()) {
        experiment.distribution().applyTo(workload);
      }
      try {
        KeyDistribution.refuseDeletes(workload);
        KeyDistribution.zipfian(workload);
      } catch (ConfigurationException wrong) {
        throw refused(where, "%s", wrong.getMessage());
      }
    }
  }
}
