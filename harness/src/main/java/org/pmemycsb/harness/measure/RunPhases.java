package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.pmemycsb.harness.BoundedCall;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.FillNumbers;
import org.pmemycsb.harness.host.DiskUse.Footprint;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Label;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.result.SourcedValue;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;

/**
 * Takes an opened database through the phases of a run, and judges each by the gates.
 *
 * <p>A phase that fails a gate is invalid, and the phases after it are not run: what they would
 * work on is not what the experiment asked for. Not thread-safe.
 */
record RunPhases(Campaign runs, RunSpec spec, List<Phase> phases, RunListener listener) {
  /** For a question after a phase that failed: a database that hangs has had its time there. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  /**
   * The part of the records that workloads may have written before one that is compared. Beyond it,
   * the workload finds fresh data: a faster database writes more, and would hand another database
   * to the next workload.
   */
  private static final double MOST_WRITTEN = 0.02;

  /** A database and the conditions that no phase of a run changes. */
  record ReadBack(
      Label label,
      String version,
      SourcedValue durability,
      SourcedValue medium,
      List<Feature> features) {
    ReadBack opened(DatabaseServer server, List<Feature> present) throws DatabaseException {
      return new ReadBack(
          new Label(label.asked(), server.standIn()),
          server.version(),
          durability,
          medium,
          List.copyOf(present));
    }
  }

  /**
   * The space that a database takes on its place, and on that of a log that lies apart.
   *
   * @param folders of the data, and of such a log
   */
  record Space(Footprint ofData, Optional<Footprint> ofLog, List<Path> folders) {
    private static final String FULL =
        "no space is left on the medium: make room, or take fewer or smaller records";
    // A block or two are left on a full file system.
    private static final long FULL_BYTES = 64 << 10;

    void practised() {
      ofData.practised();
      ofLog.ifPresent(Footprint::practised);
    }

    /** The bytes of the log; null if it does not lie apart, or if nobody knows. */
    Long logBytes() {
      return ofLog.map(Footprint::bytes).orElse(null);
    }

    /** The reason for a failure that few databases name: a full file system. */
    Optional<String> full() {
      return folders.stream().anyMatch(Space::isFull) ? Optional.of(FULL) : Optional.empty();
    }

    private static boolean isFull(Path folder) {
      try {
        return Files.getFileStore(folder).getUsableSpace() < FULL_BYTES;
      } catch (IOException unknown) {
        return false;
      }
    }
  }

  /**
   * @param space what the database takes after a load; null if it is not ours
   * @return a result for each phase of the run
   */
  List<PhaseResult> measure(RunTask task, Runner.Session session, ReadBack read, Space space)
      throws IOException, InterruptedException, DatabaseException {
    Experiment experiment = runs.experiment;
    DatabaseServer server = task.database().server();
    List<PhaseResult> results = new ArrayList<>();
    long records = experiment.records();
    double written = 0;
    Map<String, Long> before = server.statistics();
    task.database().servers().watchTheLiving(); // helpers of the adapter may have ended
    for (Phase phase : phases) {
      String startedAt = now();
      listener.progress().phaseStarted(spec, phase);
      if (phase.isLoad()) {
        records = experiment.records();
      }
      Optional<String> notEmptied =
          phase.own().fill().isPresent() ? task.database().empty() : Optional.empty();
      if (phase.isLoad()) {
        written = 0;
      } else if (!listener.member().isAlone()
          && task.database().reset().isPresent()
          && written > MOST_WRITTEN * experiment.records()) {
        records = experiment.records();
        written = 0;
        notEmptied = session.reload(Phase.LOAD, records, listener.of(phase));
        before = server.statistics();
      }
      Measurement measured =
          notEmptied.isPresent()
              ? Measurement.failed(records, notEmptied.get())
              : run(task, session, phase, records);
      listener.enter(RunPart.CHECK);
      runs.workspaces.home().refuseIfClosed();
      long expected =
          phase.isLoad() ? loaded(task, phase, records) : records + measured.work().inserted();
      OptionalLong counted = OptionalLong.empty();
      Optional<String> failure = measured.failure();
      Map<String, Long> statistics = Map.of();
      Optional<String> end = task.database().servers().ownEnd();
      if (end.isPresent()) {
        failure = caused(end, failure);
      } else {
        try {
          boolean failed = failure.isPresent();
          // Counters need not survive a kill.
          statistics =
              phase.restartsDatabase() ? Map.of() : growth(before, ask(server::statistics, failed));
          counted = ask(server::recordCount, failed);
          // A server that dies before the next phase is found dead in that phase.
          before = ask(server::statistics, failed);
          Optional<String> changed =
              ask(() -> Databases.changedDurability(spec.durability(), server), failed);
          failure = failure.or(() -> changed);
          task.database().servers().watchTheLiving();
        } catch (DatabaseException unreachable) {
          failure = caused(Optional.of(unreachable.getMessage()), failure);
        }
      }
      failure = caused(Feature.objection(task.features()), failure);
      if (failure.isPresent() && space != null) {
        failure = caused(space.full(), failure);
      }
      if (failure.isEmpty() && counted.isPresent() && counted.getAsLong() != expected) {
        failure =
            Optional.of(
                "the database has "
                    + Plural.of(counted.getAsLong(), "record")
                    + " after this phase, but there should be "
                    + expected);
      }
      PhaseResult result =
          result(
              phase,
              read,
              startedAt,
              measured.judged(failure),
              new PhaseResult.State(
                  read.version(),
                  statistics,
                  counted.isPresent() ? counted.getAsLong() : null,
                  phase.isLoad() && space != null ? space.ofData().bytes() : null,
                  phase.isLoad() && space != null ? space.logBytes() : null,
                  phase.isLoad() ? null : written / Math.max(1, experiment.records())));
      results.add(result);
      listener.progress().phaseFinished(result);
      if (failure.isPresent()) {
        List<Phase> left = phases.subList(results.size(), phases.size());
        results.addAll(
            notRun(left, read, "not run, because phase " + phase.id() + " of this run is invalid"));
        break;
      }
      records = expected;
      written += written(phase, measured);
    }
    return results;
  }

