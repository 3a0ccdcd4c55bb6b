package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.adapter.support.Account;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.ServerLog;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.LocalHost;

/**
 * A PostgreSQL that is started now with the library and now without, killed, and looked into with
 * PostgreSQL's own programs. Not thread-safe, but for {@link #connect}.
 */
final class Cluster implements AutoCloseable {
  private static final String USER = "tester";
  private static final int SECONDS = 120;

  private final Account account;
  private final PostgresPrograms programs;
  private final Path folder;
  private int port;
  private final Preload preload;
  private Process server;

  /** In an empty folder, which must be there. */
  Cluster(Path folder) throws IOException, DatabaseException {
    this.account = PostgresPrograms.account(new LocalHost());
    this.programs = PostgresPrograms.find(new LocalHost(), Optional.empty());
    this.folder = folder;
    account.own(folder);
    this.preload = Preload.into(folder);
  }

  Path data() {
    return folder.resolve("data");
  }

  Path log() {
    return folder.resolve("server.log");
  }

  void initialize(String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of("initdb", "--pgdata=" + data()));
    command.addAll(List.of("--username=" + USER, "--auth=trust", "--no-sync", "--locale=C", "-k"));
    command.addAll(List.of(options));
    mustRun(command);
  }

  /**
   * Adds to the configuration; the last of several values counts. Shared memory lies in the data
   * folder, for a server that is killed cannot remove it from anywhere else.
   */
  void configure(String... lines) throws IOException {
    Path file = data().resolve("postgresql.conf");
    String own =
        "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''"
            + "\ndynamic_shared_memory_type = mmap\n";
    String text = Files.readString(file) + own + String.join("\n", lines) + "\n";
    Files.writeString(file, text);
  }

  void start(boolean withLibrary) throws Exception {
    List<String> command = new ArrayList<>();
    if (withLibrary) {
      command.add("env");
      preload.environment(data()).forEach((name, value) -> command.add(name + "=" + value));
    }
    port =
        Ports.LOOPBACK
            .free(); // chosen last, so that no other program takes it before the server starts
    command.addAll(List.of("postgres", "-D", data().toString(), "-p", Integer.toString(port)));
    Files.deleteIfExists(log());
    server = begin(command, log());
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!ready()) {
      if (!server.isAlive() || System.nanoTime() > deadline) {
        throw new IOException("PostgreSQL did not start: " + new ServerLog(log()).text());
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    if (withLibrary) {
      preload.library().working(new ServerLog(log()).text());
    }
  }

  private boolean ready() {
    return new ServerLog(data().resolve("postmaster.pid"))
        .text()
        .strip()
        .matches("(?s)" + server.pid() + "\\s.*(ready|standby)");
  }

  /** One of {@link WalLibrary#COUNTERS}. */
  long counter(String name) throws IOException {
    return preload.library().counters().orElseThrow().get(name);
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port + "/postgres?sslmode=disable", USER, "");
  }

  String ask(String sql) throws SQLException {
    try (Connection connection = connect();
        var statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      var row = statement.getResultSet();
      return row.next() ? String.valueOf(row.getString(1)) : "";
    }
  }

  /** One of PostgreSQL's programs that connects to a server. */
  List<String> client(String program, String... arguments) {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of("-h", "127.0.0.1", "-p", Integer.toString(port), "-U", USER));
    command.addAll(List.of(arguments));
    return command;
  }

  String mustRun(List<String> command) throws Exception {
    Path output = Files.createTempFile(folder, "output", "");
    try {
      Process process = begin(command, output);
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
      String printed = Files.readString(output);
      assertThat(process.exitValue()).as(command + ": " + printed).isZero();
      return printed;
    } finally {
      Files.deleteIfExists(output);
    }
  }

  /** The server may be named by a link, with not all of the programs beside it. */
  private String program(String name) throws IOException {
    Path own = programs.folder().resolve("postgres").toRealPath().resolveSibling(name);
    return Files.isExecutable(own) ? own.toString() : name;
  }

  /** Starts one of PostgreSQL's programs, without waiting for its end. */
  Process begin(List<String> command, Path output) throws IOException {
    List<String> found = new ArrayList<>(command);
    found.set(0, program(command.get(0)));
    int server = command.indexOf("postgres");
    if (server > 0 && command.get(0).equals("env")) {
      found.set(server, program("postgres"));
    }
    ProcessBuilder builder =
        new ProcessBuilder(account.command(found))
            .directory(folder.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    PostgresPrograms.clean(builder.environment());
    return builder.start();
  }

  /** SIGKILL to the server and everything that it started. */
  void kill() {
    List<ProcessHandle> all = new ArrayList<>(server.descendants().toList());
    server.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(process -> process.onExit().join());
    server.onExit().join();
  }

  /** An orderly end, after which the files can be checked. */
  void stop() throws Exception {
    mustRun(List.of("pg_ctl", "stop", "-w", "-m", "fast", "-D", data().toString()));
    server.onExit().join();
  }

  void checkFiles() throws Exception {
    mustRun(List.of("pg_checksums", "--check", "-D", data().toString()));
  }

  @Override
  public void close() throws IOException {
    if (server != null && server.isAlive()) {
      // Not killed: it has shared memory to remove.
      begin(List.of("pg_ctl", "stop", "-w", "-m", "immediate", "-D", "" + data()), log())
          .onExit()
          .join();
    }
  }
}
