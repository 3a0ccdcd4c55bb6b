package org.pmemycsb.harness.audit;

import java.io.BufferedReader;
import java.io.BufferedWriter;
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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.harness.run.ChildJvm;
import org.pmemycsb.harness.run.LastLines;
import org.pmemycsb.harness.run.Workspace;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import site.ycsb.workloads.CoreWorkload;

/** Writes, kills, starts again, and looks. */
final class Round {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String END = "";

  private final AuditPlan plan;
  private final ChildJvm jvm;
  private final DatabaseServer server;
  private final String clientClass;
  private final List<Path> jars;
  private final Path folder;

  /** What a round left. */
  record Outcome(
      Losses losses,
      Snapshot found,
      long endedAt,
      int operations,
      double killAfterMillis,
      double restartMillis) {
    RoundResult result(int round) {
      return new RoundResult(
          round, killAfterMillis, restartMillis, Optional.of(losses), Optional.empty());
    }
  }

  /** The round could not be made, or the database did not come back. */
  static final class FailedException extends Exception {
    private static final long serialVersionUID = 1L;

    FailedException(String message) {
      super(message);
    }
  }

  /**
   * @param jars jars that the client needs beside the harness's class path
   * @param folder an existing, empty folder for ledgers
   */
  Round(
      AuditPlan plan,
      ChildJvm jvm,
      DatabaseServer server,
      String clientClass,
      List<Path> jars,
      Path folder) {
    this.jars = jars;
    this.plan = plan;
    this.jvm = jvm;
    this.server = server;
    this.clientClass = clientClass;
    this.folder = folder;
  }

  /**
   * @param before what there is
   * @param safeSince since when each record is known to be so
   * @param firstVersion above all that were written
   * @param seed of the operations
   * @param load how long the database is under load
   */
  Outcome run(Snapshot before, long[] safeSince, int firstVersion, long seed, Duration load)
      throws IOException, InterruptedException, FailedException {
    Path snapshot = folder.resolve("before");
    before.write(snapshot);
    for (int thread = 0; thread < plan.threads(); thread++) {
      Ledger.create(Orders.ledger(folder, thread), plan.ledgerEntries());
    }
    long killedAt;
    double killAfterMillis;
    try (Clients writers = new Clients(orders(true, seed, firstVersion, snapshot))) {
      writers.await(Orders.READY, "while it was written to");
      long begin = System.nanoTime();
      writers.load(load);
      killedAt = System.nanoTime();
      killAfterMillis = (killedAt - begin) / NANOS_PER_MILLI;
      if (!server.livesInClient()) {
        ask("the kill", server::crash);
      }
      // Also where the server is gone already: nobody shall send again what was in flight.
      writers.kill();
    }
    long begin = System.nanoTime();
    if (!server.livesInClient()) {
      ask("the restart", server::restart);
    }
    double restartMillis = (System.nanoTime() - begin) / NANOS_PER_MILLI;
    Path found = folder.resolve("found");
    try (Clients readers = new Clients(orders(false, seed, firstVersion, found))) {
      readers.await(Orders.DONE, "after the restart");
    }
    Snapshot after = Snapshot.read(found);
    List<Ledger> ledgers = new ArrayList<>();
    int operations = 0;
    for (int thread = 0; thread < plan.threads(); thread++) {
      Ledger ledger = Ledger.open(Orders.ledger(folder, thread));
      ledgers.add(ledger);
      operations = Math.max(operations, ledger.size());
    }
    return new Outcome(
        Judge.judge(before, safeSince, firstVersion, ledgers, after, killedAt),
        after,
        System.nanoTime(),
        operations,
        killAfterMillis,
        restartMillis);
  }

  private interface Request {
    void put() throws DatabaseException;
  }

  private static void ask(String what, Request request) throws FailedException {
    try {
      request.put();
    } catch (DatabaseException failure) {
      throw new FailedException(what + " failed: " + failure.getMessage());
    }
  }

  private Orders orders(boolean write, long seed, int firstVersion, Path snapshot) {
    Map<String, String> properties = new HashMap<>();
    // Clients that size or lay out a database by them find what is true.
    properties.put(CoreWorkload.TABLENAME_PROPERTY, Writers.TABLE);
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

  /** A JVM of clients, and what it says. */
  private final class Clients implements AutoCloseable {
    private final LastLines complaints = new LastLines();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Process process;

    Clients(Orders orders) throws IOException {
      process =
          jvm.start(
              ClientsMain.class.getName(),
              List.of(),
              jars,
              heapMiB(),
              server.clientEnvironment(),
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
        // It says why on the lines that are read.
        return;
      }
    }

    private int heapMiB() {
      return (int)
          Math.min(512 + (((long) plan.threads() * plan.valueBytes() * 64) >> 20), 1 << 20);
    }

    private void readAll() {
      try (BufferedReader in = process.inputReader()) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          lines.add(line);
        }
      } catch (IOException closed) {
        // As good as the end.
      }
      lines.add(END);
    }

    /** Waits until it says a word. */
    void await(String word, String when) throws InterruptedException, FailedException {
      while (true) {
        String line = lines.poll(plan.patience().toSeconds(), TimeUnit.SECONDS);
        if (line == null) {
          throw new FailedException(
              "the clients said nothing for " + plan.patience().toSeconds() + " s " + when);
        }
        refuseFailure(line, when);
        if (line.equals(word)) {
          return;
        }
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
            "the clients "
                + (ended ? "ended with status " + process.exitValue() : "say nothing more")
                + " "
                + when
                + complaints.because());
      }
    }

    void kill() {
      process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
      kill();
    }
  }

  /** Removes what the round put into its folder. */
  void clean() throws IOException {
    Workspace.deleteTree(folder);
    Files.createDirectories(folder);
  }
}
