package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Vector;
import java.util.stream.Stream;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/**
 * The adapter with a scripted server of each version: what {@code
 * docs/reference/mongod-versions.md} states of a version, {@link MongodVersion} and {@link
 * FakeAnswers} do.
 */
class MongodVersionsTest {
  private static final RecordLayout LAYOUT = new RecordLayout(1000, 32, 1, 1024);

  @TempDir Path folder;

  private TestMachine machine;

  @BeforeEach
  void prepare() {
    machine = new TestMachine(folder);
  }

  private DatabaseServer attach(FakeMongod mongod, Durability durability) throws Exception {
    String url = MongoServer.at("127.0.0.1", mongod.port(), durability).text();
    return new MongoAdapter()
        .open(
            machine.settings(
                durability,
                LAYOUT,
                Optional.of(new ExternalServer(url, false)),
                ProcessBuilder::start,
                Map.of()));
  }

  private static Map<String, ByteIterator> field(String value) {
    return Map.of("field0", new StringByteIterator(value));
  }

  private static MongoYcsbClient client(DatabaseServer server) throws Exception {
    MongoYcsbClient client = new MongoYcsbClient();
    client.setProperties(server.clientProperties());
    client.init();
    return client;
  }

  private static void useEveryOperation(DatabaseServer server) throws Exception {
    MongoYcsbClient client = client(server);
    Map<String, ByteIterator> result = new HashMap<>();
    assertThat(client.read("usertable", "k", null, result)).isEqualTo(Status.NOT_FOUND);
    assertThat(client.update("usertable", "k", field("a"))).isEqualTo(Status.NOT_FOUND);
    assertThat(client.delete("usertable", "k")).isEqualTo(Status.NOT_FOUND);
    assertThat(client.insert("usertable", "k", field("a"))).isEqualTo(Status.OK);
    assertThat(client.update("usertable", "k", field("b"))).isEqualTo(Status.OK);
    assertThat(client.read("usertable", "k", Set.of("field0"), result)).isEqualTo(Status.OK);
    assertThat(result.get("field0").toString()).isEqualTo("b");
    assertThat(client.scan("usertable", "a", 2, null, new Vector<>())).isEqualTo(Status.OK);
    assertThat(server.recordCount()).hasValue(1);
    assertThat(client.delete("usertable", "k")).isEqualTo(Status.OK);
    client.cleanup();
  }

  @Test
  void serverWhoseJournalIsGoneIsNotStarted() throws Exception {
    Path mongod = machine.installFake("FAKE_VERSION=" + MongodVersion.V8_0);
    Path log = Files.createDirectory(machine.servers().resolveSibling("log"));
    ServerSettings settings =
        machine
            .settings(
                Durability.COMMIT,
                LAYOUT,
                Optional.empty(),
                ProcessBuilder::start,
                Map.of("mongod", mongod.toString()))
            .withLog(new ServerSettings.Site(log, Medium.TMPFS));
    try (DatabaseServer server = new MongoAdapter().open(settings)) {
      assertThat(server.configuration().get("mongod.conf"))
          .contains("configString: 'log=(path=\"" + log + "\")'");
      server.crash();
      // A real mongod makes this file.
      Files.createFile(machine.servers().resolve("data/WiredTiger"));
      assertThatThrownBy(server::restart)
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("its journal is not in " + log);
      Files.createFile(log.resolve("WiredTigerLog.0000000001"));
      server.restart();
    }
    assertThat(log).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource(value = MongodVersion.class, mode = EnumSource.Mode.EXCLUDE, names = "PMSE")
  void serverIsStartedWithSettingsThatItsVersionHas(MongodVersion version) throws Exception {
    Path mongod = machine.installFake("FAKE_VERSION=" + version);
    Map<String, String> options = Map.of("mongod", mongod.toString());
    try (DatabaseServer server =
        new MongoAdapter()
            .open(
                machine.settings(
                    Durability.COMMIT, LAYOUT, Optional.empty(), ProcessBuilder::start, options))) {
      assertThat(server.version()).isEqualTo("MongoDB " + version.number());
      assertThat(server.standIn()).isEmpty();
      assertThat(server.effectiveDurability()).isEqualTo(Durability.COMMIT);
      useEveryOperation(server);
      assertThat(server.statistics())
          .containsEntry("opcounters_delete", 2L)
          .containsEntry("commands_update", 3L);
      server.reset();
    }
    assertThat(machine.servers()).isEmptyDirectory();
  }

  private static Stream<Arguments> versionsAndDurabilities() {
    return Stream.of(MongodVersion.values())
        .flatMap(
            version ->
                new MongoAdapter()
                    .durabilities().stream().map(level -> Arguments.of(version, level)));
  }

  // PMSE by its sources: its own adapter asks for less.
  @ParameterizedTest
  @MethodSource("versionsAndDurabilities")
  void writesWaitForTheJournalAtCommitAlone(MongodVersion version, Durability durability)
      throws Exception {
    try (FakeMongod mongod = FakeMongod.serving(version, "{}");
        DatabaseServer server = attach(mongod, durability)) {
      useEveryOperation(server);
      assertThat(server.effectiveDurability())
          .isEqualTo(version.isPmse() ? Durability.COMMIT : durability);
      assertThat(mongod.answers().concerns())
          .hasSize(5)
          .containsOnly(
              new BsonDocument("w", new BsonInt32(1))
                  .append("j", BsonBoolean.valueOf(durability == Durability.COMMIT)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V4_2", "V4_4", "V5_0", "V6_0"})
  void journalThatIsOffIsSeenAndAWriteThatWaitsForItFails(MongodVersion version) throws Exception {
    assertThat(version.journalIsAnOption()).isTrue();
    try (FakeMongod mongod =
        FakeMongod.serving(version, "{storage: {journal: {enabled: false}}}")) {
      try (DatabaseServer server = attach(mongod, Durability.PERIODIC)) {
        assertThat(server.effectiveDurability()).isEqualTo(Durability.NONE);
        useEveryOperation(server);
      }
      assertThatThrownBy(() -> attach(mongod, Durability.COMMIT))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("does not have journaling enabled")
          .hasMessageMatching("[^\\n]*");
    }
  }

  @ParameterizedTest
  @EnumSource(value = MongodVersion.class, mode = EnumSource.Mode.EXCLUDE, names = "PMSE")
  void lossWindowIsTheIntervalOfTheJournal(MongodVersion version) throws Exception {
    try (FakeMongod mongod = FakeMongod.serving(version, "{}");
        DatabaseServer server = attach(mongod, Durability.PERIODIC)) {
      assertThat(server.lossWindow()).hasValue(Duration.ofMillis(100));
    }
    String faster = "{storage: {journal: {commitIntervalMs: 20}}}";
    try (FakeMongod mongod = FakeMongod.serving(version, faster);
        DatabaseServer server = attach(mongod, Durability.PERIODIC)) {
      assertThat(server.lossWindow()).hasValue(Duration.ofMillis(20));
    }
  }
}
