package org.pmemycsb.adapter.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.DatabaseException;

class ServerProcessTest {
  // A shell on a busy machine may need more than a second to print a word.
  private static final String BUSY = "(busy|it printed nothing)";

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  private ServerProcess process() {
    return new ServerProcess(
        new ServerHome(
            "toy",
            builder -> {
              started.add(builder.start());
              return started.get(started.size() - 1);
            },
            Account.OURS,
            folder,
            Optional.empty(),
            environment -> environment.put("WORD", "hello")));
  }

  private static List<String> script(String text) {
    return List.of("sh", "-c", text);
  }

  private boolean printed(String text) {
    return new ServerLog(folder.resolve("server.log")).text().contains(text);
  }

  @Test
  void serverIsStartedAgainAfterAKill() throws Exception {
    ServerProcess server = process();
    List<String> command = script("echo $WORD; exec sleep 60");
    server.start(command, Map.of(), () -> printed("hello"), 60);
    assertThat(server.isAlive()).isTrue();
    assertThat(server.pid()).isEqualTo(started.get(0).pid());
    assertThat(server.death()).isEmpty();
    server.kill();
    assertThat(server.isAlive()).isFalse();
    server.start(command, Map.of(), () -> printed("hello\nhello"), 60);
    server.stop();
    assertThat(started).hasSize(2).noneMatch(Process::isAlive);
  }

  @Test
  void serverThatEndsIsReportedWithItsLastLinesAndItsStatus() {
    assertThatThrownBy(
            () -> process().start(script("seq 1 4; echo; exit 7"), Map.of(), () -> false, 60))
        .isInstanceOf(DatabaseException.class)
        .isNotInstanceOf(Ports.PortTaken.class)
        .hasMessageMatching("toy ended .*: 2 / 3 / 4 \\(exit status 7\\)");
  }

  @Test
  void serverThatDoesNotAnswerIsKilled() {
    assertThatThrownBy(
            () -> process().start(script("echo busy; sleep 60"), Map.of(), () -> false, 1))
        .hasMessageMatching("toy .* 1 s .* start: " + BUSY);
    assertThat(started).noneMatch(Process::isAlive);
  }

  /** The next port is tried with the limit of a start. */
  @Test
  void startAfterOneThatFailedIsAStart() {
    ServerProcess server = process();
    for (String end : List.of("exit 1", "sleep 60")) {
      assertThatThrownBy(() -> server.start(script("echo busy; " + end), Map.of(), () -> false, 1))
          .isInstanceOf(DatabaseException.class)
          .hasMessageMatching("toy ended .*: busy.*|toy .* its start: " + BUSY);
    }
  }

  @Test
  void startAfterAnotherOneIsARestart() throws Exception {
    ServerProcess server = process();
    server.start(script("echo up; exec sleep 60"), Map.of(), () -> printed("up"), 60);
    server.crash();
    assertThatThrownBy(() -> server.start(script("echo reads; sleep 60"), Map.of(), () -> false, 1))
        .hasMessageMatching("toy .* 1 s .* restart: (reads|it printed nothing)");
  }

  @Test
  @Timeout(60)
  void serverThatHangsOverItsQuestionIsKilled() {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch given = new CountDownLatch(1);
    BooleanSupplier question =
        () -> {
          try {
            never.await();
            return true;
          } catch (InterruptedException up) {
            given.countDown();
            return false;
          }
        };
    assertThatThrownBy(() -> process().start(script("echo busy; sleep 60"), Map.of(), question, 1))
        .hasMessageMatching("toy .* 1 s .* start: " + BUSY);
    assertThat(started).noneMatch(Process::isAlive);
    assertThatCode(given::await).doesNotThrowAnyException();
  }

  @Test
  void mistakeInTheQuestionIsNotHidden() {
    BooleanSupplier question =
        () -> {
          throw new IllegalArgumentException("mistake");
        };
    assertThatThrownBy(() -> process().start(script("sleep 60"), Map.of(), question, 60))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(started).noneMatch(Process::isAlive);
  }

  @Test
  void childrenDieWithTheirServer() throws Exception {
    ServerProcess server = process();
    server.start(script("sleep 60 & echo up; wait"), Map.of(), () -> printed("up"), 60);
    List<ProcessHandle> children = started.get(0).descendants().toList();
    assertThat(children).hasSize(1);
    server.kill();
    assertThat(children).allMatch(ServerProcess::hasEnded);
  }

  /** A child that no kill ends. */
  private static ProcessHandle immortal() {
    return child(new CompletableFuture<>(), false);
  }

