package org.pmemycsb.harness.measure;

import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.MemoryControl;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.settings.Experiment;

/** Refuses budgets of main memory that this machine cannot keep. */
final class MemoryLimits {
  /** No database runs in less: with it, the refusal comes before the first run and not in it. */
  private static final long LEAST_BYTES = 16L << 20;

  private MemoryLimits() {}

  /**
   * Checks the budgets of an experiment against this machine.
   *
   * @throws ConfigurationException if one is too small or too large, or nothing can be limited
   */
  static void refuse(Experiment experiment) {
    if (experiment.limitsMemory()) {
      refuse(experiment, MemoryControl.find().mostBytes());
    }
  }

  /**
   * @param most the memory that all processes of the harness may use
   */
  static void refuse(Experiment experiment, long most) {
    for (int valueSize : experiment.valueSizes()) {
      long data = experiment.dataBytes(valueSize);
      for (MemoryBudget budget : experiment.memory()) {
        long bytes = budget.bytes(data);
        if (!budget.isAll() && bytes > most) {
          throw refused(budget, data, "more than the %s there are here", most);
        }
        if (bytes < LEAST_BYTES) {
          throw refused(budget, data, "less than the %s that a database needs", LEAST_BYTES);
        }
      }
    }
  }

  private static ConfigurationException refused(
      MemoryBudget budget, long data, String why, long bytes) {
    return new ConfigurationException(
        "memory: %s %s; give another budget, or for a share another number of records"
            .formatted(budget.subject(data), why.formatted(ByteSize.rounded(bytes))));
  }
}
