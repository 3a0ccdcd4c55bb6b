package org.pmemycsb.harness.feature.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.DiskUse;
import org.pmemycsb.harness.host.Media;
import org.pmemycsb.harness.host.MemoryControl;
import org.pmemycsb.harness.host.MemoryGroup;
import org.pmemycsb.harness.host.PageCache;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.Live;
import org.pmemycsb.harness.measure.Refusal;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.spi.Medium;

/** Limits the main memory of the databases of an experiment, one run after another. */
public final class MemoryBudgets implements Feature.Kind {
  /** No database runs in less: with it, the refusal comes before the first run and not in it. */
  private static final long LEAST_BYTES = 16L << 20;

  /** The budgets that cannot be kept. */
  public static final List<Refusal> REFUSALS =
      List.of(
          new Refusal(
              "an impossible budget",
              asked -> impossible(asked.experiment()).isPresent(),
              asked -> impossible(asked.experiment()).get()),
          new Refusal(
              "a budget of two places",
              asked -> asked.experiment().limitsMemory() && asked.database().logPlace().isPresent(),
              asked ->
                  "its log lies on another place than its data, and the memory of only one may be limited; leave out memory or the log's place",
              true),
          new Refusal(
              "a budget of a database of others",
              asked ->
                  asked.experiment().limitsMemory()
                      && (asked.url().isPresent() || asked.database().isClass()),
              asked ->
                  "memory: the harness does not start %s, so it cannot limit its memory; leave out memory or the database"
                      .formatted(asked.label())));

  // The kernel counts whole pages, which are larger than 4 KiB on some processors.
  private static final long PAGE = 1 << 16;

  private MemoryGroup group;

  private static Optional<String> impossible(Experiment experiment) {
    if (!experiment.limitsMemory()) {
      return Optional.empty();
    }
    long most = MemoryControl.find().mostBytes();
    for (int valueSize : experiment.valueSizes()) {
      long data = experiment.dataBytes(valueSize);
      for (MemoryBudget budget : experiment.get(Settings.MEMORY)) {
        long bytes = budget.bytes(data);
        if (bytes < LEAST_BYTES || !budget.isAll() && bytes > most) {
          return Optional.of(
              "memory: %s %s; give another budget, or for a share another number of records"
                  .formatted(
                      budget.subject(data),
                      bytes < LEAST_BYTES
                          ? "less than the %s that a database needs"
                              .formatted(ByteSize.rounded(LEAST_BYTES))
                          : "more than the %s there are here".formatted(ByteSize.rounded(most))));
        }
      }
    }
    return Optional.empty();
  }

  /** The limit of a run; empty for one without. */
  @Override
  public synchronized Optional<Feature> of(Feature.Opening run) throws IOException {
    if (run.spec().memory().isAll()) {
      return Optional.empty();
    }
    if (group == null) {
      group = run.workspaces().home().newGroup(MemoryControl.find());
    }
    return Optional.of(new Limited(run, group));
  }

  private static final class Limited implements Feature {
    private final Opening run;
    private final MemoryGroup group;

    private final long bytes;

    /** On a tmpfs it is larger, because the kernel counts files there as memory. */
    private final long kernelBytes;

    private final boolean onTmpfs;
    private final long killsBefore;
    private boolean inClients;

    /**
     * @throws ConfigurationException if the kernel states another limit
     */
    Limited(Opening run, MemoryGroup group) throws IOException {
      this.run = run;
      this.group = group;
      Path folder = run.folders().data();
      bytes = run.spec().memory().bytes(run.experiment().dataBytes(run.spec().valueSize()));
      onTmpfs = Media.of(folder) == Medium.TMPFS;
      long room = onTmpfs ? Files.getFileStore(folder).getTotalSpace() : 0;
      kernelBytes = group.limit(bytes + room);
      if (onTmpfs ? kernelBytes < bytes : kernelBytes > bytes || kernelBytes <= bytes - PAGE) {
        throw new ConfigurationException(
            "memory: the kernel limits %s to %s, not to %s; look for a limit of a group above it, or leave memory out"
                .formatted(group.folder(), ByteSize.rounded(kernelBytes), ByteSize.rounded(bytes)));
      }
      killsBefore = group.kills();
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
        PageCache.drop(List.of(run.folders().data()));
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
      long used = group.unreclaimable(DiskUse.of(run.folders().data()).orElse(0));
      return used <= bytes
          ? Optional.empty()
          : Optional.of(
              "the database uses %s beside its files, more than %s"
                  .formatted(ByteSize.rounded(used), budget));
    }

    private String describe() {
      MemoryBudget asked = run.spec().memory();
      String size = ByteSize.rounded(bytes);
      return asked.text().endsWith("%")
          ? "%s of its data (%s)".formatted(asked.text(), size)
          : size;
    }
  }

  /**
   * Limits the memory of a database in the process of its clients, as long as they are connected.
   *
   * @param group folder of the control group
   */
  private record ConfinedClients(String group) implements ClientFeature.Settings {
    @Override
    public ClientFeature make(ClientFeature.NextPhase phase) {
      return new ClientFeature() {
        private Path own;

        @Override
        public void connects() throws IOException {
          System.gc(); // the collector's own memory is not the database's
          own = MemoryControl.find().own();
          MemoryGroup.enter(Path.of(group));
        }

        @Override
        public void gone() throws IOException {
          MemoryGroup.enter(own);
        }
      };
    }
  }
}
