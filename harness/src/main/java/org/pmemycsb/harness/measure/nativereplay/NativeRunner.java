package org.pmemycsb.harness.measure.nativereplay;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.client.trace.OperationFile;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.host.workspace.Conversation;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.NativeReplay;

/**
 * Runs the phases with the database's native program, one process for each run.
 *
 * <p>The program replays a trace to its end and does not look at the clock. So a phase that ends by
 * time gets as many operations as its database makes in about this time. A pilot finds the number:
 * it replays operations of the same workload, from 1,000 operations to ten times as many in each
 * step, until one lasts a tenth of the phase. Its figures are not kept, but its inserts are: the
 * records of the phase begin after them, and they count among those inserted. The phase has a
 * warm-up twice as long: the program opens the store anew for it, and the first access to each page
 * is slow.
 *
 * @param patience how long may pass without an operation finished before a phase is given up
 * @param programs the native programs of databases
 */
public record NativeRunner(
    Duration patience, Function<DatabaseChoice, Optional<NativeReplay>> programs)
    implements Runner {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final long FIRST_PILOT = 1000;
  private static final int PILOT_STEP = 10;
  // A file of about 1 GiB, which the program keeps in memory.
  private static final long MOST_BY_TIME = 20_000_000;
  // glibc before 2.35 ignores it.
  private static final String HUGE_PAGES = "glibc.malloc.hugetlb=1";

  /** A line from the program: its progress, or the result of a trace. */
  record Answer(
      Long progress,
      long operations,
      long good,
      @JsonProperty("not_found") long notFound,
      long failed,
      long inserted,
      long deleted,
      double seconds,
      String failure) {

    /** The figures of a phase that has inserted records before. */
    Measurement outcome(long asked, long insertedBefore) {
      Measurement.Work work =
          new Measurement.Work(
              asked, good, notFound + failed, insertedBefore + inserted - deleted, seconds);
      Map<String, Long> failures = new TreeMap<>(Map.of("NOT_FOUND", notFound, "other", failed));
      return Measurement.counted(
          work, work.shortfall(failures, failure == null ? "" : ": " + failure));
    }
  }

  /**
   * How long a phase by time is to last. The figure of a shorter one would be refused as cold, and
   * the rate is not known exactly before.
   */
  static double seconds(RunTask task) {
    return Math.max(
        task.experiment().duration().toMillis() / 1e3, 1.5 * Measurement.ENOUGH_SECONDS);
  }

  @Override
  public Session start(RunTask task) throws DatabaseException, IOException {
    NativeReplay program = programs.apply(task.spec().database()).orElseThrow();
    ProcessBuilder command = new ProcessBuilder(program.command(task.client().properties()));
    // The heaps of the JVMs have huge pages. Without them, the program would be no upper bound.
    command.environment().putIfAbsent("GLIBC_TUNABLES", HUGE_PAGES);
    command.environment().putAll(task.client().environment());
    return new Run(task, task.processes().start(command));
  }

  private final class Run implements Session {
    private final RunTask task;
    private final Conversation program;
    private volatile String complaint = "";

    /** Records deleted since the load: all numbers below it. */
    private long deleted;

    Run(RunTask task, Process program) {
      this.task = task;
      this.program = new Conversation(program, line -> complaint = ": " + line);
    }

    @Override
    public Measurement run(Phase phase, long recordCount, Listener listener)
        throws IOException, InterruptedException {
      listener.enter(RunPart.WARM_UP);
      if (phase.isLoad()) {
        deleted = 0;
      }
      return task.endsByTime(phase)
          ? runByTime(phase, recordCount, listener)
          : run(phase, spec(phase, recordCount), task.warmUpOperations(phase), 0, listener);
    }

    private Measurement runByTime(Phase phase, long recordCount, Listener listener)
        throws IOException, InterruptedException {
      TraceSpec whole = spec(phase, recordCount);
      double seconds = seconds(task);
      long most = Math.min(MOST_BY_TIME, whole.operations());
      long mostPiloted = Math.max(1, most / PILOT_STEP);
      long inserted = 0;
      for (int number = 1; ; number++) {
        long pilotOperations =
            Math.min(mostPiloted, FIRST_PILOT * (long) Math.pow(PILOT_STEP, number - 1));
        TraceSpec pilot =
            whole.segment(number, pilotOperations, deleted, deleted + recordCount + inserted);
        Measurement piloted = run(phase, pilot, 0, 0, operations -> {});
        inserted += piloted.work().inserted();
        if (!piloted.valid()) {
          return piloted;
        }
        if (piloted.work().seconds() >= seconds / PILOT_STEP || pilotOperations == mostPiloted) {
          long wanted = (long) (piloted.throughputOpsS() * seconds);
          long operations = Math.max(1, Math.min(most - 2 * pilotOperations, wanted));
          TraceSpec spec = whole.segment(0, operations, deleted, deleted + recordCount + inserted);
          return run(phase, spec, 2 * pilotOperations, inserted, listener);
        }
      }
    }

    private Measurement run(
        Phase phase, TraceSpec spec, long warmUpOperations, long insertedBefore, Listener listener)
        throws IOException, InterruptedException {
      Path trace = task.folders().scratch().resolve(phase.id() + ".operations");
      Path warmUp = task.folders().scratch().resolve(phase.id() + ".warm-up.operations");
      try {
        record(spec, trace, false);
        String request = trace.toString();
        if (!phase.isLoad() && warmUpOperations > 0) {
          record(spec.warmUp(warmUpOperations), warmUp, true);
          request += "\t" + warmUp;
        }
        listener.enter(RunPart.PHASE);
        return ask(request, spec.operations(), insertedBefore, listener);
      } catch (FileFailure full) {
        return Measurement.failed(
            spec.operations(),
            "cannot write the operations for the native program: "
                + full.getMessage()
                + "; make room there, or ask for fewer operations");
      } finally {
        Files.deleteIfExists(trace);
        Files.deleteIfExists(warmUp);
      }
    }

    private TraceSpec spec(Phase phase, long recordCount) throws IOException {
      return new TraceSpec(
          task.workload(phase),
          task.spec().threads(),
          task.operations(phase, recordCount),
          phase.isLoad() ? 0 : deleted,
          phase.isLoad() ? 0 : deleted + recordCount,
          task.seed(phase));
    }

    private static void record(TraceSpec spec, Path file, boolean harmlessly)
        throws IOException, InterruptedException {
      try (Trace trace = Trace.record(spec)) {
        OperationFile.write(trace, file, harmlessly);
      } catch (IOException failure) {
        throw new FileFailure(file, failure);
      }
    }

    private Measurement ask(String request, long asked, long insertedBefore, Listener listener)
        throws InterruptedException {
      program.say(request);
      long done = 0;
      long lastMove = System.nanoTime();
      while (true) {
        String line = program.answer(LOOK);
        if (Conversation.END.equals(line)) {
          return Measurement.failed(
              asked, "the native program " + program.end(patience) + complaint);
        }
        if (line != null) {
          Answer answer;
          try {
            answer = JSON.readValue(line, Answer.class);
          } catch (JsonProcessingException nonsense) {
            return Measurement.failed(asked, "the native program said: " + line);
          }
          if (answer.progress() == null) {
            deleted += answer.deleted();
            return answer.outcome(asked, insertedBefore);
          }
          listener.operations(answer.progress());
          if (answer.progress() != done) {
            done = answer.progress();
            lastMove = System.nanoTime();
          }
        }
        if (System.nanoTime() - lastMove > patience.toNanos()) {
          program.close();
          return Measurement.failed(
              asked,
              "no operation finished for "
                  + patience.toSeconds()
                  + " s, so the native program was killed");
        }
      }
    }

    @Override
    public void close() {
      program.close();
    }
  }
}
