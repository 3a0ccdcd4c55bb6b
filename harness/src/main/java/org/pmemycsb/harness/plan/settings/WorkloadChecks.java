package org.pmemycsb.harness.plan.settings;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.Cluster;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import org.pmemycsb.spi.Durability;

/** Refuses phases that could not be run, before anything is. */
record WorkloadChecks(Experiment experiment) {
  // The mix is drawn at random, so a few more may be deleted than its shares say.
  private static final double MOST_DELETED = 0.9;

  /**
   * @throws ConfigurationException naming the phase and the key that is wrong
   */
  static void refuse(Experiment experiment) {
    WorkloadChecks checks = new WorkloadChecks(experiment);
    checks.refuseDoubles();
    checks.refuseKeys();
    checks.refuseValues();
    checks.refuseOperations();
    experiment.phases().forEach(checks::refuseStock);
    experiment.phases().stream().filter(phase -> !phase.isLoad()).forEach(checks::refuse);
    checks.refuseAfterGaps();
    checks.refuseTraces();
    checks.refuseRestart();
    checks.refuseCluster();
    checks.refuseMemory();
  }

  private void refuseMemory() {
    if (!experiment.limitsMemory()) {
      return;
    }
    if (experiment.cluster().isPresent()) {
      throw refused(
          "memory", "only this machine's memory can be limited; leave memory or cluster out");
    }
    if (!experiment.runners().equals(List.of(RunnerKind.TRACE))) {
      throw refused(
          "memory", "only runner trace keeps its own memory out of a budget; leave the others out");
    }
  }

  /** Of a phase that kills the database. */
  private void refuseRestart() {
    List<Phase> phases = experiment.phases();
    Optional<Phase> killed = phases.stream().filter(Phase::restartsDatabase).findFirst();
    if (killed.isEmpty()) {
      return;
    }
    String where = "workloads: " + killed.get().id();
    if (!experiment.runners().equals(List.of(RunnerKind.TRACE))) {
      throw refused(where, "only runner trace restarts a database; leave out the other runners");
    }
    if (experiment.cluster().isPresent()) {
      throw refused(
          where, "a database is restarted for clients on this machine; leave out the cluster");
    }
    if (experiment.durabilities().contains(Durability.NONE)) {
      throw refused(
          where,
          "at durability none, a database need not keep its records; give periodic or commit");
    }
    int at = phases.indexOf(Phase.RESTART);
    if (at < 0) {
      return;
    }
    if (Phase.RESTART.mix(experiment.properties()).changesRecords()) {
      throw refused(
          where, "it makes reads and updates alone; leave out the shares of inserts and deletes");
    }
    for (Phase before : phases.subList(0, at)) {
      if (before.mix(experiment.properties()).deleteShare() > 0) {
        throw refused(
            where, "%s deletes records before it; let the restart come first", before.id());
      }
    }
  }

  private void refuseCluster() {
    List<Integer> machines = experiment.get(Settings.MACHINES);
    if (experiment.cluster().isEmpty()) {
      if (!machines.isEmpty() || !experiment.get(Settings.CLUSTER).equals(Cluster.NONE)) {
        throw refused("cluster", "the URL of a cluster is missing; give --cluster URL");
      }
      return;
    }
    if (machines.isEmpty()) {
      throw refused("cluster", "the number of machines is missing; give --machines N");
    }
    if (!experiment.runners().equals(List.of(RunnerKind.TRACE))) {
      throw refused("cluster", "only runner trace runs on many machines");
    }
    if (!experiment.get(Settings.SHOW).isEmpty() || !experiment.placement().isNone()) {
      throw refused(
          "cluster", "show and placement are for clients on this machine; leave them out");
    }
    for (Phase phase : experiment.phases()) {
      if (phase.trace().isPresent() || phase.mix(experiment.properties()).deleteShare() > 0) {
        throw refused(
            "cluster",
            "phase %s replays a trace or deletes records, which one machine alone can do; leave out"
                + " the phase or the cluster",
            phase.id());
      }
    }
  }

  private static ConfigurationException refused(String where, String message, Object... words) {
    return new ConfigurationException(where + ": " + String.format(Locale.ROOT, message, words));
  }

  private void refuseDoubles() {
    try {
      Form.refuseDouble(experiment.phases().stream().map(Phase::id).toList());
    } catch (ConfigurationException twice) {
      throw refused("workloads", "%s", twice.getMessage());
    }
  }

  private void refuseKeys() {
    for (Phase phase : experiment.phases()) {
      if (phase.equals(Phase.LOAD) || phase.keyLength().isPresent()) {
        refuse(
            phase.equals(Phase.LOAD) ? "keyLength" : "workloads: " + phase.id() + ": keyLength",
            experiment.keys(phase));
      }
    }
  }

