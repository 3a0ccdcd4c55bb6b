package org.pmemycsb.harness.measure.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.client.outcome.HistogramLogs;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.replay.ReplayException;
import org.pmemycsb.harness.client.trace.Numbering;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.measure.Fleet;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.WorkerGroup;
import org.pmemycsb.harness.measure.worker.Messages.PhaseCommand;
import org.pmemycsb.harness.plan.design.Goal;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.RunPart;

/**
 * The workers of a run: one JVM on this machine, or one on each machine of a cluster. Their raw
 * counts are added up like those of threads, and judged once. If one machine fails or begins late,
 * the phase fails.
 */
final class Workers implements AutoCloseable {
  // Longer than any run. It ends workers that have lost the harness.
  private static final Duration DEADLINE = Duration.ofHours(24);
  private static final int NAMED = 3;
  private static final int SHOWN = 200;

  /** Null if it could not be started. */
  private final WorkerGroup group;

  /** The machines of the cluster; 0 without one. */
  private final int machines;

  private final Optional<String> absent;
  private Numbering numbering;

  /** What is kept beside the journal: the histograms, by the name of the phase, and a figure. */
  record Keep(Optional<Path> histograms, String phase, Optional<Goal> goal) {
    static final Keep NONE = new Keep(Optional.empty(), "", Optional.empty());
  }

  private Workers(WorkerGroup group, int machines, Optional<String> absent) {
    this.group = group;
    this.machines = machines;
    this.absent = absent;
  }

  /** A group of one, which knows its setup. */
  static Workers of(WorkerGroup worker) {
    return new Workers(worker, 0, Optional.empty());
  }

  static Workers of(Fleet fleet, RunTask task, Messages.Setup setup)
      throws IOException, InterruptedException {
    int machines = task.spec().machines();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < machines; i++) {
      lines.add(json(setup.on(i, machines)));
    }
    List<String> java = new ArrayList<>(ChildJvm.flags());
    java.addAll(ChildJvm.heap(task.heapMiB()));
    java.add(WorkerMain.class.getName());
    java.add(Long.toString(DEADLINE.toSeconds()));
    WorkerGroup group = null;
    try {
      group = fleet.start(machines, java, task.client().environment());
      group.tell(lines);
      return new Workers(group, machines, Optional.empty());
    } catch (IOException lost) {
      return new Workers(group, machines, Optional.of(lost.getMessage()));
    }
  }

  private record Share(WorkerGroup.Answer of, Messages.Part part) {
    String machine() {
      return Machine.name(of.machine(), of.host());
    }

    long lateMicros() {
      return Math.max(of.lateMicros(), part.lateMicros());
    }

    PhaseMeasurement counts() {
      return part.measured().orElseThrow();
    }

    long endNanos() {
      return 1000 * part.lateMicros() + counts().time().durationNanos();
    }

    Machine figures() {
      PhaseMeasurement own = counts();
      double seconds = own.time().seconds();
      return new Machine(
          of.host(),
          seconds > 0 ? own.good() / seconds : 0,
          part.lateMicros(),
          of.clockOffsetMicros());
    }
  }

  /**
   * Runs a phase. A failure of the database or of a worker is an outcome.
   *
   * @throws IOException if a worker or the harness cannot work, for example because a disk is full
   */
  Measurement make(PhaseCommand command, Keep keep, Runner.Listener listener)
      throws IOException, InterruptedException {
    if (absent.isPresent()) {
      return command.failed(absent.get());
    }
    if (command.load()) {
      numbering = Numbering.of(command.extent().operations());
    }
    // The machines of a cluster do not say when their warm-up ends.
    listener.enter(machines > 0 ? RunPart.PHASE : RunPart.WARM_UP);
    String line = json(machines > 0 ? command.forMachines(numbering) : command);
    List<Share> shares = new ArrayList<>();
    for (WorkerGroup.Answer answer :
        group.phase(Collections.nCopies(Math.max(1, machines), line), listener)) {
      shares.add(new Share(answer, part(answer)));
    }
    listener.enter(RunPart.CHECK);
    Optional<String> failure = failure(shares);
    return failure.isPresent() ? command.failed(failure.get()) : merged(command, keep, shares);
  }

  private Messages.Part part(WorkerGroup.Answer answer) throws IOException {
    if (answer.failure().isPresent()) {
      return Messages.Part.failed(answer.failure().get());
    }
    String named = machines == 0 ? "" : Machine.name(answer.machine(), answer.host()) + ": ";
    String line = answer.line().orElse("{}");
    Messages.Part part;
    try {
      part = Messages.JSON.readValue(line, Messages.Part.class);
    } catch (JsonProcessingException mixed) {
      return Messages.Part.failed(
          named
              + "something in the worker's JVM printed into its answer: "
              + line.substring(0, Math.min(line.length(), SHOWN)));
    }
    if (part.broken().isPresent()) {
      throw new IOException(named + part.broken().get());
    }
    if (part.measured().isEmpty()) {
      return Messages.Part.failed(
          named + part.failure().orElse("the worker's answer has no figures"));
    }
    return part;
  }

  /** The reason for missing figures. It is never a machine that only waited for another. */
  private Optional<String> failure(List<Share> shares) {
    Optional<String> first =
        shares.stream()
            .flatMap(share -> share.part.failure().stream())
            .min(Comparator.comparing(each -> each.endsWith(ReplayException.ELSEWHERE)));
    return first.or(
        () ->
            shares.stream()
                .max(Comparator.comparingLong(Share::lateMicros))
                .filter(last -> last.lateMicros() > group.mostLateMicros())
                .map(
                    last ->
                        "%s began %.1f s after the others"
                            .formatted(last.machine(), last.lateMicros() / 1e6)));
  }

  private Measurement merged(PhaseCommand command, Keep keep, List<Share> shares)
      throws IOException {
    if (machines > 0 && !command.load()) {
      numbering =
          numbering.after(
              shares.stream()
                  .map(share -> share.counts().work().recordsAfter() - numbering.records())
                  .toList());
    }
    PhaseMeasurement sum =
        PhaseMeasurement.together(
            shares.stream().map(Share::counts).toList(),
            shares.stream().mapToLong(Share::endNanos).max().orElseThrow());
    if (keep.histograms().isPresent()) {
      HistogramLogs.write(sum, keep.phase(), keep.histograms().get());
    }
    Measurement outcome =
        Measurement.of(
            sum,
            keep.goal(),
            shares.get(0).part.resources(),
            machines == 0 ? null : shares.stream().map(Share::figures).toList());
    return outcome.judged(outcome.failure().map(reason -> reason + where(shares)));
  }

  /** The machines with a fault, if not all have one. */
  private static String where(List<Share> shares) {
    List<Share> faulty =
        shares.stream().filter(share -> Measurement.failure(share.counts()).isPresent()).toList();
    return faulty.isEmpty() || faulty.size() == shares.size()
        ? ""
        : " on "
            + faulty.stream().limit(NAMED).map(Share::machine).collect(Collectors.joining(", "))
            + (faulty.size() > NAMED ? " and " + Plural.of(faulty.size() - NAMED, "other") : "");
  }

  private static String json(Object message) throws JsonProcessingException {
    return Messages.JSON.writeValueAsString(message);
  }

  @Override
  public void close() {
    if (group != null) {
      group.close();
    }
  }
}
