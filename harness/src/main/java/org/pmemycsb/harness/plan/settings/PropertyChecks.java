package org.pmemycsb.harness.plan.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.KeyDistribution.Stock;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.plan.settings.PropertyKey.Fate;
import site.ycsb.Workload;
import site.ycsb.generator.ExponentialGenerator;
import site.ycsb.workloads.CoreWorkload;

/**
 * Refuses properties of YCSB that would change nothing, or end a run after its load. They stand in
 * property files, among the properties of the experiment ({@code -p}) or in those of a phase.
 */
record PropertyChecks(Experiment experiment) {
  /**
   * @throws ConfigurationException naming the file or phase, the key, and what to do
   */
  static void refuse(Experiment experiment) {
    PropertyChecks checks = new PropertyChecks(experiment);
    PropertyKeys.sources(experiment).forEach(checks::refuse);
    for (Phase phase : experiment.phases()) {
      String where = "workloads: " + phase.id();
      if (phase.warm() instanceof Phase.Listed file) {
        checks.refusePadding(file);
      }
      phase.properties().keySet().forEach(name -> refuseOfRecords(where, name));
      if (!phase.isLoad() && phase.trace().isEmpty()) {
        checks.refuseTogether(where, phase);
      }
    }
    experiment.databases().stream()
        .filter(database -> database.isClass())
        .forEach(database -> refuseOfWorkload(database.label(), database.ownOptions()));
  }

  /** Refuses a value that YCSB would not take for what it says. */
  static void refuse(String where, PropertyKey key, String text) {
    if (!key.values().holds().test(text)) {
      throw new ConfigurationException(
          "%s: %s must be %s, not '%s'".formatted(where, key.name(), key.values().says(), text));
    }
  }

  private void refuse(String where, Map<String, String> said) {
    said.forEach(
        (name, text) -> {
          Optional<String> meant = PropertyKeys.resembling(name);
          if (meant.isPresent()) {
            throw new ConfigurationException(
                "%s: '%s' is no key of YCSB; write %s, or give what a client needs in the braces of --db"
                    .formatted(where, name, meant.get()));
          }
          PropertyKeys.of(name).ifPresent(key -> refuseValue(where, key, text));
        });
  }

  private void refuseValue(String where, PropertyKey key, String text) {
    refuse(where, key, text);
    boolean possible =
        switch (key.fate()) {
          case SETTING, WORKLOAD, NOTHING -> true;
          case RECORDS -> key.remedy().isEmpty() || key.same().contains(text) || isStockAlone();
          case STOCK -> key.same().contains(text) || isStockAlone();
          case HARNESS -> key.same().contains(text) || isAllRecords(key, text);
        };
    if (!possible) {
      throw new ConfigurationException(
          "%s: %s=%s: %s".formatted(where, key.name(), text, key.remedy()));
    }
    if (key.name().equals(CoreWorkload.DATA_INTEGRITY_PROPERTY)
        && Boolean.parseBoolean(text)
        && experiment.values().isPresent()) {
      throw new ConfigurationException(
          "%s: %s=true: YCSB checks values of one length only; %s"
              .formatted(where, key.name(), Settings.VALUE_SIZES.remedy()));
    }
  }

  private boolean isStockAlone() {
    return experiment.runners().equals(List.of(RunnerKind.YCSB));
  }

  private boolean isAllRecords(PropertyKey key, String text) {
    return key.name().equals(Workload.INSERT_COUNT_PROPERTY)
        && Long.parseLong(text) == experiment.records();
  }

  /** The load makes the records, so a workload cannot have others. */
  private static void refuseOfRecords(String where, String name) {
    PropertyKeys.of(name)
        .filter(key -> key.fate() == Fate.RECORDS)
        .ifPresent(
            key -> {
              throw new ConfigurationException(
                  "%s: %s is a fact of all records; give it to all phases: -p %s=VALUE"
                      .formatted(where, name, name));
            });
  }