  private void refuse(String where, KeyShape keys) {
    Sizes lengths = keys.lengths();
    Object shown = lengths.isFixed() ? lengths.longest() : lengths.text();
    if (lengths.common() < keys.digits()) {
      throw refused(
          where,
          "%s is too short for %s keys; it must be at least %d",
          shown,
          keys.ordered() ? "these records'" : "hashed",
          keys.digits());
    }
    if (lengths.longest() > KeyShape.LONGEST) {
      throw refused(where, "%s is too long; a key has at most %d bytes", shown, KeyShape.LONGEST);
    }
    if (runsStock() && keys.isBeyondStock()) {
      throw refused(
          where,
          "%s is nothing that the stock client has: its keys have one length, here from %d bytes;"
              + " give one, or leave out runner ycsb",
          shown,
          KeyShape.PREFIX.length() + keys.digits());
    }
  }

  private void refuseValues() {
    Optional<Sizes> sizes = experiment.values().filter(Sizes::isBeyondStock);
    if (runsStock() && sizes.isPresent()) {
      throw refused(
          "valueSize", "the stock client has no %s; leave out runner ycsb", sizes.get().kind());
    }
    String share = experiment.properties().get(Sizes.COMPRESSIBILITY);
    if (share != null
        && Mix.share("properties: " + Sizes.COMPRESSIBILITY, share) > 0
        && runsStock()) {
      throw refused(
          Sizes.COMPRESSIBILITY,
          "the stock client has none; leave it out, or leave out runner ycsb");
    }
  }

  private void refuseOperations() {
    if (experiment.endsByTimeAlone()) {
      return;
    }
    long most =
        experiment.phases().stream().mapToLong(experiment::mostOperations).max().orElseThrow();
    if (most > Phase.MOST_OPERATIONS) {
      throw refused(
          "operations",
          "all threads together make %,d, more than %,d; give fewer",
          most,
          Phase.MOST_OPERATIONS);
    }
    if (runsStock() && most > Integer.MAX_VALUE) {
      throw refused(
          "operations",
          "the stock client counts to %,d; give no more, or leave out runner ycsb",
          Integer.MAX_VALUE);
    }
  }

  private boolean runsStock() {
    return experiment.runners().contains(RunnerKind.YCSB);
  }

  private void refuseStock(Phase phase) {
    if (runsStock() && phase.beyondStock(experiment.properties()).isPresent()) {
      throw refused(
          "workloads: " + phase.id(),
          "the stock client cannot do what '%s' asks for; leave it out, or leave out runner ycsb",
          phase.beyondStock(experiment.properties()).get());
    }
  }

  /** Of the records, some are not there after such a phase. */
  private void refuseAfterGaps() {
    for (int i = 1; i < experiment.phases().size(); i++) {
      Phase before = experiment.phases().get(i - 1);
      Phase phase = experiment.phases().get(i);
      if (before.leavesGaps() && !phase.isLoad()) {
        throw refused(
            "workloads: " + phase.id(),
            "not all records are there after '%s', which %s; let another fill come before",
            before.id(),
            before.trace().isPresent() ? "deletes some" : "inserts some again");
      }
    }
  }

  private void refuseTraces() {
    boolean changed = false;
    for (Phase phase : experiment.phases()) {
      String where = "workloads: " + phase.id();
      if (phase.isLoad()) {
        changed = false;
      }
      if (phase.trace().isPresent()) {
        refuse(where, phase.trace().get(), phase.isTimed());
        if (changed) {
          throw refused(
              where,
              "a phase before it inserts or deletes records, and a trace counts on those of the"
                  + " load; let a fill come before");
        }
      }
      changed |=
          phase.mix(experiment.properties()).changesRecords()
              || phase.trace().filter(facts -> facts.inserts() > 0).isPresent();
    }
  }

  private void refuse(String where, TraceFacts trace, boolean timed) {
    if (trace.records() > experiment.records()) {
      throw refused(
          where,
          "the trace asks for %,d records that it does not make, and there are %,d; leave records"
              + " out, or give at least %d",
          trace.records(),
          experiment.records(),
          trace.records());
    }
    if (experiment.target() > 0) {
      throw refused(
          where, "a trace has its own times; leave target out, and give the phase a speed");
    }
    if (timed && experiment.runners().contains(RunnerKind.NATIVE)) {
      throw refused(
          where, "the native program waits for no time; leave speed or runner native out");
    }
  }

  private void refuse(Phase phase) {
    String where = "workloads: " + phase.id();
    Mix mix = phase.mix(experiment.properties());
    double lost = (mix.deleteShare() - mix.insertShare()) * experiment.mostOperations(phase);
    if (lost > MOST_DELETED * experiment.records()) {
      throw refused(
          where,
          "it deletes about %,.0f records more than it inserts, and there are %,d; give fewer"
              + " operations, more records, or as many inserts as deletes",
          lost,
          experiment.records());
    }
  }
}
