package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;

/**
 * The process of a server, which can be started, killed, stopped and started again. Another thread
 * may call {@link #kill} or {@link #crash} at any time; all else is for one thread.
 */
public final class ServerProcess {
  /** The longest time to prepare a server's folder, or to start a server without records. */
  static final int START_SECONDS = 120;

  /**
   * The longest time to start a server again. Before it answers, it reads a log of perhaps many
   * gigabytes, or recovers as much data. {@code --patience} is for answers and too short for this.
   */
  static final int RESTART_SECONDS = 1_800;

  private static final int POLL_MILLIS = 20;
  static final int STOP_MILLIS = 20_000;
  private static final int LAST_MOMENTS_MILLIS = 1000;
  // Fields of /proc/PID/stat behind the name of the program.
  private static final int STATE = 0;
  private static final int THREADS = 17;
  // A line of /proc/net/tcp: number, local address and port, remote ones, the state, five columns,
  // and the socket's inode.
  private static final Pattern LISTENING =
      Pattern.compile("^ *\\d+: \\p{XDigit}+:(\\p{XDigit}+) \\S+ 0A( +\\S+){5} +(?<inode>\\d+)");

  private final ServerHome home;
  private final Function<ServerLog, String> reason;
  private final int stopMillis;
  private volatile Process process;
  private ServerLog log;
  private boolean ran;

  /**
   * The process of a server that runs as a user instead of root, in the inherited environment.
   *
   * @param product the server's name in messages
   * @param user as {@link Account#choose} prefers it
   */
  public ServerProcess(String product, String user, ServerSettings settings)
      throws DatabaseException {
    this(
        new ServerHome(
            product, settings, Account.choose(product, user, settings.host()), inherited -> {}));
  }

  /** A process that is not started yet. The end of its log is the reason for its end. */
  public ServerProcess(ServerHome home) {
    this(home, log -> log.end() + home.account().remedy(home.product(), log.end()));
  }

  /**
   * @param reason finds, in one line, why the server ended
   */
  public ServerProcess(ServerHome home, Function<ServerLog, String> reason) {
    this(home, reason, STOP_MILLIS);
  }

  ServerProcess(ServerHome home, Function<ServerLog, String> reason, int stopMillis) {
    this.home = home;
    this.reason = reason;
    this.stopMillis = stopMillis;
  }

  /**
   * Starts the server and waits until it answers: for {@value #START_SECONDS} s at first, and for
   * {@value #RESTART_SECONDS} s when it ran before. If this throws, no process is left behind.
   *
   * @param answers asks the server; must recognise the answer of another process
   * @throws Ports.PortTaken if another process listens on the server's port
   */
  void start(List<String> command, Map<String, String> variables, BooleanSupplier answers)
      throws DatabaseException {
    start(command, variables, answers, ran ? RESTART_SECONDS : START_SECONDS);
  }

  void start(
      List<String> command, Map<String, String> variables, BooleanSupplier answers, int seconds)
      throws DatabaseException {
    if (isAlive()) {
      throw new IllegalStateException(home.product() + " runs: crash it first");
    }
    log = ServerLog.fromNow(home.log());
    String start = ran ? "restart" : "start";
    process = home.start(command, variables);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    boolean up = false;
    try {
      while (!answered(answers, deadline)) {
        if (endsWithin(POLL_MILLIS)) {
          throw ended();
        }
        if (System.nanoTime() - deadline > 0) {
          throw new DatabaseException(
              "%s did not answer within %d s of its %s: %s"
                  .formatted(home.product(), seconds, start, reason.apply(log)));
        }
        if (Thread.currentThread().isInterrupted()) {
          throw new DatabaseException("interrupted while " + home.product() + " started");
        }
      }
      up = true;
      ran = true;
    } finally {
      if (!up) {
        kill();
      }
    }
  }

