package org.pmemycsb.harness.feature.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Media;
import org.pmemycsb.harness.host.MemoryControl;
import org.pmemycsb.harness.host.workspace.MemoryGroup;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.spi.Medium;

/** Limits the main memory of the databases of an experiment, one run after another. */
public final class MemoryBudgets implements Feature.Kind {
  // The kernel counts whole pages, which are larger than 4 KiB on some processors.
  private static final long PAGE = 1 << 16;

  private MemoryGroup group;

  /** The limit of a run; empty for one without. The kernel must state the same limit. */
  @Override
  public synchronized Optional<Feature> of(Feature.Opening run) throws IOException {
    if (run.spec().memory().isAll()) {
      return Optional.empty();
    }
    if (group == null) {
      group = run.workspaces().home().newGroup(MemoryControl.find());
    }
    Path folder = run.folders().data();
    long budget = run.spec().memory().bytes(run.experiment().dataBytes(run.spec().valueSize()));
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
        new LimitedMemory(group, run.spec().memory(), budget, kernel, folder, onTmpfs));
  }
}
