package org.pmemycsb.it.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.measure.database.Guard;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.it.harness.HarnessProcess;
import org.pmemycsb.it.harness.SharedMemory;
import org.pmemycsb.it.server.GivenServer;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;

/** Servers that are stopped by SIGSTOP: each wait for them ends, with the name of the question. */
@Tag("everything")
@Timeout(120)
class StoppedServersTest {
  private static final int PATIENCE = 4;
  private static final Pattern PORT = Pattern.compile(":(\\d+)/");

  private final List<Process> started = new CopyOnWriteArrayList<>();

  @TempDir(factory = SharedMemory.class)
  private Path folder;

  private DatabaseServer server;

  @AfterEach
  void remove() throws Exception {
    signal("CONT");
    if (server != null) {
      ((Restartable) server).crash();
      server.close();
    }
  }

  private ServerSettings settings(Map<String, String> options) throws IOException {
    return new ServerSettings(
            Files.createDirectory(folder.resolve("server")),
            Medium.TMPFS,
            Durability.COMMIT,
            new RecordLayout(1000, 30, 10, 100),
            false,
            4,
            Optional.empty(),
            new LocalHost(),
            command -> {
              started.add(command.start());
              return started.get(started.size() - 1);
            },
            options)
        .patient(Duration.ofSeconds(PATIENCE));
  }

  private void open(DatabaseAdapter adapter, Map<String, String> options) throws Exception {
    assumeTrue(adapter.probe(new LocalHost()).available(), "this machine lacks " + adapter.name());
    server = adapter.open(settings(options));
  }

  private void signal(String name) {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    started.stream()
        .map(Process::toHandle)
        .flatMap(each -> Stream.concat(Stream.of(each), each.descendants()))
        .filter(ProcessHandle::isAlive)
        .forEach(each -> command.add(Long.toString(each.pid())));
    try {
      new ProcessBuilder(command).start().onExit().join();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** The port of a server of ours. */
  private int port(String database) {
    Properties properties = server.clientProperties();
    if (database.equals("redis")) {
      return Integer.parseInt(properties.getProperty("redis.port"));
    }
    Matcher port = PORT.matcher(properties.getProperty(database + ".url"));
    assertThat(port.find()).isTrue();
    return Integer.parseInt(port.group(1));
  }

  /** The URL of the server behind a relay. */
  private String url(String database, Optional<Path> socket, int port) {
    Properties properties = server.clientProperties();
    String account =
        properties.getProperty(database + ".user", "")
            + ":"
            + properties.getProperty(database + ".password", "")
            + "@";
    String login = account.equals(":@") ? "" : account;
    String path = socket.map(Path::toString).orElse("");
    String host = socket.isPresent() ? "" : "127.0.0.1:" + port;
    return switch (database) {
      case "redis" -> (path.isEmpty() ? "redis://" : "unix://") + login + host + path;
      case "postgres" ->
          "postgresql://%s%s/postgres%s"
              .formatted(login, host, path.isEmpty() ? "" : "?host=" + socket.get().getParent());
      case "mongodb" ->
          properties.getProperty("mongodb.url").replaceFirst(PORT.pattern(), ":" + port + "/");
      default ->
          "mariadb://%s%s/ycsb%s"
              .formatted(login, host, path.isEmpty() ? "" : "?localSocket=" + path);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "redis,tcp,PING,1,attach",
    "redis,unix,PING,1,attach",
    "redis,tcp,EVALSHA,10,stuck",
    "redis,unix,EVALSHA,10,stuck",
    "redis,tcp,DBSIZE,3,count its",
    "redis,unix,DBSIZE,3,count its",
    "redis,tcp,FLUSHDB,2,become empty",
    "redis,unix,FLUSHDB,2,become empty",
    "postgres,tcp,user,1,attach",
    "postgres,unix,user,1,attach",
    "postgres,tcp,UPDATE,1,stuck",
    "postgres,unix,UPDATE,1,stuck",
    "postgres,tcp,count(*) FROM \"usertable,1,count its",
    "postgres,unix,count(*) FROM \"usertable,1,count its",
    "postgres,tcp,DROP TABLE,2,become empty",
    "postgres,unix,DROP TABLE,2,become empty",
    "mariadb,tcp,pmem_ycsb,1,attach",
    "mariadb,unix,pmem_ycsb,1,attach",
    "mariadb,tcp,UPDATE,1,stuck",
    "mariadb,unix,UPDATE,1,stuck",
    "mariadb,tcp,count(*) FROM `usertable,1,count its",
    "mariadb,unix,count(*) FROM `usertable,1,count its",
    "mariadb,tcp,DROP TABLE,2,become empty",
    "mariadb,unix,DROP TABLE,2,become empty",
    "mongodb,tcp,saslStart,1,attach",
    "mongodb,tcp,update,10,stuck",
    "mongodb,tcp,aggregate,1,count its",
    "mongodb,tcp,drop,2,become empty",
  })
  void aRunWithAServerThatStopsEndsWithTheNameOfTheQuestion(
      String database, String transport, String text, int nth, String question) throws Exception {
    open(GivenServer.adapter(database), Map.of());
    Optional<Path> socket =
        transport.equals("unix") ? Optional.of(folder.resolve(".s.PGSQL.5432")) : Optional.empty();
    HarnessProcess.Ended ended;
    try (StoppingRelay relay =
        new StoppingRelay(socket, port(database), text, nth, () -> signal("STOP"))) {
      ended = run(database, url(database, socket, socket.isPresent() ? 0 : relay.port()));
    }

    assertThat(ended.complaint()).contains(question);
    if (ended.status() == 1) {
      List<PhaseResult> phases = new Journal(folder.resolve("out")).read();
      assertThat(phases).anyMatch(phase -> !phase.valid() && phase.reason().contains(question));
    } else {
      assertThat(ended.status()).as("it was never opened").isEqualTo(2);
    }
    assertThat(folder.resolve("medium")).isEmptyDirectory();
  }

  private HarnessProcess.Ended run(String database, String url) throws IOException {
    Path medium = Files.createDirectory(folder.resolve("medium"));
    return HarnessProcess.runHere(
        """
            run --output quiet --db %s --url %s --workloads A --records 500 --operations 500
            --repeats 1 --calibrate 0 --patience %s --place pmem=%s --out %s
            """,
        database.equals("mongodb") ? "mongodb{claimedDurability=commit}" : database,
        database + "=" + url,
        PATIENCE + "s",
        medium,
        folder.resolve("out"));
  }

  @ParameterizedTest
  @CsvSource({
    "redis,tcp",
    "redis,unix",
    "postgres,tcp",
    "postgres,unix",
    "mariadb,tcp",
    "mariadb,unix",
    "mongodb,"
  })
  void aServerOfOursThatStopsIsGivenUpAndKilled(String database, String transport)
      throws Exception {
    open(
        Guard.of(GivenServer.adapter(database)),
        transport == null ? Map.of() : Map.of("socket", transport));
    signal("STOP");

    assertThatThrownBy(server::recordCount)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("4 s");
    assertThatThrownBy(server::reset).hasMessageContaining("1 s");
    server.close();

    for (Process each : started) {
      each.onExit().join();
    }
    assertThat(folder.resolve("server")).isEmptyDirectory();
    server = null;
  }
}