  /**
   * @param dies whether its kill brings about its end, after some time
   */
  private static ProcessHandle child(CompletableFuture<ProcessHandle> end, boolean dies) {
    return (ProcessHandle)
        Proxy.newProxyInstance(
            ServerProcessTest.class.getClassLoader(),
            new Class<?>[] {ProcessHandle.class},
            (handle, method, arguments) ->
                switch (method.getName()) {
                  case "destroyForcibly" ->
                      dies && end.completeOnTimeout(null, 200, TimeUnit.MILLISECONDS) == end;
                  case "onExit" -> end;
                  case "isAlive" -> !end.isDone();
                  case "pid" -> ProcessHandle.current().pid();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  /** A process with such a child. */
  private static final class Parent extends Process {
    private final Process process;
    private final ProcessHandle child;

    Parent(Process process, ProcessHandle child) {
      this.process = process;
      this.child = child;
    }

    @Override
    public Stream<ProcessHandle> descendants() {
      return Stream.of(child);
    }

    @Override
    public ProcessHandle toHandle() {
      return process.toHandle();
    }

    @Override
    public long pid() {
      return process.pid();
    }

    @Override
    public OutputStream getOutputStream() {
      return process.getOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return process.getInputStream();
    }

    @Override
    public InputStream getErrorStream() {
      return process.getErrorStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
      return process.waitFor();
    }

    @Override
    public int exitValue() {
      return process.exitValue();
    }

    @Override
    public void destroy() {
      process.destroy();
    }
  }

  private ServerHome home(ProcessHandle child) {
    return new ServerHome(
        "toy",
        builder -> {
          started.add(builder.start());
          return new Parent(started.get(started.size() - 1), child);
        },
        Account.OURS,
        folder,
        Optional.empty(),
        environment -> {});
  }

  private ServerProcess started(ProcessHandle child, int stopMillis) throws Exception {
    ServerProcess server = new ServerProcess(home(child), ServerLog::end, stopMillis);
    server.start(script("echo up; exec sleep 60"), Map.of(), () -> printed("up"), 60);
    return server;
  }

  @Test
  void processThatIsLeftIsReported() throws Exception {
    ServerProcess server = started(immortal(), 50);
    String left = "did not end";
    assertThatThrownBy(server::crash)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContainingAll("toy (process " + started.get(0).pid() + ")", left);
    assertThat(said(server::kill)).containsOnlyOnce(left);
    assertThat(said(server::stop)).containsOnlyOnce(left);
    assertThat(started).noneMatch(Process::isAlive);
  }

  @Test
  @Timeout(60)
  void aZombieHasEnded() throws Exception {
    Process parent = new ProcessBuilder(script("sleep 0 & exec sleep 60")).start();
    try {
      while (parent.children().findAny().isEmpty()) {
        Thread.sleep(5);
      }
      ServerProcess server = started(parent.children().findAny().orElseThrow(), 60_000);

      server.crash();

      assertThat(server.isAlive()).isFalse();
    } finally {
      parent.destroyForcibly();
    }
  }

  /** The lines that an action prints on stderr. */
  private static String said(Runnable action) {
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true));
    try {
      action.run();
    } finally {
      System.setErr(before);
    }
    return said.toString();
  }

  @Test
  void endOfAServerIsReported() throws Exception {
    ServerProcess server = process();
    server.start(script("echo up; sleep 0.2; exit 3"), Map.of(), () -> printed("up"), 60);
    started.get(0).onExit().join();
    assertThat(server.death())
        .hasValueSatisfying(why -> assertThat(why).matches("toy .* status 3: up"));
  }

  @Test
  void anotherPortIsTriedWhereOneIsTaken() throws Exception {
    List<Integer> tried = new ArrayList<>();
    Ports.Start start =
        port -> {
          tried.add(port);
          if (port < 3) {
            process()
                .start(script("echo Address already in use; exit 1"), Map.of(), () -> false, 60);
          }
        };
    Iterator<Integer> free = List.of(1, 2, 3).iterator();
    ((Ports) free::next).use(start);
    assertThat(tried).containsExactly(1, 2, 3);
    assertThatThrownBy(() -> ((Ports) () -> 1).use(start))
        .isInstanceOf(Ports.PortTaken.class)
        .hasMessageMatching("port 1 .*: toy ended .*: Address.*");
    assertThat(started).hasSize(2 + Ports.ATTEMPTS);
  }

  @Test
  void logOfANewStartHasNothingOfTheLast() throws Exception {
    Path log = Files.writeString(folder.resolve("server.log"), "Address already in use\n");
    assertThatThrownBy(() -> process().start(script("exit 1"), Map.of(), () -> false, 60))
        .isNotInstanceOf(Ports.PortTaken.class)
        .hasMessageMatching("toy ended .* nothing \\(exit status 1\\)");
    assertThat(new ServerLog(log).lines()).hasSize(1);
  }

  @Test
  void helperThatDoesNotEndIsGoneWithItsChildren() {
    CompletableFuture<ProcessHandle> end = new CompletableFuture<>();
    assertThatThrownBy(() -> home(child(end, true)).run(script("exec sleep 60"), 1))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("sh did not end within 1 s");
    assertThat(end).isDone();
    assertThat(started).hasSize(1).noneMatch(Process::isAlive);
  }

  @Test
  void programThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> Programs.output(Path.of("/no/such"), "--version"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("cannot run /no/such");
    assertThatThrownBy(() -> process().start(List.of("/no/such"), Map.of(), () -> false, 60))
        .hasMessageContaining("start toy: ");
  }

  /** A server of another user may answer on the port, and would be emptied. */
  @Test
  void onlyTheProcessThatListensIsTheServer() throws Exception {
    ServerProcess server = process();
    server.start(script("echo hello; exec sleep 60"), Map.of(), () -> printed("hello"), 60);
    try (ServerSocket ours = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(ServerProcess.listens(ProcessHandle.current().pid(), ours.getLocalPort()))
          .isTrue();
      assertThat(server.listensOn(ours.getLocalPort())).isFalse();
    } finally {
      server.kill();
    }
  }
}
