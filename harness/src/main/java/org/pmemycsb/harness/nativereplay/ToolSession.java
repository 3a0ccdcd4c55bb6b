package org.pmemycsb.harness.nativereplay;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.harness.design.Mix;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.run.RunTask;
import org.pmemycsb.harness.run.Runner;
import org.pmemycsb.harness.workspace.Conversation;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerTool;

/**
 * A run of a server's own tool, a process or two for each phase.
 *
 * <p>The tool fills the database before the first phase. Before a phase that ends by time come
 * 1,000 operations and then as many as take half of the time. They warm up, and show how many
 * operations fit. The time of a phase is the sum of the times that the commands print, so reads and
 * updates of two commands have the harmonic mean of both throughputs.
 */
final class ToolSession implements Runner.Session {
  private static final long FIRST_PILOT = 1000;
  private static final int TIMES_EXPECTED = 5;

  private final RunTask task;
  private final ServerTool tool;
  private final Duration patience;
  private boolean filled;
  private volatile Process running;

  ToolSession(RunTask task, ServerTool tool, Duration patience) {
    this.task = task;
    this.tool = tool;
    this.patience = patience;
  }

  private record Done(long operations, double seconds) {
    double rate() {
      return operations / seconds;
    }

    /** How many operations fit in a time. */
    long in(double time, long most) {
      return Math.min(most, Math.max(1, (long) (rate() * time)));
    }
  }

  @Override
  public Measurement run(Phase phase, long recordCount, Runner.Watch watch)
      throws IOException, InterruptedException {
    watch.enter(RunPart.WARM_UP);
    long most = task.operations(phase, recordCount);
    try {
      if (!filled) {
        tool.fill(work(phase, recordCount, 0));
        filled = true;
      }
      boolean byTime = task.endsByTime(phase);
      double seconds = NativeRunner.seconds(task);
      Done pilot =
          make(work(phase, recordCount, byTime ? FIRST_PILOT : task.warmUpOperations(phase)), 0);
      if (byTime) {
        pilot = make(work(phase, recordCount, pilot.in(seconds / 2, most)), seconds);
      }
      watch.enter(RunPart.PHASE);
      long wanted = byTime ? pilot.in(seconds, most) : most;
      Done done = make(work(phase, recordCount, wanted), TIMES_EXPECTED * wanted / pilot.rate());
      watch.operations(done.operations());
      return Measurement.counted(
          new Measurement.Work(done.operations(), done.operations(), 0, 0, done.seconds()),
          Optional.empty());
    } catch (DatabaseException failure) {
      return Measurement.failed(most, failure.getMessage());
    }
  }

  private ServerTool.Work work(Phase phase, long records, long operations) {
    Mix mix = phase.mix(task.experiment().properties());
    return new ServerTool.Work(
        task.client().properties(),
        records,
        task.experiment().layout(task.spec().valueSize()),
        task.spec().threads(),
        operations,
        mix.read() / mix.total(),
        task.folders().scratch());
  }

  private Done make(ServerTool.Work work, double atMostSeconds)
      throws DatabaseException, IOException, InterruptedException {
    long operations = 0;
    double seconds = 0;
    for (ServerTool.Step step : tool.steps(work)) {
      double rate = tool.operationsPerSecond(output(step, atMostSeconds));
      operations += step.operations();
      seconds += step.operations() / rate;
    }
    return new Done(operations, seconds);
  }

  /** Runs a command to its end. */
  private List<String> output(ServerTool.Step step, double atMostSeconds)
      throws DatabaseException, IOException, InterruptedException {
    ProcessBuilder command = new ProcessBuilder(step.command()).redirectErrorStream(true);
    command.environment().putAll(step.environment());
    running = task.client().processes().start(command);
    long deadline =
        System.nanoTime()
            + patience.toNanos()
            + (long) (atMostSeconds * TimeUnit.SECONDS.toNanos(1));
    String program = step.command().get(0);
    try (Conversation lines = new Conversation(running)) {
      List<String> output = new ArrayList<>();
      while (true) {
        String line = lines.answer(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        if (line == null) {
          throw new DatabaseException(program + " did not end in time, so it was killed");
        }
        if (line.equals(Conversation.END)) {
          break;
        }
        output.add(line);
      }
      if (!running.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS) || running.exitValue() != 0) {
        throw new DatabaseException(program + " " + lines.end(Duration.ZERO) + complaint(output));
      }
      return output;
    }
  }

  /** The first line about an error, or else the last line. */
  private static String complaint(List<String> output) {
    return output.stream()
        .filter(line -> line.toLowerCase(Locale.ROOT).contains("error"))
        .findFirst()
        .or(() -> output.stream().reduce((a, b) -> b))
        .map(line -> ": " + line.strip())
        .orElse("");
  }

  @Override
  public void close() {
    if (running != null) {
      running.destroyForcibly();
    }
  }
}
