package org.pmemycsb.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.design.MemoryBudget;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.RunSpec;
import org.pmemycsb.harness.host.Media;
import org.pmemycsb.harness.host.MemoryControl;
import org.pmemycsb.harness.workspace.MemoryGroup;
import org.pmemycsb.harness.workspace.Workspace;
import org.pmemycsb.spi.Medium;

/** Limits the main memory of the databases of an experiment, one run after another. */
record MemoryLimits(Experiment experiment, MemoryGroup group) {
  /** No database runs in less: with it, the refusal comes before the first run and not in it. */
  static final long LEAST_BYTES = 16L << 20;

  // The kernel counts whole pages, which are larger than 4 KiB on some processors.
  private static final long PAGE = 1 << 16;

  /** For experiments without limits. */
  static final MemoryLimits NONE = new MemoryLimits(null, null);

  /**
   * Prepares the limits; nothing is made where an experiment has none.
   *
   * @param home the workspace that takes the group down
   */
  static MemoryLimits of(Experiment experiment, Workspace home) throws IOException {
    return experiment.limitsMemory()
        ? new MemoryLimits(experiment, home.newGroup(MemoryControl.find()))
        : NONE;
  }

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

  /**
   * Sets the limit of a run; empty for a run without.
   *
   * @throws ConfigurationException if the kernel has another limit then
   */
  Optional<MemoryLimit> begin(RunSpec spec, Path folder) throws IOException {
    if (spec.memory().isAll()) {
      return Optional.empty();
    }
    long budget = spec.memory().bytes(experiment.dataBytes(spec.valueSize()));
    boolean onTmpfs = Media.of(folder) == Medium.TMPFS;
    // The kernel counts files on a tmpfs as memory, so the limit has room for all that it can hold.
    long room = onTmpfs ? Files.getFileStore(folder).getTotalSpace() : 0;
    long kernel = group.limit(budget + room);
    if (onTmpfs ? kernel < budget : kernel > budget || kernel <= budget - PAGE) {
      throw new ConfigurationException(
          "memory: the kernel limits %s to %s, not to %s; look for a limit of a group above it, or leave memory out"
              .formatted(group.folder(), ByteSize.rounded(kernel), ByteSize.rounded(budget)));
    }
    return Optional.of(
        new MemoryLimit(
            group, spec.memory(), budget, kernel, folder, onTmpfs, group.kills(), false));
  }
}