  /** The options of a bare client reach it alone. */
  private static void refuseOfWorkload(String where, Map<String, String> options) {
    options.forEach(
        (name, text) -> {
          if (PropertyKeys.of(name).filter(key -> key.fate() != Fate.SETTING).isPresent()) {
            throw new ConfigurationException(
                "%s: %s is a property of the workload; give it with -p %s=%s"
                    .formatted(where, name, name, text));
          }
        });
  }

  /** Keys have one length here; YCSB's differ in length where they are not filled up. */
  private void refusePadding(Phase.Listed file) {
    String text = file.said().get(CoreWorkload.ZERO_PADDING_PROPERTY);
    KeyShape keys = experiment.keys(Phase.LOAD);
    if (text != null
        && keys.lengths().equals(new Sizes.Fixed(KeyShape.PREFIX.length() + Integer.parseInt(text)))
        && keys.isBeyondStock()) {
      throw new ConfigurationException(
          "%s: %s=%s gives keys of different lengths, from the %d digits of their numbers; write %2$s=%4$d"
              .formatted(file.file(), CoreWorkload.ZERO_PADDING_PROPERTY, text, keys.digits()));
    }
  }

  /** Refuses values that are good by themselves, but not together or for so few records. */
  private void refuseTogether(String where, Phase phase) {
    Map<String, String> said = new HashMap<>(phase.said());
    said.putAll(experiment.properties());
    said.putAll(phase.properties());
    Work work;
    try {
      work = phase.work(said);
    } catch (ConfigurationException wrong) {
      throw new ConfigurationException(where + ": " + wrong.getMessage(), wrong);
    }
    if (phase.mix(experiment.properties()).total() == 0 && !isOfComponent(phase)) {
      throw new ConfigurationException(
          where + ": it makes no operations; give a share of them, such as readproportion=1");
    }
    if (work instanceof Work.Draw draw && draw.keys() == Stock.HOTSPOT) {
      refuseHotspot(where, said);
    }
    if (work instanceof Work.Draw draw
        && draw.keys() == Stock.EXPONENTIAL
        && number(said, ExponentialGenerator.EXPONENTIAL_FRAC_PROPERTY, "0.8571428571")
                * experiment.records()
            < 1) {
      throw new ConfigurationException(
          "%s: %s of %,d records is less than one; give more records, or a greater share"
              .formatted(
                  where, ExponentialGenerator.EXPONENTIAL_FRAC_PROPERTY, experiment.records()));
    }
    if (number(said, CoreWorkload.MIN_SCAN_LENGTH_PROPERTY, "1")
        > number(said, CoreWorkload.MAX_SCAN_LENGTH_PROPERTY, "1000")) {
      throw new ConfigurationException(
          "%s: %s is above %s; give a lower or a higher one"
              .formatted(
                  where,
                  CoreWorkload.MIN_SCAN_LENGTH_PROPERTY,
                  CoreWorkload.MAX_SCAN_LENGTH_PROPERTY));
    }
  }

  /** Whether it only names the order in which the probe of a place uses addresses. */
  private static boolean isOfComponent(Phase phase) {
    return phase instanceof Phase.Core && phase.said().isEmpty();
  }

  private void refuseHotspot(String where, Map<String, String> said) {
    double share = number(said, CoreWorkload.HOTSPOT_DATA_FRACTION, "0.2");
    double requests = number(said, CoreWorkload.HOTSPOT_OPN_FRACTION, "0.8");
    long hot = (long) (experiment.records() * share);
    if (hot == 0 && requests > 0 || hot == experiment.records() && requests < 1) {
      throw new ConfigurationException(
          "%s: %s=%s of %,d records leaves %s; give another share, or more records"
              .formatted(
                  where,
                  CoreWorkload.HOTSPOT_DATA_FRACTION,
                  share,
                  experiment.records(),
                  hot == 0 ? "none that is hot" : "none beside the hot ones"));
    }
  }

  private static double number(Map<String, String> said, String name, String byDefault) {
    return Double.parseDouble(said.getOrDefault(name, byDefault));
  }
}
