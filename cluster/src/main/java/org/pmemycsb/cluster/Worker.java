package org.pmemycsb.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The worker JVM of a machine. It ends when its standard input does. One thread talks to it. */
final class Worker {
  /** In the place of a worker that was never started, or was dismissed. */
  static final Worker NONE = new Worker(null);

  static final String READY = "READY";
  static final String ANSWER = "ANSWER ";
  private static final String PROGRESS = "PROGRESS ";
  private static final String END = "\u0004";
  private static final long SILENCE_SECONDS = 60;

  /** For a worker to remove its files in. */
  private static final long MOMENT_MILLIS = 2000;

  private static final Pattern THROWN =
      Pattern.compile(
          "(?:Exception in thread \"\\S+\" )?((?:[\\w.$]+(?:Exception|Error)\\b|Error: ).*)");

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private volatile String complaint = "";

  private Worker(Process process) {
    this.process = process;
  }

  static Worker start(List<String> command, Map<String, String> environment) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    // Spark's own variables, and the cluster's secret among them, are not for the worker.
    builder.environment().keySet().removeIf(name -> name.matches("_?SPARK_.*"));
    builder.environment().putAll(environment);
    Worker worker = new Worker(builder.start());
    read(worker.process.errorReader(), worker::complain, () -> {});
    read(worker.process.inputReader(), worker.lines::add, () -> worker.lines.add(END));
    return worker;
  }

  private static void read(BufferedReader from, Consumer<String> to, Runnable end) {
    Thread reader =
        new Thread(
            () -> {
              try (from) {
                from.lines().forEach(to);
              } catch (IOException | UncheckedIOException broken) {
                // The process was killed; its exit status tells the rest.
              }
              end.run();
            },
            "pmem-ycsb-worker");
    reader.setDaemon(true);
    reader.start();
  }

  private void complain(String line) {
    Matcher thrown = THROWN.matcher(line);
    if (complaint.isEmpty() && thrown.matches()) {
      complaint = ": " + thrown.group(1);
    }
  }

  void say(String line) throws IOException {
    check();
    try {
      Writer out = process.outputWriter();
      out.write(line + "\n");
      out.flush();
    } catch (IOException gone) {
      throw new IOException(end(), gone);
    }
  }

  /**
   * Waits for {@code READY} or an answer.
   *
   * @param progress takes the operations so far
   * @throws IOException if the worker has ended or is silent for {@value #SILENCE_SECONDS} seconds
   */
  String answer(LongConsumer progress) throws IOException, InterruptedException {
    check();
    while (true) {
      String line = lines.poll(SILENCE_SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        throw new IOException("the worker was silent for " + SILENCE_SECONDS + " s");
      }
      if (line.equals(READY) || line.startsWith(ANSWER)) {
        return line;
      } else if (line.startsWith(PROGRESS)) {
        progress.accept(Long.parseLong(line.substring(PROGRESS.length()).strip()));
      } else if (line.equals(END)) {
        throw new IOException(end());
      }
    }
  }

  private void check() throws IOException {
    if (process == null) {
      throw new IOException("no worker runs");
    }
  }

  private String end() {
    try {
      return process.waitFor(2, TimeUnit.SECONDS)
          ? "the worker ended with status " + process.exitValue() + complaint
          : "the worker says nothing more" + complaint;
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      return "the worker says nothing more";
    }
  }

  /** Ends its standard input, and kills a worker that does not end then. */
  void kill() {
    if (process != null) {
      // Not in this thread: it waits while another writes to a worker that reads nothing.
      CompletableFuture.runAsync(this::endInput);
      // Not by waitFor: Spark interrupts the threads of a cancelled job.
      process.onExit().completeOnTimeout(null, MOMENT_MILLIS, TimeUnit.MILLISECONDS).join();
      process.destroyForcibly();
    }
  }

  private void endInput() {
    try {
      process.outputWriter().close();
    } catch (IOException ended) {
      return;
    }
  }
}
