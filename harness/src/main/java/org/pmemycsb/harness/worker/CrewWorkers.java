package org.pmemycsb.harness.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.measure.ReplayException;
import org.pmemycsb.harness.outcome.HistogramLogs;
import org.pmemycsb.harness.outcome.PhaseMeasurement;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.run.Crew;
import org.pmemycsb.harness.run.Fleet;
import org.pmemycsb.harness.run.RunTask;
import org.pmemycsb.harness.run.Runner;
import org.pmemycsb.harness.trace.Numbering;
import org.pmemycsb.harness.trace.Share;
import org.pmemycsb.harness.worker.Messages.PhaseCommand;
import org.pmemycsb.harness.workspace.ChildJvm;

/**
 * A fresh JVM on each of several machines. Their figures are added up like those of threads. If one
 * machine fails or begins late, the phase fails.
 */
final class CrewWorkers implements Workers {
  /** The longest delay after the common start. */
  private static final long MOST_LATE_MICROS = 500_000;

  // Longer than any run. It ends workers that have lost the harness.
  private static final Duration DEADLINE = Duration.ofHours(24);
  private static final int NAMED = 3;

  private final int machines;
  private final Crew crew;

  /** The reason if there is no crew. */
  private final Optional<String> absent;

  private Numbering numbering;

  CrewWorkers(Fleet fleet, RunTask task, Messages.Setup setup)
      throws IOException, InterruptedException {
    machines = task.spec().machines();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < machines; i++) {
      lines.add(Messages.SETUP + json(setup.on(new Share(i, machines))));
    }
    Crew mustered = null;
    String reason = null;
    try {
      mustered = muster(fleet, machines, task.heapMiB(), task.client().environment());
      mustered.tell(lines);
    } catch (IOException lost) {
      reason = lost.getMessage();
    }
    crew = mustered;
    absent = Optional.ofNullable(reason);
  }

  /** A crew whose workers know their setup. */
  CrewWorkers(Crew crew, int machines) {
    this.crew = crew;
    this.machines = machines;
    this.absent = Optional.empty();
  }

  /** Starts a worker on each machine. */
  private static Crew muster(
      Fleet fleet, int machines, int heapMiB, Map<String, String> environment)
      throws IOException, InterruptedException {
    List<String> java = new ArrayList<>(ChildJvm.flags());
    java.add("-Xmx" + heapMiB + "m");
    java.add(WorkerMain.class.getName());
    java.add(Long.toString(DEADLINE.toSeconds()));
    return fleet.muster(machines, java, environment);
  }

  @Override
  public Measurement make(PhaseCommand command, Runner.Watch watch)
      throws IOException, InterruptedException {
    if (absent.isPresent()) {
      return command.failed(absent.get());
    }
    if (command.load()) {
      numbering = Numbering.of(command.extent().operations());
    }
    watch.enter(RunPart.WARM_UP);
    boolean[] begun = new boolean[1];
    List<Crew.Answer> answers =
        crew.phase(
            Collections.nCopies(machines, json(command.forCrew(numbering))),
            operations -> {
              if (!begun[0]) {
                begun[0] = true;
                watch.enter(RunPart.PHASE);
              }
              watch.operations(operations);
            });
    watch.enter(RunPart.CHECK);
    List<Messages.Part> parts = new ArrayList<>();
    for (Crew.Answer answer : answers) {
      parts.add(part(answer));
    }
    Optional<String> failure = failure(answers, parts);
    return failure.isPresent() ? command.failed(failure.get()) : merged(command, answers, parts);
  }

  private static Messages.Part part(Crew.Answer answer) throws IOException {
    if (answer.failure().isPresent()) {
      return Messages.Part.failed(answer.failure().get());
    }
    Messages.Part part = Messages.JSON.readValue(answer.line().orElse("{}"), Messages.Part.class);
    if (part.measured().isEmpty() && part.failure().isEmpty()) {
      return Messages.Part.failed(name(answer) + ": the worker's answer has no figures");
    }
    return part.failure().isEmpty()
        ? part
        : Messages.Part.failed(name(answer) + ": " + part.failure().get());
  }

  /** The reason for missing figures. It is never a machine that only waited for another. */
  private static Optional<String> failure(List<Crew.Answer> answers, List<Messages.Part> parts) {
    List<String> failures =
        parts.stream()
            .flatMap(part -> part.failure().stream())
            .sorted(Comparator.comparing(each -> each.endsWith(ReplayException.ELSEWHERE)))
            .toList();
    if (!failures.isEmpty()) {
      return Optional.of(failures.get(0));
    }
    for (int i = 0; i < parts.size(); i++) {
      long late = Math.max(answers.get(i).lateMicros(), parts.get(i).lateMicros());
      if (late > MOST_LATE_MICROS) {
        return Optional.of(
            String.format(
                Locale.ROOT, "%s began %.1f s after the others", name(answers.get(i)), late / 1e6));
      }
    }
    return Optional.empty();
  }

  private Measurement merged(
      PhaseCommand command, List<Crew.Answer> answers, List<Messages.Part> parts)
      throws IOException {
    List<PhaseMeasurement> all = parts.stream().map(part -> part.measured().orElseThrow()).toList();
    long nanos = 0;
    for (int i = 0; i < parts.size(); i++) {
      nanos = Math.max(nanos, 1000 * parts.get(i).lateMicros() + all.get(i).time().durationNanos());
    }
    if (!command.load()) {
      numbering =
          numbering.after(
              all.stream().map(own -> own.work().recordsAfter() - numbering.records()).toList());
    }
    PhaseMeasurement sum = PhaseMeasurement.together(all, nanos);
    if (command.use().histograms().isPresent()) {
      HistogramLogs.write(sum, Path.of(command.use().histograms().get()));
    }
    List<Machine> each =
        IntStream.range(0, all.size())
            .mapToObj(i -> machine(answers.get(i), all.get(i), parts.get(i).lateMicros()))
            .toList();
    Measurement outcome =
        Outcomes.of(sum, command.use().goal(), Measurement.Resources.NONE, null, each);
    return outcome.judged(outcome.failure().map(reason -> reason + where(answers, all)));
  }

  private static Machine machine(Crew.Answer answer, PhaseMeasurement own, long startMicros) {
    return new Machine(
        answer.host(),
        own.time().durationNanos() > 0 ? own.good() * 1e9 / own.time().durationNanos() : 0,
        startMicros,
        answer.clockOffsetMicros());
  }

  /** The machines with a fault, if not all have one. */
  private static String where(List<Crew.Answer> answers, List<PhaseMeasurement> all) {
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

  private static String name(Crew.Answer answer) {
    return Machine.name(answer.machine(), answer.host());
  }

  private static String json(Object message) throws JsonProcessingException {
    return Messages.JSON.writeValueAsString(message);
  }

  @Override
  public void close() {
    if (crew != null) {
      crew.close();
    }
  }
}
