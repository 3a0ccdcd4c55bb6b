package org.pmemycsb.harness.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.harness.audit.Audited.RoundResult;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.host.workspace.Conversation;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.SafeFolder;
import site.ycsb.workloads.CoreWorkload;

/**
 * One round: write, kill, restart, read.
 *
 * @param jars jars that the client needs beside the harness's class path
 * @param folder an existing, empty folder for the logs of writes
 */
record Round(
    AuditPlan plan,
    ChildJvm jvm,
    ProcessStarter starter,
    DatabaseServer server,
    ServerProcesses processes,
    String clientClass,
    List<Path> jars,
    Path folder) {
  private static final double NANOS_PER_MILLI = 1e6;
  // A client may notice the end of a server so much earlier than the harness.
  private static final Duration NOTICE = Duration.ofSeconds(10);
  // So long may a process with much memory take to end.
  private static final int END_SECONDS = 10;

  /**
   * @param found the records of the database
   * @param endedAt by {@link System#nanoTime}
   * @param operations the most that a thread has begun
   */
  record Outcome(RoundResult result, Snapshot found, long endedAt, int operations) {}

  static final class FailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Optional<String> ownEnd;

    FailedException(String message) {
      this(message, Optional.empty());
    }

    private FailedException(String message, Optional<String> ownEnd) {
      super(message);
      this.ownEnd = ownEnd;
    }

    RoundResult result(int round) {
      return RoundResult.failed(round, ownEnd, getMessage());
    }
  }

  /**
   * @param number from 1
   * @param before the records of the database
   * @param safeSince the time from which each record is known to be so
   * @param firstVersion first version of this round, above all written ones
   * @param load time under load
   */
  Outcome run(
      int number, Snapshot before, long[] safeSince, int firstVersion, long seed, Duration load)
      throws IOException, InterruptedException, FailedException {
    Path snapshot = folder.resolve("before");
    before.write(snapshot);
    for (int thread = 0; thread < plan.threads(); thread++) {
      WriteLog.create(Orders.log(folder, thread), plan.logEntries());
    }
    processes.watchTheLiving();
    Optional<String> ownEnd;
    long begin = System.nanoTime();
    long killedAt;
    try (Clients writers = new Clients(orders(true, seed, firstVersion, snapshot))) {
      try {
        writers.await(Orders.READY, "while it was written to");
        begin = System.nanoTime();
        writers.load(load);
        ownEnd = serverEnd(Duration.ZERO);
      } catch (FailedException failure) {
        ownEnd = server.livesInClient() ? writers.endUnderLoad() : serverEnd(NOTICE);
        if (ownEnd.isEmpty()) {
          throw failure;
        }
      }
      killedAt = System.nanoTime();
      // Also if a server ended by itself: its other processes may still run.
      ask("the kill", () -> processes.crash(server), ownEnd);
    }
    double killAfterMillis = (killedAt - begin) / NANOS_PER_MILLI;
    begin = System.nanoTime();
    ask("the restart", () -> ServerProcesses.restart(server), ownEnd);
    double restartMillis = (System.nanoTime() - begin) / NANOS_PER_MILLI;
    Snapshot found = read(orders(false, seed, firstVersion, folder.resolve("found")), ownEnd);
    List<WriteLog> writeLogs = new ArrayList<>();
    for (int thread = 0; thread < plan.threads(); thread++) {
      writeLogs.add(WriteLog.open(Orders.log(folder, thread)));
    }
    Losses losses = LossFinder.find(before, safeSince, firstVersion, writeLogs, found, killedAt);
    return new Outcome(
        new RoundResult(
            number, killAfterMillis, restartMillis, Optional.of(losses), ownEnd, Optional.empty()),
        found,
        System.nanoTime(),
        writeLogs.stream().mapToInt(WriteLog::size).max().orElseThrow());
  }

  private Optional<String> serverEnd(Duration patience) throws InterruptedException {
    return server.livesInClient() ? Optional.empty() : processes.ownEnd(patience);
  }

  private interface Request {
    void send() throws DatabaseException, InterruptedException;
  }

  /** Sends a request to the server; a database in the clients' process has ended with it. */
  private void ask(String what, Request request, Optional<String> ownEnd)
      throws FailedException, InterruptedException {
    if (server.livesInClient()) {
      return;
    }
    try {
      request.send();
    } catch (DatabaseException failure) {
      throw new FailedException(what + " failed: " + failure.getMessage(), ownEnd);
    }
  }

  private Snapshot read(Orders orders, Optional<String> ownEnd)
      throws IOException, InterruptedException, FailedException {
    processes.watchTheLiving();
    try (Clients readers = new Clients(orders)) {
      readers.await(Orders.DONE, "after the restart");
    } catch (FailedException failure) {
      String cause = serverEnd(NOTICE).map(end -> end + " after the restart; ").orElse("");
      throw new FailedException(cause + failure.getMessage(), ownEnd);
    }
    Optional<String> later = serverEnd(Duration.ZERO);
    if (later.isPresent()) {
      throw new FailedException(later.get() + " while it was read after the restart", ownEnd);
    }
    return Snapshot.read(Path.of(orders.snapshot()));
  }

  private Orders orders(boolean write, long seed, int firstVersion, Path snapshot) {
    Map<String, String> properties = new HashMap<>();
    // Some clients size a database by these, so they must be true.
    properties.put(CoreWorkload.TABLENAME_PROPERTY, Writer.TABLE);
    properties.put(CoreWorkload.FIELD_COUNT_PROPERTY, Integer.toString(AuditPlan.FIELDS));
    properties.put(CoreWorkload.FIELD_LENGTH_PROPERTY, Integer.toString(plan.valueBytes()));
    properties.put("recordcount", Integer.toString(plan.records()));
    properties.put("threadcount", Integer.toString(plan.threads()));
    Properties own = server.clientProperties();
    own.stringPropertyNames().forEach(name -> properties.put(name, own.getProperty(name)));
    return new Orders(
        write,
        clientClass,
        properties,
        plan.threads(),
        AuditPlan.FIELDS,
        plan.valueBytes(),
        seed,
        firstVersion,
        folder.toString(),
        snapshot.toString());
  }

  void clean() throws IOException {
    SafeFolder.delete(folder);
    Files.createDirectories(folder);
  }

  private final class Clients implements AutoCloseable {
    private final Conversation clients;
    private boolean ready;

    Clients(Orders orders) throws IOException {
      clients =
          new Conversation(
              starter.start(
                  jvm.command(
                      ClientsMain.class.getName(),
                      List.of(),
                      jars,
                      ChildJvm.heap(plan.clientHeapMiB()),
                      server.clientEnvironment())));
      clients.say(orders.toJson());
    }

    void await(String word, String when) throws InterruptedException, FailedException {
      while (!ready) {
        String line = clients.answer(plan.patience());
        if (line == null) {
          throw new FailedException(
              "the clients said nothing for %d s %s".formatted(plan.patience().toSeconds(), when));
        }
        refuseFailure(line, when);
        ready = line.equals(word);
      }
    }

    /** Lets the clients write for a time, or until their logs are full. */
    void load(Duration time) throws InterruptedException, FailedException {
      String line = clients.answer(time);
      if (line != null) {
        refuseFailure(line, "before the kill");
      }
    }

    private void refuseFailure(String line, String when)
        throws InterruptedException, FailedException {
      if (line.startsWith(Orders.FAILED)) {
        throw new FailedException(line.substring(Orders.FAILED.length()) + " " + when);
      }
      if (line.equals(Conversation.END)) {
        throw new FailedException(
            "the clients' process %s %s%s"
                .formatted(clients.end(Duration.ofSeconds(END_SECONDS)), when, clients.because()));
      }
    }

    /** The end of the process, if it ended by itself after all clients began to write. */
    Optional<String> endUnderLoad() throws InterruptedException {
      return ready && !clients.process().isAlive()
          ? Optional.of(
              "the clients' process, in which the database runs, ended by itself with "
                  + ServerProcesses.status(clients.process())
                  + clients.because())
          : Optional.empty();
    }

    @Override
    public void close() {
      clients.close();
      clients.process().onExit().completeOnTimeout(null, END_SECONDS, TimeUnit.SECONDS).join();
    }
  }
}
