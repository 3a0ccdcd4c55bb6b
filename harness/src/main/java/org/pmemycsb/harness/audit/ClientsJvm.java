package org.pmemycsb.harness.audit;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.harness.audit.Round.FailedException;
import org.pmemycsb.harness.run.ChildJvm;
import org.pmemycsb.harness.run.LastLines;

/** A JVM of clients, and the lines that it prints; closing it kills it. */
final class ClientsJvm implements AutoCloseable {
  private static final String END = "";

  private final Duration patience;
  private final LastLines complaints = new LastLines();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Process process;
  private boolean ready;

  ClientsJvm(
      AuditPlan plan, ChildJvm jvm, List<Path> jars, Map<String, String> environment, Orders orders)
      throws IOException {
    patience = plan.patience();
    process =
        jvm.start(
            ClientsMain.class.getName(),
            List.of(),
            jars,
            plan.clientHeapMiB(),
            environment,
            null,
            complaints);
    Thread reader = new Thread(this::readAll, "audit-replies");
    reader.setDaemon(true);
    reader.start();
    try {
      BufferedWriter out = process.outputWriter();
      out.write(orders.toJson());
      out.newLine();
      out.flush();
    } catch (IOException gone) {
      // It prints the reason on the lines that are read.
      return;
    }
  }

  private void readAll() {
    try (BufferedReader in = process.inputReader()) {
      in.lines().forEach(lines::add);
    } catch (IOException | java.io.UncheckedIOException closed) {
      // The end of the output, too.
    }
    lines.add(END);
  }

  /** Waits until it prints a word. */
  void await(String word, String when) throws InterruptedException, FailedException {
    while (!ready) {
      String line = lines.poll(patience.toSeconds(), TimeUnit.SECONDS);
      if (line == null) {
        throw new FailedException(
            "the clients said nothing for %d s %s".formatted(patience.toSeconds(), when));
      }
      refuseFailure(line, when);
      ready = line.equals(word);
    }
  }

  /** Lets it write for a time; for less if there is no room to note more. */
  void load(Duration time) throws InterruptedException, FailedException {
    String line = lines.poll(time.toNanos(), TimeUnit.NANOSECONDS);
    if (line != null) {
      refuseFailure(line, "before the kill");
    }
  }

  private void refuseFailure(String line, String when)
      throws InterruptedException, FailedException {
    if (line.startsWith(Orders.FAILED)) {
      throw new FailedException(line.substring(Orders.FAILED.length()) + " " + when);
    }
    if (line.equals(END)) {
      boolean ended = process.waitFor(10, TimeUnit.SECONDS);
      throw new FailedException(
          "the clients %s %s%s"
              .formatted(
                  ended ? "ended with status " + process.exitValue() : "say nothing more",
                  when,
                  complaints.because()));
    }
  }

  /** How the process ended by itself after all clients had begun to write; empty if it runs. */
  Optional<String> endUnderLoad() {
    return ready && !process.isAlive()
        ? Optional.of(
            "the clients' process, in which the database runs, ended by itself with "
                + ServerProcesses.status(process)
                + complaints.because())
        : Optional.empty();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
