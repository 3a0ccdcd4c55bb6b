package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.DBException;

class MongoAdapterTest {
  @TempDir Path folder;

  private final Map<String, String> environment = new HashMap<>();

  private Host host() {
    return new Host() {
      @Override
      public Optional<Path> executable(String name) {
        return Optional.of(folder.resolve(name)).filter(Files::isExecutable);
      }

      @Override
      public Optional<String> environment(String name) {
        // The cache of whoever runs the test must not be looked into.
        return Optional.ofNullable(environment.get(name))
            .or(
                () ->
                    Optional.of(folder.toString()).filter(cache -> name.equals("XDG_CACHE_HOME")));
      }
    };
  }

  private Path install(String name, String script) throws IOException {
    Path program = folder.resolve(name);
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return program;
  }

  private void installPostgres() throws IOException {
    install("postgres", "echo 'postgres (PostgreSQL) 15.1'");
    install("initdb", "");
    install("pg_ctl", "");
    install("setpriv", "");
  }

  private Availability probe() {
    return new MongoAdapter().probe(host());
  }

  private ServerSettings settings(Optional<ExternalServer> external, Map<String, String> options)
      throws IOException {
    return new ServerSettings(
        Files.createDirectories(folder.resolve("server")),
        Medium.DISK,
        Durability.COMMIT,
        new RecordLayout(10, 10, 1, 10),
        false,
        1,
        external,
        host(),
        ProcessBuilder::start,
        options);
  }

  @Test
  void machineWithoutMongodbIsToldHowToHaveIt() {
    assertThat(probe().available()).isFalse();
    assertThat(probe().remedy()).as("a command that mends it everywhere").isEmpty();
    assertThat(probe().detail())
        .contains("there is no mongod", "build-ferretdb", "FERRETDB_BINARY")
        .hasLineCount(1);
  }

  @Test
  void mongodIsTakenBeforeFerretdb() throws Exception {
    install("mongod", "echo 'db version v7.0.5'");
    install("ferretdb", "echo 'version: v1.24.2'");
    assertThat(probe().available()).isTrue();
    assertThat(probe().detail()).startsWith("MongoDB 7.0.5");
  }

  @Test
  void mongodThatAnOptionNamesIsProbed() throws Exception {
    Path mongod = install("elsewhere", "echo 'db version v8.0.1'");
    Map<String, String> options = Map.of("mongod", mongod.toString());
    assertThat(new MongoAdapter().probe(host(), options))
        .isEqualTo(Availability.yes("MongoDB 8.0.1, " + mongod));
  }

  @Test
  void ferretdbStandsInUnderItsOwnName() throws Exception {
    install("pmem-ycsb/ferretdb-1.24.2", "echo 'version: v1.24.2'");
    installPostgres();
    assertThat(probe().available()).isTrue();
    assertThat(probe().detail()).contains("FerretDB 1.24.2", "PostgreSQL 15.1");
  }

  @Test
  void ferretdbNeedsAPostgresql() throws Exception {
    install("ferretdb", "echo 'version: v1.24.2'");
    assertThat(probe().available()).isFalse();
    assertThat(probe().remedy()).contains("apt-get install -y postgresql");
  }

  @Test
  void ferretdbThatNeedsAnExtensionIsRefused() throws Exception {
    Path program = install("elsewhere", "echo 'version: v2.1.0'");
    environment.put("FERRETDB_BINARY", program.toString());
    assertThat(probe().available()).isFalse();
    assertThat(probe().detail()).contains("FerretDB 2.1.0");
  }

  @Test
  void mongodThatEndsIsReportedWithItsLastWords() throws Exception {
    Path mongod =
        install(
            "broken",
            "case $1 in --version) echo 'db version v7.0.5';; *) echo 'no room left'; exit 1;;"
                + " esac");
    Map<String, String> options = Map.of("mongod", mongod.toString());
    assertThatThrownBy(() -> new MongoAdapter().open(settings(Optional.empty(), options)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("mongod ended while it started: no room left");
    try (var left = Files.list(folder.resolve("server"))) {
      assertThat(left).isEmpty();
    }
  }

  // FerretDB 1 and 2 name themselves in different fields.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{version: '7.0.42', ferretdbVersion: 'v1.24.2'} | FerretDB 1.24.2 | true",
        "{version: '7.0.77', ferretdb: {version: 'v2.7.0'}} | FerretDB 2.7.0 | false",
      })
  void externalFerretdbHasItsOwnNameAndTheDurabilityOfItsStore(
      String build, String product, String serialized) throws Exception {
    try (ServerSocket listener = FakeMongod.serving(build)) {
      Optional<ExternalServer> external = Optional.of(new ExternalServer(url(listener), false));
      try (DatabaseServer server = new MongoAdapter().open(settings(external, Map.of()))) {
        assertThat(server.version()).isEqualTo(product);
        assertThat(server.standIn()).hasValue("FerretDB");
        assertThat(server.clientProperties()).containsEntry("mongodb.serialize", serialized);
        assertThatThrownBy(server::effectiveDurability)
            .isInstanceOf(DatabaseException.class)
            .hasMessageContaining("storeUrl=postgresql://")
            .hasMessageContaining("claimedDurability");
        assertThat(server.statesDurability()).isFalse();
      }
      Map<String, String> nowhere = Map.of("storeUrl", "postgresql://me:secret@127.0.0.1:1/db");
      try (DatabaseServer server = new MongoAdapter().open(settings(external, nowhere))) {
        assertThat(server.statesDurability()).isTrue();
        assertThatThrownBy(server::effectiveDurability)
            .as("asked of the store")
            .hasMessageStartingWith("PostgreSQL, me at ")
            .hasMessageNotContaining("secret");
      }
    }
  }

  @Test
  void mongodbHasNoStoreOfItsOwn() throws Exception {
    try (ServerSocket listener = FakeMongod.serving("{version: '7.0.42'}")) {
      ServerSettings settings =
          settings(
              Optional.of(new ExternalServer(url(listener), false)),
              Map.of("storeUrl", "postgresql://127.0.0.1:1/db"));
      assertThatThrownBy(() -> new MongoAdapter().open(settings))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("storeUrl is for a FerretDB")
          .hasMessageContaining("MongoDB 7.0.42");
    }
  }

  private static String url(ServerSocket listener) {
    return "mongodb://127.0.0.1:" + listener.getLocalPort() + "/ycsb?w=1";
  }

  @Test
  void unreachableServerIsNamedWithoutItsPassword() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    String url = "mongodb://me:secret@127.0.0.1:" + port + "/ycsb";
    assertThatThrownBy(
            () ->
                new MongoAdapter()
                    .open(settings(Optional.of(new ExternalServer(url, false)), Map.of())))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("127.0.0.1:" + port)
        .hasMessageNotContaining("secret");
    MongoYcsbClient client = new MongoYcsbClient();
    Properties properties = new Properties();
    properties.setProperty(MongoYcsbClient.URL, url);
    client.setProperties(properties);
    assertThatThrownBy(client::init)
        .isInstanceOf(DBException.class)
        .hasMessageNotContaining("secret")
        .hasMessageMatching("[^\\n]+");
  }
}
