package org.pmemycsb.harness.measure.worker;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.host.workspace.Conversation;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.WorkerGroup;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.DatabaseException;

/** A group of one worker: a JVM on this machine. */
final class OneWorker implements WorkerGroup {
  private static final Duration LOOK = Duration.ofMillis(200);

  /** The worker itself ends a phase without progress before this time is over. */
  private static final Duration LONGER_THAN_PATIENCE = Duration.ofSeconds(5);

  private static final Pattern REPLY =
      Pattern.compile(
          "(%s|%s|%s|%s)(|\\w+|\\{.*)$".formatted(READY, Messages.PART, PROGRESS, ANSWER));

  private final ChildJvm jvm;
  private final RunTask task;
  private final Messages.Setup setup;
  private final Duration patience;
  private final ServerProcesses servers;
  private Conversation worker;

  OneWorker(ChildJvm jvm, RunTask task, Messages.Setup setup, Duration patience)
      throws IOException {
    this.jvm = jvm;
    this.task = task;
    this.setup = setup;
    this.patience = patience;
    this.servers = task.database().servers();
    start();
  }

  private void start() throws IOException {
    // A heap must not grow while the memory of a database is limited.
    List<String> heap =
        task.experiment().limitsMemory()
            ? ChildJvm.wholeHeap(task.heapMiB())
            : ChildJvm.heap(task.heapMiB());
    worker =
        new Conversation(
            task.processes()
                .start(
                    jvm.command(
                        WorkerMain.class.getName(),
                        List.of(),
                        List.of(),
                        heap,
                        task.client().environment())));
    worker.say(Messages.JSON.writeValueAsString(setup));
  }

  /**
   * Kills the JVM, as a crash would, and goes on in a fresh one.
   *
   * @throws DatabaseException if the JVM does not end
   */
  void renew() throws IOException, InterruptedException, DatabaseException {
    worker.close();
    if (!worker.process().waitFor(silence().toMillis(), TimeUnit.MILLISECONDS)) {
      throw new DatabaseException(
          "the worker's JVM did not end within %d s of its kill".formatted(silence().toSeconds()));
    }
    start();
  }

  @Override
  public void tell(List<String> lines) {
    worker.say(lines.get(0));
  }

  @Override
  public List<Answer> phase(List<String> lines, Runner.Listener listener)
      throws IOException, InterruptedException {
    tell(lines);
    return List.of(listen(listener));
  }

  private static Answer failed(String reason) {
    return new Answer(0, "", Optional.empty(), Optional.of(reason), 0, 0);
  }

  private Answer listen(Runner.Listener listener) throws InterruptedException {
    long looked = System.nanoTime();
    // Looks and not time, which passes while a virtual machine is stopped.
    long looksLeft = mostLooks();
    while (true) {
      String line = worker.answer(LOOK);
      if (Conversation.END.equals(line)) {
        return failed("the worker " + worker.end(patience) + worker.because());
      }
      looksLeft = line == null ? looksLeft - 1 : mostLooks();
      if (looksLeft == 0) {
        worker.close();
        return failed(
            "the worker's JVM was silent for %d s: it was stopped, or got no processor"
                .formatted(silence().toSeconds()));
      }
      if (line != null && !line.equals(Messages.ALIVE)) {
        Optional<Answer> end = heard(line, listener);
        if (end.isPresent()) {
          return end.get();
        }
      }
      if (System.nanoTime() - looked >= LOOK.toNanos()) {
        looked = System.nanoTime();
        Optional<String> dead = servers.ownEnd();
        if (dead.isPresent()) {
          worker.close();
          return failed(dead.get());
        }
      }
    }
  }

  private Duration silence() {
    return patience.plus(LONGER_THAN_PATIENCE);
  }

  private long mostLooks() {
    return silence().dividedBy(LOOK);
  }

  private Optional<Answer> heard(String line, Runner.Listener listener)
      throws InterruptedException {
    // A library may print on standard output, with or without an end of line.
    Matcher reply = REPLY.matcher(line);
    boolean found = reply.find();
    int begin = found ? reply.start() : line.length();
    if (begin > 0) {
      worker.printed(line.substring(0, begin));
    }
    if (!found) {
      return Optional.empty();
    }
    String word = reply.group(1);
    String rest = reply.group(2);
    switch (word) {
      case ANSWER -> {
        return Optional.of(new Answer(0, "", Optional.of(rest), Optional.empty(), 0, 0));
      }
      case PROGRESS -> listener.operations(Long.parseLong(rest));
      case Messages.PART -> listener.enter(RunPart.valueOf(rest));
      default -> worker.say(listener.turn() ? Messages.GO : ABORT);
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    worker.close();
  }
}
