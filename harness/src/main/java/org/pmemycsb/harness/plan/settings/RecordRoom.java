package org.pmemycsb.harness.plan.settings;

import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.spi.RecordLayout;
import site.ycsb.workloads.CoreWorkload;

/** How much room the records of an experiment take. */
record RecordRoom(Experiment experiment) {
  private static final double MARGIN = 1.25;

  /**
   * The shape of the data of a run, with room for the inserts of its phases: twice as many as their
   * share of the operations, because the mix is drawn at random.
   */
  RecordLayout layout(int valueSize) {
    int key = 0;
    for (Phase phase : experiment.phases()) {
      KeyShape keys = experiment.keys(phase);
      key = Math.max(key, onAverage(keys.lengths(), keys.mean()));
    }
    return new RecordLayout(
        maxRecords(),
        key,
        experiment.fieldCount(),
        forValue(valueSize),
        experiment
            .properties()
            .getOrDefault(CoreWorkload.FIELD_NAME_PREFIX, CoreWorkload.FIELD_NAME_PREFIX_DEFAULT));
  }

  /** The most records that there will be at any time. */
  long maxRecords() {
    return experiment.records() + experiment.phases().stream().mapToLong(this::inserts).sum();
  }

  private long inserts(Phase phase) {
    if (phase.trace().isPresent()) {
      return phase.trace().get().inserts();
    }
    double share = Math.min(1, 2 * phase.mix(experiment.properties()).insertShare());
    return share == 0 ? 0 : Math.max(1000, (long) (share * experiment.mostOperations(phase)));
  }

  private int forValue(int valueSize) {
    return experiment.phases().stream()
        .map(phase -> experiment.values(phase, valueSize))
        .mapToInt(sizes -> onAverage(sizes, sizes.mean()))
        .reduce(valueSize, Math::max);
  }

  /** Bytes for one, on average: more than the mean, because lengths are drawn at random. */
  private int onAverage(Sizes sizes, int mean) {
    double room = MARGIN * mean + sizes.longest() / Math.sqrt(experiment.records());
    return sizes.longest() > mean ? (int) Math.min(sizes.longest(), room) : sizes.longest();
  }
}