  /**
   * How many records a workload wrote, about: the warm-up makes the same operations as the phase,
   * at about its speed.
   */
  private double written(Phase phase, Measurement measured) {
    if (phase.isLoad()) {
      return 0;
    }
    PhaseMeasurement.WarmUp warmUp = measured.start().warmUp();
    double seconds = measured.work().seconds() + (warmUp == null ? 0 : warmUp.seconds());
    return runs.experiment.mix(phase).writeShare() * measured.throughputOpsS() * seconds;
  }

  private Measurement run(RunTask task, Runner.Session session, Phase phase, long records)
      throws IOException, InterruptedException {
    try {
      for (Feature each : task.features()) {
        each.before(phase, listener.of(phase));
      }
    } catch (DatabaseException failed) {
      return Measurement.failed(0, failed.getMessage());
    }
    for (Feature each : task.features()) {
      Optional<Measurement> made = each.make(task, session, phase, records, listener.of(phase));
      if (made.isPresent()) {
        return made.get();
      }
    }
    return session.run(phase, records, listener.of(phase));
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static <T> T ask(BoundedCall<T, DatabaseException> question, boolean failed)
      throws DatabaseException, InterruptedException {
    if (!failed) {
      return question.make();
    }
    try {
      return BoundedCall.make("question", MOMENT, question);
    } catch (TimeoutException hangs) {
      throw new DatabaseException("the server does not answer", hangs);
    }
  }

  /** Tells the cause, and then the failure that it had; not if that names the cause. */
  static Optional<String> caused(Optional<String> cause, Optional<String> failure) {
    return cause.isEmpty() || failure.isEmpty() || failure.get().contains(cause.get())
        ? failure.or(() -> cause)
        : Optional.of(cause.get() + "; " + failure.get());
  }

  /** The phases of a run after which something failed: they keep the faults of their own. */
  List<PhaseResult> judged(List<PhaseResult> made, String failure) {
    Optional<String> why = Optional.of(runs.secrets.scrub(failure));
    return made.stream().map(each -> each.valid() ? each.judged(why) : each).toList();
  }

  private static long loaded(RunTask task, Phase phase, long records) {
    return phase
        .own()
        .fill()
        .map(order -> FillNumbers.distinct(order, records, task.seed(phase)))
        .orElse(records);
  }

  private static Map<String, Long> growth(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> growth = new TreeMap<>();
    after.forEach((name, value) -> growth.put(name, value - before.getOrDefault(name, 0L)));
    return growth;
  }

  List<PhaseResult> notRun(ReadBack read, String reason) {
    List<PhaseResult> none = notRun(phases, read, reason);
    listener.progress().phaseFinished(none.get(0));
    return none;
  }

  private List<PhaseResult> notRun(List<Phase> left, ReadBack read, String reason) {
    return left.stream()
        .map(
            phase ->
                result(
                    phase,
                    read,
                    now(),
                    Measurement.failed(0, reason),
                    new PhaseResult.State(read.version(), Map.of(), null, null, null, null)))
        .toList();
  }

  private PhaseResult result(
      Phase phase, ReadBack read, String startedAt, Measurement measured, PhaseResult.State state) {
    PhaseResult result =
        new PhaseResult(
            new PhaseResult.Origin(
                spec.run(),
                spec.again(),
                phases.size(),
                spec.repeat(),
                spec.purpose() == Purpose.COMPARISON ? null : spec.purpose().id(),
                spec.purpose() == Purpose.COMPARISON ? null : spec.beside(Purpose.COMPARISON).run(),
                null),
            startedAt,
            new Conditions(spec.at())
                .in(phase.id())
                .with(
                    read.label(),
                    spec.purpose().isDurable() ? spec.runner().id() : spec.purpose().id())
                .with(
                    Dimension.DURABILITY,
                    spec.purpose().isDurable() ? read.durability().text() : Durability.NONE.id())
                .with(Dimension.MEDIUM, read.medium().text())
                .at(spec.database().place().orElse(""), spec.database().logPlace().orElse("")),
            measured.judged(measured.failure().map(runs.secrets::scrub)),
            state,
            PhaseResult.Limits.NONE);
    for (Feature each : read.features()) {
      result = each.after(result);
    }
    return result;
  }
}
