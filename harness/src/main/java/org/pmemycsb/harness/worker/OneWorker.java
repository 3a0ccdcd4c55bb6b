package org.pmemycsb.harness.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.run.RunTask;
import org.pmemycsb.harness.run.Runner;
import org.pmemycsb.harness.worker.Messages.PhaseCommand;
import org.pmemycsb.harness.workspace.ChildJvm;
import org.pmemycsb.harness.workspace.Conversation;
import org.pmemycsb.harness.workspace.LastLines;
import org.pmemycsb.harness.workspace.ServerProcesses;
import org.pmemycsb.spi.DatabaseException;

/** A JVM on this machine. It makes one run after another. */
final class OneWorker implements Workers {
  private static final Duration LOOK = Duration.ofMillis(200);

  /** The worker itself ends a phase without progress before this time is over. */
  private static final Duration LONGER_THAN_PATIENCE = Duration.ofSeconds(5);

  private static final int SHOWN = 200;

  private final ChildJvm jvm;
  private final Duration patience;
  private LastLines lastLines;
  private Conversation worker;
  private ServerProcesses servers;
  private RunPart part;

  @FunctionalInterface
  interface Start {
    void run() throws DatabaseException;
  }

  /**
   * @param patience longest time for its end; it may be silent for a little longer
   */
  OneWorker(ChildJvm jvm, RunTask task, Duration patience) throws IOException {
    this.jvm = jvm;
    this.patience = patience;
    start(task);
  }

  private void start(RunTask task) throws IOException {
    lastLines = new LastLines();
    worker =
        new Conversation(
            (task.isProfiled() ? jvm.profiled() : jvm)
                .inWholeMemory(task.experiment().limitsMemory())
                .by(task.client().processes())
                .start(
                    WorkerMain.class.getName(),
                    List.of(),
                    List.of(),
                    task.heapMiB(),
                    task.client().environment(),
                    null,
                    lastLines));
  }

  /** Begins a run; no client of the run before is connected. */
  void begin(RunTask task, Messages.Setup setup) throws IOException {
    servers = task.database().servers();
    worker.say(Messages.SETUP + Messages.JSON.writeValueAsString(setup));
  }

  /**
   * Kills the JVM, as a crash would, and begins the run in a fresh one.
   *
   * @throws DatabaseException if the JVM does not end
   */
  void renew(RunTask task, Messages.Setup setup)
      throws IOException, InterruptedException, DatabaseException {
    worker.close();
    if (!worker.process().waitFor(silence().toMillis(), TimeUnit.MILLISECONDS)) {
      throw new DatabaseException(
          "the worker's JVM did not end within %d s of its kill".formatted(silence().toSeconds()));
    }
    start(task);
    begin(task, setup);
  }

  @Override
  public Measurement make(PhaseCommand command, Runner.Watch watch)
      throws IOException, InterruptedException {
    say(command);
    return listen(command, watch, Optional.empty()).orElseThrow();
  }

  /**
   * Runs a phase that begins when the database is started.
   *
   * @param server starts it; empty if the worker's clients open it themselves
   */
  Measurement makeAfter(Optional<Start> server, PhaseCommand command, Runner.Watch watch)
      throws IOException, InterruptedException, DatabaseException {
    say(command);
    Optional<Measurement> failed = listen(command, watch, Optional.of(RunPart.SERVER));
    if (failed.isPresent()) {
      return failed.get();
    }
    long nanos = 0;
    if (server.isPresent()) {
      long begin = System.nanoTime();
      server.get().run();
      nanos = System.nanoTime() - begin;
      servers.watchTheLiving();
    }
    worker.say(Messages.RESTARTED + nanos);
    return listen(command, watch, Optional.empty()).orElseThrow();
  }

  private void say(PhaseCommand command) throws IOException {
    worker.say(Messages.SERVERS + Messages.JSON.writeValueAsString(servers.running()));
    worker.say(Messages.JSON.writeValueAsString(command));
  }

  /**
   * Listens to the end of the phase, or to the begin of a part of it; then the outcome is empty.
   */
  private Optional<Measurement> listen(
      PhaseCommand command, Runner.Watch watch, Optional<RunPart> until)
      throws IOException, InterruptedException {
    part = null;
    long looked = System.nanoTime();
    // Looks and not time, which passes while a virtual machine is stopped.
    long looksLeft = mostLooks();
    while (true) {
      String line = worker.answer(LOOK);
      if (Conversation.END.equals(line)) {
        return Optional.of(
            command.failed("the worker " + worker.end(patience) + lastLines.because()));
      }
      looksLeft = line == null ? looksLeft - 1 : mostLooks();
      if (looksLeft == 0) {
        worker.close();
        return Optional.of(
            command.failed(
                "the worker's JVM was silent for %d s: it was stopped, or got no processor"
                    .formatted(silence().toSeconds())));
      }
      if (line != null && !line.equals(Replies.ALIVE)) {
        Optional<Measurement> end = heard(command, line, watch);
        if (end.isPresent() || until.isPresent() && until.get() == part) {
          return end;
        }
      }
      if (System.nanoTime() - looked >= LOOK.toNanos()) {
        looked = System.nanoTime();
        Optional<String> dead = servers.ownEnd();
        if (dead.isPresent()) {
          worker.close();
          return Optional.of(command.failed(dead.get()));
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

  /** Takes a line. The last line of a phase gives its outcome. */
  private Optional<Measurement> heard(PhaseCommand command, String line, Runner.Watch watch)
      throws IOException, InterruptedException {
    // A library may print on standard output, with or without an end of line.
    int begin = line.indexOf(Messages.REPLY);
    if (begin != 0) {
      lastLines.accept(begin < 0 ? line : line.substring(0, begin));
    }
    if (begin < 0) {
      return Optional.empty();
    }
    Messages.Reply reply;
    try {
      reply =
          Messages.JSON.readValue(
              line.substring(begin + Messages.REPLY.length()), Messages.Reply.class);
    } catch (JsonProcessingException mixed) {
      worker.close();
      return Optional.of(
          command.failed(
              "something in the worker's JVM printed into its replies: "
                  + line.substring(begin, Math.min(line.length(), begin + SHOWN))));
    }
    if (reply.broken().isPresent()) {
      throw new IOException(reply.broken().get());
    }
    reply
        .part()
        .ifPresent(
            begun -> {
              part = begun;
              watch.enter(begun);
            });
    reply.progress().ifPresent(watch::operations);
    if (reply.turn()) {
      worker.say(watch.turn() ? Messages.GO : Messages.OVER);
    }
    return reply.measurement();
  }

  @Override
  public void close() {
    worker.close();
  }
}
