package org.pmemycsb.harness.measure.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.client.outcome.HistogramLogs;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.replay.ReplayException;
import org.pmemycsb.harness.client.trace.Numbering;
import org.pmemycsb.harness.client.trace.Share;
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

  /**
   * The figures that are kept beside those of the journal.
   *
   * @param histograms file of the run for the latencies
   * @param phase its name there
   * @param goal of the latency, whose figure is computed
   */
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

  /** A worker on each machine of a cluster. */
  static Workers of(Fleet fleet, RunTask task, Messages.Setup setup)
      throws IOException, InterruptedException {
    int machines = task.spec().machines();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < machines; i++) {
      lines.add(json(setup.on(new Share(i, machines))));
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
    List<WorkerGroup.Answer> answers =
        group.phase(Collections.nCopies(Math.max(1, machines), line), listener);
    listener.enter(RunPart.CHECK);
    List<Messages.Part> parts = new ArrayList<>();
    for (WorkerGroup.Answer answer : answers) {
      parts.add(part(answer));
    }
    Optional<String> failure = failure(answers, parts);
    return failure.isPresent()
        ? command.failed(failure.get())
        : merged(command, keep, answers, parts);
  }

  private Messages.Part part(WorkerGroup.Answer answer) throws IOException {
    if (answer.failure().isPresent()) {
      return Messages.Part.failed(answer.failure().get());
    }
    String line = answer.line().orElse("{}");
    Messages.Part part;
    try {
      part = Messages.JSON.readValue(line, Messages.Part.class);
    } catch (JsonProcessingException mixed) {
      return Messages.Part.failed(
          named(answer)
              + "something in the worker's JVM printed into its answer: "
              + line.substring(0, Math.min(line.length(), SHOWN)));
    }
    if (part.broken().isPresent()) {
      throw new IOException(named(answer) + part.broken().get());
    }
    if (part.measured().isEmpty() && part.failure().isEmpty()) {
      return Messages.Part.failed(named(answer) + "the worker's answer has no figures");
    }
    return part.failure().isEmpty()
        ? part
        : Messages.Part.failed(named(answer) + part.failure().get());
  }

  /** The reason for missing figures. It is never a machine that only waited for another. */
  private Optional<String> failure(List<WorkerGroup.Answer> answers, List<Messages.Part> parts) {
    List<String> failures =
        parts.stream()
            .flatMap(part -> part.failure().stream())
            .sorted(Comparator.comparing(each -> each.endsWith(ReplayException.ELSEWHERE)))
            .toList();
    if (!failures.isEmpty()) {
      return Optional.of(failures.get(0));
    }
    ToLongFunction<Integer> late =
        i -> Math.max(answers.get(i).lateMicros(), parts.get(i).lateMicros());
    return IntStream.range(0, parts.size())
        .boxed()
        .max(Comparator.comparingLong(late))
        .filter(last -> late.applyAsLong(last) > group.mostLateMicros())
        .map(
            last ->
                String.format(
                    Locale.ROOT,
                    "%s began %.1f s after the others",
                    name(answers.get(last)),
                    late.applyAsLong(last) / 1e6));
  }

  private Measurement merged(
      PhaseCommand command, Keep keep, List<WorkerGroup.Answer> answers, List<Messages.Part> parts)
      throws IOException {
    List<PhaseMeasurement> all = parts.stream().map(part -> part.measured().orElseThrow()).toList();
    long nanos = 0;
    for (int i = 0; i < parts.size(); i++) {
      nanos = Math.max(nanos, 1000 * parts.get(i).lateMicros() + all.get(i).time().durationNanos());
    }
    if (machines > 0 && !command.load()) {
      numbering =
          numbering.after(
              all.stream().map(own -> own.work().recordsAfter() - numbering.records()).toList());
    }
    PhaseMeasurement sum = PhaseMeasurement.together(all, nanos);
    if (keep.histograms().isPresent()) {
      HistogramLogs.write(sum, keep.phase(), keep.histograms().get());
    }
    Measurement outcome =
        Outcomes.of(
            sum,
            keep.goal(),
            parts.get(0).resources(),
            machines == 0
                ? null
                : IntStream.range(0, all.size())
                    .mapToObj(i -> machine(answers.get(i), all.get(i), parts.get(i).lateMicros()))
                    .toList());
    return outcome.judged(outcome.failure().map(reason -> reason + where(answers, all)));
  }

  private static Machine machine(
      WorkerGroup.Answer answer, PhaseMeasurement own, long startMicros) {
    return new Machine(
        answer.host(),
        own.time().durationNanos() > 0 ? own.good() * 1e9 / own.time().durationNanos() : 0,
        startMicros,
        answer.clockOffsetMicros());
  }

  /** The machines with a fault, if not all have one. */
  private static String where(List<WorkerGroup.Answer> answers, List<PhaseMeasurement> all) {
    List<String> faulty =
        IntStream.range(0, all.size())
            .filter(i -> Outcomes.failure(all.get(i)).isPresent())
            .mapToObj(i -> name(answers.get(i)))
            .toList();
    return faulty.isEmpty() || faulty.size() == all.size()
        ? ""
        : " on "
            + faulty.stream().limit(NAMED).collect(Collectors.joining(", "))
            + (faulty.size() > NAMED ? " and " + Plural.of(faulty.size() - NAMED, "other") : "");
  }

  private static String name(WorkerGroup.Answer answer) {
    return Machine.name(answer.machine(), answer.host());
  }

  private String named(WorkerGroup.Answer answer) {
    return machines == 0 ? "" : name(answer) + ": ";
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