  /**
   * Whether the server answers. A question over a Unix socket waits for ever for a server that
   * hangs, unless its thread is interrupted.
   */
  private static boolean answered(BooleanSupplier answers, long deadline) {
    FutureTask<Boolean> question = new FutureTask<>(answers::getAsBoolean);
    Thread asking = new Thread(question, "asking");
    asking.setDaemon(true);
    asking.start();
    long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    try {
      return question.get(Math.max(LAST_MOMENTS_MILLIS, left), TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return false;
    } catch (TimeoutException hangs) {
      return false;
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof RuntimeException mistake
          ? mistake
          : new IllegalStateException(failed.getCause());
    } finally {
      question.cancel(true);
    }
  }

  private DatabaseException ended() {
    String message =
        "%s ended while it started: %s (exit status %d)"
            .formatted(home.product(), reason.apply(log), process.exitValue());
    return log.text().toLowerCase(Locale.ROOT).contains("address already in use")
        ? new Ports.PortTaken(message)
        : new DatabaseException(message);
  }

  /** The files and programs of the server. */
  public ServerHome home() {
    return home;
  }

  /** Runs a program that makes the files of the server; the name is for messages. */
  public void install(String name, List<String> command) throws DatabaseException {
    if (home.run(command, START_SECONDS) != 0) {
      String why = reason.apply(new ServerLog(home.log()));
      throw new DatabaseException(
          "%s failed in %s: %s%s"
              .formatted(name, home.folder(), why, home.account().remedy(home.product(), why)));
    }
  }

  /** The process id, once the server is started. */
  public long pid() {
    return process.pid();
  }

  /** Whether this process itself listens on a TCP port, and no other process that took it. */
  public boolean listensOn(int port) {
    return isAlive() && listens(pid(), port);
  }

  /** Whether a process listens on a TCP port, by the kernel's own tables. */
  static boolean listens(long pid, int port) {
    Path process = Path.of("/proc", Long.toString(pid));
    try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
      Set<String> listening = new HashSet<>();
      for (String table : List.of("net/tcp", "net/tcp6")) {
        Path file = process.resolve(table);
        if (Files.exists(file)) {
          Files.readAllLines(file).stream()
              .map(LISTENING::matcher)
              .filter(line -> line.find() && Integer.parseInt(line.group(1), 16) == port)
              .forEach(line -> listening.add("socket:[" + line.group("inode") + "]"));
        }
      }
      for (Path each : open) {
        if (listening.contains(Files.readSymbolicLink(each).toString())) {
          return true;
        }
      }
      return false;
    } catch (IOException | DirectoryIteratorException ended) {
      return false;
    }
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Whether the process ends within this time; an interrupt only shortens the wait. */
  public boolean endsWithin(int millis) {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  /**
   * How the server ended by itself; empty if it runs. A server that closes its connections gets a
   * moment to end.
   */
  public Optional<String> death() {
    return endsWithin(LAST_MOMENTS_MILLIS)
        ? Optional.of(
            "%s has ended with exit status %d: %s"
                .formatted(home.product(), process.exitValue(), reason.apply(log)))
        : Optional.empty();
  }

  /**
   * Kills the server and its children (SIGKILL), and waits until they are gone. Says so on stderr
   * if they are not in time.
   */
  public void kill() {
    if (process != null && !kill(process, family(process), stopMillis)) {
      System.err.println(left());
    }
  }

  /** As {@link #kill}, for one who goes on with the server's files; fails if a process is left. */
  public void crash() throws DatabaseException {
    if (process != null && !kill(process, family(process), stopMillis)) {
      throw new DatabaseException(left());
    }
  }

  private String left() {
    return "%s (process %d), or a process that it started, did not end within %d s of its kill"
        .formatted(home.product(), process.pid(), TimeUnit.MILLISECONDS.toSeconds(stopMillis));
  }

  /** Asks the server to stop (SIGTERM), and kills it if it does not. */
  public void stop() {
    stop(() -> process.toHandle().destroy());
  }

  /**
   * Stops the server, and kills it and its children if they do not end in time.
   *
   * @param asked asks the server to stop; false if that failed
   */
  public void stop(BooleanSupplier asked) {
    if (process == null) {
      return;
    }
    List<ProcessHandle> family = family(process);
    try {
      if (process.isAlive() && asked.getAsBoolean()) {
        awaitEnd(process, family, stopMillis);
      }
    } finally {
      boolean ended = kill(process, family, stopMillis);
      // One of them may have started another one meanwhile.
      if (!(kill(process, family(process), stopMillis) && ended)) {
        System.err.println(left());
      }
    }
  }

  /** A process, and those that it started. */
  static List<ProcessHandle> family(Process process) {
    List<ProcessHandle> family = new ArrayList<>(List.of(process.toHandle()));
    process.descendants().forEach(family::add);
    return family;
  }

  /** Kills the family of a process. Whether all of it has ended in time. */
  static boolean kill(Process process, List<ProcessHandle> family, int millis) {
    family.forEach(ProcessHandle::destroyForcibly);
    return awaitEnd(process, family, millis);
  }

  /**
   * Whether all end in time. An interrupt does not end the wait: a server that is left running is
   * worse.
   */
  private static boolean awaitEnd(Process process, List<ProcessHandle> family, int stopMillis) {
    Stream<CompletableFuture<?>> ends =
        Stream.concat(Stream.of(process.onExit()), family.stream().map(ProcessHandle::onExit));
    CompletableFuture<Void> all = CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(stopMillis);
    boolean interrupted = false;
    boolean ended = all.isDone();
    while (!ended && System.nanoTime() - deadline < 0) {
      try {
        all.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException later) {
        interrupted = true;
      } catch (ExecutionException | TimeoutException running) {
        // Look at each process.
      }
      ended = !process.isAlive() && family.stream().allMatch(ServerProcess::hasEnded);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return ended;
  }

  /**
   * Whether a process has ended. Until its parent asks for its status, it is a zombie, which counts
   * as alive. The first process of a system asks late, and that of a container perhaps never. A
   * zombie with further threads still ends.
   */
  static boolean hasEnded(ProcessHandle process) {
    if (!process.isAlive()) {
      return true;
    }
    try {
      String line = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
      return fields[STATE].equals("Z") && fields[THREADS].equals("1");
    } catch (IOException gone) {
      return true;
    }
  }
}
