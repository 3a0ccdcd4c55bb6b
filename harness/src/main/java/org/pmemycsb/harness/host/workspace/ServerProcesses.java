package org.pmemycsb.harness.host.workspace;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.Restartable;

/**
 * The processes that a database's adapter starts, and their log files. Detects a process that ends
 * although nobody killed it. Thread-safe.
 */
public final class ServerProcesses implements ProcessStarter, AutoCloseable {
  private static final int LOG_LINES = 3;
  private static final int LOG_BYTES = 8192;
  private static final String NO_SPACE = "No space left on device";
  // A process that a signal ended has this much more as its exit value.
  private static final int SIGNALLED = 128;
  private static final int KILL = 9;
  // Java may notice the end of a process so much later.
  private static final int NOTICE_SECONDS = 5;
  // So long may a process with much memory take to end.
  private static final int END_SECONDS = 10;

  private final ProcessStarter starter;
  private final List<Started> processes = new CopyOnWriteArrayList<>();

  /** The log is null where the output of the process goes elsewhere. */
  private record Started(Process process, File log) {}

  public ServerProcesses(ProcessStarter starter) {
    this.starter = starter;
  }

  @Override
  public Process start(ProcessBuilder command) throws IOException {
    Process process = starter.start(command);
    processes.add(new Started(process, command.redirectOutput().file()));
    return process;
  }

  public List<Process> running() {
    return processes.stream().map(Started::process).filter(Process::isAlive).toList();
  }

  /**
   * Has a database killed.
   *
   * @throws DatabaseException if it cannot be killed, or a process survives: then what follows
   *     would say nothing about a crash
   */
  public void crash(DatabaseServer server) throws DatabaseException, InterruptedException {
    restartable(server).crash();
    for (Started one : processes) {
      if (!one.process.waitFor(NOTICE_SECONDS, TimeUnit.SECONDS)) {
        throw new DatabaseException(
            "process %d of the database still runs after crash() of its adapter, which must kill all"
                .formatted(one.process.pid()));
      }
    }
    watchTheLiving();
  }

  /**
   * Starts a database again after {@link #crash}.
   *
   * @return the nanoseconds that it took
   */
  public static long restart(DatabaseServer server) throws DatabaseException {
    long begin = System.nanoTime();
    restartable(server).restart();
    return System.nanoTime() - begin;
  }

  private static Restartable restartable(DatabaseServer server) throws DatabaseException {
    if (server instanceof Restartable restartable) {
      return restartable;
    }
    throw new DatabaseException("the harness cannot kill this database and start it again");
  }

  /** Kills the processes that the adapter left. They would take time from the next database. */
  @Override
  public void close() {
    for (Started one : processes) {
      one.process.destroyForcibly();
    }
    for (Started one : processes) {
      one.process
          .onExit()
          .orTimeout(END_SECONDS, TimeUnit.SECONDS)
          .exceptionally(any -> null)
          .join();
    }
  }

  /** Forgets processes that have ended: helpers, and those that were killed. */
  public void watchTheLiving() {
    processes.removeIf(one -> !one.process.isAlive());
  }

  /**
   * As {@link #ownEnd()}.
   *
   * @param patience how long to wait for such an end: a client may notice it before we do
   */
  public Optional<String> ownEnd(Duration patience) throws InterruptedException {
    CompletableFuture<?>[] ends =
        processes.stream().map(one -> one.process.onExit()).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.anyOf(ends).get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException allRun) {
      // The processes themselves are asked below.
    }
    return ownEnd();
  }

  /** How a process ended since {@link #watchTheLiving}; empty if all of them run. */
  public Optional<String> ownEnd() {
    return processes.stream()
        .filter(one -> !one.process.isAlive())
        .findFirst()
        .map(one -> "the server ended by itself with " + status(one.process) + lastLines(one.log));
  }

  public static String status(Process ended) {
    int status = ended.exitValue();
    if (status <= SIGNALLED) {
      return "status " + status;
    }
    int signal = status - SIGNALLED;
    String cause = signal == KILL ? ": killed, perhaps for lack of memory" : "";
    return "status %d (signal %d%s)".formatted(status, signal, cause);
  }

  private static String lastLines(File log) {
    if (log == null) {
      return "";
    }
    try (RandomAccessFile file = new RandomAccessFile(log, "r")) {
      byte[] end = new byte[(int) Math.min(LOG_BYTES, file.length())];
      file.seek(file.length() - end.length);
      file.readFully(end);
      List<String> lines =
          new String(end, StandardCharsets.UTF_8)
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty())
              .toList();
      return lines.isEmpty()
          ? "; its log is empty"
          : "; its log ends with: " + String.join(" | ", telling(lines));
    } catch (IOException unreadable) {
      return "";
    }
  }

  /**
   * The last lines. A server on a full disk may print more lines after the one that says so, as
   * PostgreSQL does. That line then stands before them.
   */
  private static List<String> telling(List<String> lines) {
    int last = Math.max(0, lines.size() - LOG_LINES);
    List<String> told = new ArrayList<>(lines.subList(last, lines.size()));
    if (told.stream().noneMatch(line -> line.contains(NO_SPACE))) {
      lines.subList(0, last).stream()
          .filter(line -> line.contains(NO_SPACE))
          .reduce((before, line) -> line)
          .ifPresent(line -> told.addAll(0, List.of(line, "...")));
    }
    return told;
  }
}
