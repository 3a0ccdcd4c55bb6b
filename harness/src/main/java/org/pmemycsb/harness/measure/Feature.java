package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.Traits;

/**
 * A part of one run beside its operations. It changes processes, reads something before and after
 * each phase, adds figures, or objects to those of others. Each has a package of its own and a line
 * in the list of features; nothing else knows it by name. The thread of the run calls it, and,
 * while the database opens, threads of the adapter may call {@link #prepare} and {@link #started}.
 */
public interface Feature {
  enum Role {
    SERVER,
    CLIENTS
  }

  /** Makes a feature for each run of an experiment. */
  @FunctionalInterface
  interface Kind {
    /**
     * @return empty if the run goes without it
     * @throws DatabaseException if it is impossible for this database; the run is INVALID then
     */
    Optional<Feature> of(Opening run) throws DatabaseException, IOException;
  }

  record Plan(
      Experiment experiment, List<Place> places, Databases databases, Consumer<String> warn) {}

  record Opening(
      Experiment experiment,
      RunSpec spec,
      Traits traits,
      Workspaces workspaces,
      Folders folders,
      Consumer<RunPart> clock) {}

  /**
   * Existing folders.
   *
   * @param log of a log that lies apart
   * @param scratch for files of a moment, removed after the run
   */
  record Folders(Path data, Optional<Path> log, Path scratch, Path workloads, Path results) {
    public List<Path> ofDatabase() {
      return Stream.concat(Stream.of(data), log.stream()).toList();
    }
  }

  /**
   * The run begins; its folders are there, and later features are not made yet.
   *
   * @throws DatabaseException if it may not be; the run is INVALID then
   */
  default void opens() throws DatabaseException, IOException, InterruptedException {}

  /** Changes the command or the environment of a process that is about to start. */
  default void prepare(ProcessBuilder process, Role role) {}

  default void started(Process process, Role role) throws IOException {}

  default void opened(Live database) throws IOException {}

  default Optional<ClientFeature.Settings> inClients() {
    return Optional.empty();
  }

  /** Whether its part in the clients must see all records before the load is measured. */
  default boolean rehearsesLoad() {
    return false;
  }

  /**
   * The operations of a phase are about to begin; no client is connected.
   *
   * @throws DatabaseException if they cannot; the phase is INVALID then
   */
  default void before(Phase phase, Runner.Listener listener)
      throws DatabaseException, IOException, InterruptedException {}

  /** Makes a phase in a way of its own; empty if the session makes it. */
  default Optional<Measurement> make(
      RunTask task, Runner.Session session, Phase phase, long records, Runner.Listener listener)
      throws IOException, InterruptedException {
    return Optional.empty();
  }

  /** The reason not to use the figures so far. It is asked after each phase. */
  default Optional<String> objection() {
    return Optional.empty();
  }

  /** A phase, made or not, with the figures of this feature. */
  default PhaseResult after(PhaseResult phase) {
    return phase;
  }

  /**
   * The database is closed, or was never opened. The features end in reverse order.
   *
   * @throws DatabaseException if that makes the run INVALID
   */
  default void ended() throws DatabaseException, IOException, InterruptedException {}

  /** Starts the processes of a run as its features want them. */
  static ProcessStarter starter(List<Feature> features, Role role, ProcessStarter starter) {
    return command -> {
      features.forEach(each -> each.prepare(command, role));
      Process process = starter.start(command);
      for (Feature each : features) {
        each.started(process, role);
      }
      return process;
    };
  }

  static Optional<String> objection(List<Feature> features) {
    return features.stream().flatMap(each -> each.objection().stream()).findFirst();
  }
}
