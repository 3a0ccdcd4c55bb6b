package org.pmemycsb.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.design.MemoryBudget;
import org.pmemycsb.harness.host.DiskUse;
import org.pmemycsb.harness.host.PageCache;
import org.pmemycsb.harness.workspace.MemoryGroup;

/**
 * The limit of the main memory of the database of one run.
 *
 * @param group has the processes of the database
 * @param asked as the experiment has it
 * @param bytes that the database may use
 * @param kernelBytes the limit as the kernel stated it. On a tmpfs it is larger, because the kernel
 *     counts files there as memory
 * @param killsBefore how many processes the kernel had killed in earlier runs
 * @param inClients whether the database is in the process of the clients
 */
public record MemoryLimit(
    MemoryGroup group,
    MemoryBudget asked,
    long bytes,
    long kernelBytes,
    Path folder,
    boolean onTmpfs,
    long killsBefore,
    boolean inClients) {

  /** The same for a database in the process of the clients, or not. */
  MemoryLimit with(boolean databaseInClients) {
    return new MemoryLimit(
        group, asked, bytes, kernelBytes, folder, onTmpfs, killsBefore, databaseInClients);
  }

  /** Starts the command of a process within the limit. */
  void confine(ProcessBuilder command) {
    command.command(group.command(command.command()));
  }

  /** The group that the process of the clients enters while it has the database open. */
  public Optional<Path> ofClients() {
    return inClients ? Optional.of(group.folder()) : Optional.empty();
  }

  /**
   * Prepares for a phase. The harness opens a store without a server to count its records. What it
   * then leaves in the page cache counts for the harness, so it must not serve the clients.
   */
  void prepare() throws IOException {
    if (inClients && !onTmpfs) {
      PageCache.drop(List.of(folder));
    }
  }

  /** The reason why the database did not keep to its budget. */
  Optional<String> objection() {
    String budget = "its budget of main memory, " + describe();
    if (group.kills() > killsBefore) {
      return Optional.of("the kernel killed the database: it needs more than " + budget);
    }
    if (!onTmpfs) {
      return Optional.empty();
    }
    long used = group.unreclaimable(DiskUse.of(folder).orElse(0));
    return used <= bytes
        ? Optional.empty()
        : Optional.of(
            "the database uses %s beside its files, more than %s"
                .formatted(ByteSize.rounded(used), budget));
  }

  private String describe() {
    String size = ByteSize.rounded(bytes);
    return asked.text().endsWith("%") ? "%s of its data (%s)".formatted(asked.text(), size) : size;
  }
}
