package org.pmemycsb.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.pmemycsb.harness.host.workspace.Conversation;
import org.pmemycsb.harness.measure.WorkerGroup;

/** The worker JVM of a machine. It ends when its standard input does. One thread talks to it. */
final class Worker {
  /** In the place of a worker that was never started, or was dismissed. */
  static final Worker NONE = new Worker(null);

  private static final Duration SILENCE = Duration.ofSeconds(60);
  private static final Duration END = Duration.ofSeconds(2);

  /** For a worker to remove its files in. */
  private static final long MOMENT_MILLIS = 2000;

  private final Conversation jvm;

  private Worker(Process process) {
    this.jvm = process == null ? null : new Conversation(process);
  }

  static Worker start(List<String> command, Map<String, String> environment) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    // Spark's own variables, and the cluster's secret among them, are not for the worker.
    builder.environment().keySet().removeIf(name -> name.matches("_?SPARK_.*"));
    builder.environment().putAll(environment);
    return new Worker(builder.start());
  }

  /** A worker that is gone does not get the line; then it has no answer. */
  void say(String line) throws IOException {
    check();
    jvm.say(line);
  }

  /**
   * Waits for {@code READY} or an answer.
   *
   * @param progress takes the operations so far
   * @throws IOException if the worker has ended or is silent for a minute
   */
  String answer(LongConsumer progress) throws IOException, InterruptedException {
    check();
    while (true) {
      String line = jvm.answer(SILENCE);
      if (line == null) {
        throw new IOException("the worker was silent for " + SILENCE.toSeconds() + " s");
      }
      if (line.equals(WorkerGroup.READY) || line.startsWith(WorkerGroup.ANSWER)) {
        return line;
      } else if (line.startsWith(WorkerGroup.PROGRESS)) {
        progress.accept(Long.parseLong(line.substring(WorkerGroup.PROGRESS.length()).strip()));
      } else if (line.equals(Conversation.END)) {
        throw new IOException("the worker " + jvm.end(END) + jvm.because());
      }
    }
  }

  private void check() throws IOException {
    if (jvm == null) {
      throw new IOException("no worker runs");
    }
  }

  /** Ends its standard input, and kills a worker that does not end then. */
  void kill() {
    if (jvm != null) {
      // Not in this thread: it waits while another writes to a worker that reads nothing.
      CompletableFuture.runAsync(this::endInput);
      // Not by waitFor: Spark interrupts the threads of a cancelled job.
      jvm.process().onExit().completeOnTimeout(null, MOMENT_MILLIS, TimeUnit.MILLISECONDS).join();
      jvm.close();
    }
  }

  private void endInput() {
    try {
      jvm.process().outputWriter().close();
    } catch (IOException ended) {
      return;
    }
  }
}
