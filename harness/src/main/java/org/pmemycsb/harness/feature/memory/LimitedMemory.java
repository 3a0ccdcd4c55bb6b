package org.pmemycsb.harness.feature.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.host.DiskUse;
import org.pmemycsb.harness.host.PageCache;
import org.pmemycsb.harness.host.workspace.MemoryGroup;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.result.PhaseResult;

/** The limit of the main memory of the database of one run. */
final class LimitedMemory implements Feature {
  private final MemoryGroup group;
  private final MemoryBudget asked;
  private final long bytes;
  private final long kernelBytes;
  private final Path folder;
  private final boolean onTmpfs;
  private final long killsBefore;
  private boolean inClients;

  /**
   * @param group has the processes of the database
   * @param asked as the experiment has it
   * @param bytes that the database may use
   * @param kernelBytes the limit as the kernel stated it. On a tmpfs it is larger, because the
   *     kernel counts files there as memory
   */
  LimitedMemory(
      MemoryGroup group,
      MemoryBudget asked,
      long bytes,
      long kernelBytes,
      Path folder,
      boolean onTmpfs) {
    this.group = group;
    this.asked = asked;
    this.bytes = bytes;
    this.kernelBytes = kernelBytes;
    this.folder = folder;
    this.onTmpfs = onTmpfs;
    this.killsBefore = group.kills();
  }

  @Override
  public void prepare(ProcessBuilder process, Role role) {
    if (role == Role.SERVER) {
      process.command(group.command(process.command()));
    }
  }

  @Override
  public void opened(Live database) {
    inClients = database.inClients();
  }

  /** The process of the clients enters the group while it has the database open. */
  @Override
  public Optional<ClientFeature.Settings> inClients() {
    return inClients
        ? Optional.of(new ConfinedClients(group.folder().toString()))
        : Optional.empty();
  }

  /**
   * The harness opens a store without a server to count its records. What it then leaves in the
   * page cache counts for the harness, so it must not serve the clients.
   */
  @Override
  public void before(Phase phase, Runner.Listener listener) throws IOException {
    if (inClients && !onTmpfs) {
      PageCache.drop(List.of(folder));
    }
  }

  @Override
  public PhaseResult after(PhaseResult phase) {
    return phase.with(new PhaseResult.Limits(phase.limits().placement(), kernelBytes));
  }

  @Override
  public Optional<String> objection() {
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
