package org.pmemycsb.harness.host.workspace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A child process that answers the lines of its standard input with lines of its standard output,
 * and complains on standard error. One thread talks to it; closing kills it.
 */
public final class Conversation implements AutoCloseable {
  /** Stands for the end of the answers: End of Transmission, which no program sends as a line. */
  public static final String END = "\u0004";

  private static final int ORPHANED = 3;
  // A process that the child started may hold its output open.
  private static final long MOST_MILLIS = 5000;

  private final Process process;
  private final LastLines complaints = new LastLines();
  private final Thread complaining;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  public Conversation(Process process) {
    this(process, line -> {});
  }

  /**
   * @param errors takes the lines of its standard error, in a thread of its own
   */
  public Conversation(Process process, Consumer<String> errors) {
    this.process = process;
    this.complaining =
        readLines("child-errors", process.errorReader(), complaints.andThen(errors), () -> {});
    readLines("answers", process.inputReader(), answers::add, () -> answers.add(END));
  }

  /** Sends a line. A process that is gone does not get it; then {@link #END} follows. */
  public void say(String line) {
    try {
      Writer out = process.outputWriter();
      out.write(line + "\n");
      out.flush();
    } catch (IOException gone) {
      return;
    }
  }

  /** The next answer, or {@link #END} for good; null if none comes in this time. */
  public String answer(Duration patience) throws InterruptedException {
    String answer = answers.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    if (END.equals(answer)) {
      answers.add(END);
    }
    return answer;
  }

  public Process process() {
    return process;
  }

  /** How the conversation ended: the exit status, unless the process lives on for so long. */
  public String end(Duration patience) throws InterruptedException {
    if (!process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      return "says nothing more";
    }
    hearOut();
    return "ended with " + ServerProcesses.status(process);
  }

  /** A line that is no answer may say why the process fails. */
  public void printed(String line) {
    complaints.accept(line);
  }

  /** The reason in its lines so far, as {@link LastLines#because()}; in all, if it has ended. */
  public String because() throws InterruptedException {
    hearOut();
    return complaints.because();
  }

  /** The last lines of a process that has ended may still be under way. */
  private void hearOut() throws InterruptedException {
    if (!process.isAlive()) {
      complaining.join(MOST_MILLIS);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /**
   * Reads lines in a daemon thread until they end.
   *
   * @param end is told the end; a broken pipe ends, too
   */
  private static Thread readLines(
      String thread, BufferedReader from, Consumer<String> to, Runnable end) {
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
            thread);
    reader.setDaemon(true);
    reader.start();
    return reader;
  }

  /**
   * In a child JVM: reads the harness's lines, and ends the JVM at once when they end, whatever it
   * is doing then.
   */
  public static void readHarness(Consumer<String> to) {
    readLines(
        "harness",
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
        to,
        () -> Runtime.getRuntime().halt(ORPHANED));
  }
}
