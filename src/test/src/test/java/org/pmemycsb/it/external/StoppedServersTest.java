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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.measure.database.Guard;
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
@Timeout(300)
class StoppedServersTest {
  private static final int PATIENCE = 4;

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
