package org.pmemycsb.harness.plan.settings;

import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.RunnerKind;
import site.ycsb.Workload;

/**
 * Refuses values of YCSB's keys that would change nothing, or end a run after its load. They stand
 * in property files, among the properties of the experiment ({@code -p}) or in those of a phase.
 */
final class PropertyChecks {
  private PropertyChecks() {}

  /**
   * @throws ConfigurationException naming the file or phase, the key, and what to do
   */
  static void refuse(Experiment experiment) {
    PropertyKeys.sources(experiment)
        .forEach(
            (where, said) -> said.forEach((name, text) -> refuse(experiment, where, name, text)));
  }

  /** Refuses a value that YCSB would not take for what it says. */
  static void refuse(String where, PropertyKey key, String text) {
    if (!key.values().holds().test(text)) {
      throw new ConfigurationException(
          "%s: %s must be %s, not '%s'".formatted(where, key.name(), key.values().says(), text));
    }
  }

  private static void refuse(Experiment experiment, String where, String name, String text) {
    Optional<String> meant = PropertyKeys.resembling(name);
    if (meant.isPresent()) {
      throw new ConfigurationException(
          "%s: '%s' is no key of YCSB; write %s, or give what a client needs in the braces of --db"
              .formatted(where, name, meant.get()));
    }
    PropertyKey key = PropertyKeys.of(name).orElse(null);
    if (key == null) {
      return;
    }
    refuse(where, key, text);
    boolean isStockAlone = experiment.runsOnly(RunnerKind.YCSB);
    boolean possible =
        switch (key.fate()) {
          case SETTING, WORKLOAD, NOTHING -> true;
          case RECORDS -> key.remedy().isEmpty() || isStockAlone;
          case STOCK -> isStockAlone;
          case HARNESS ->
              name.equals(Workload.INSERT_COUNT_PROPERTY)
                  && Long.parseLong(text) == experiment.records();
        };
    if (!possible && !key.same().contains(text)) {
      throw new ConfigurationException("%s: %s=%s: %s".formatted(where, name, text, key.remedy()));
    }
  }
}
