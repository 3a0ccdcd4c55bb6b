package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Scanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A server that runs already, on this machine, with what a server of somebody else's may have. */
class ExternalRedisTest {
  private static final int RECORDS = 2000;

  @RegisterExtension private final Rig rig = new Rig();
  private int port;

  @BeforeEach
  void setUp() throws Exception {
    port = Ports.LOOPBACK.free();
  }

  @Test
  void emptyDatabaseIsTakenAndLeftEmptyAndRunning() throws Exception {
    Process foreign = foreign("port " + port);
    RedisClient owner = owner();
    Rig.insert(owner, "precious", "a");
    String url = "redis://127.0.0.1:" + port + "/3";
    DatabaseServer server = rig.open(rig.external(url, false));
    server.reset();
    assertThat(server.clientProperties().getProperty("redis.database")).isEqualTo("3");
    RedisClient client = rig.client(server.clientProperties());
    assertThat(Rig.insert(client, "user1", "a")).isEqualTo(Status.OK);
    assertThat(server.recordCount()).hasValue(1);
    assertThat(server).isNotInstanceOf(Restartable.class);
    server.close();
    assertThat(foreign.isAlive()).isTrue();
    assertThat(Rig.read(client, "user1")).isEqualTo("NOT_FOUND");
    assertThat(Rig.read(owner, "precious")).as("in another database").isEqualTo("a");
  }

  @Test
  void databaseThatIsNotEmptyIsRefusedUntouched() throws Exception {
    foreign("port " + port);
    RedisClient owner = owner();
    Rig.insert(owner, "precious", "a");
    String url = "redis://127.0.0.1:" + port;
    assertThatThrownBy(() -> rig.open(rig.external(url, false)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("(keys: 1)")
        .hasMessageContaining("--allow-reset");
    assertThat(Rig.read(owner, "precious")).isEqualTo("a");
  }

  @Test
  void databaseThatIsNotEmptyIsEmptiedWhereThatIsAllowed() throws Exception {
    foreign("port " + port);
    RedisClient owner = owner();
    Rig.insert(owner, "old", "a");
    DatabaseServer server = rig.open(rig.external("redis://127.0.0.1:" + port, true));
    assertThat(server.recordCount()).hasValue(0);
    assertThat(Rig.read(owner, "old")).isEqualTo("NOT_FOUND");
  }

  @Test
  void settingsAreReadFromTheServer() throws Exception {
    foreign("port " + port, "appendonly yes", "appendfsync always", "requirepass secret");
    DatabaseServer server = rig.open(rig.external("redis://:secret@127.0.0.1:" + port, false));
    assertThat(server.effectiveDurability()).isEqualTo(Durability.COMMIT);
    assertThat(server.configuration().get("redis-external.conf"))
        .contains("appendfsync always\n")
        .doesNotContain("secret");
  }

  @Test
  void logThatIsNotSyncedDuringARewriteIsNone() throws Exception {
    foreign(
        "port " + port, "appendonly yes", "appendfsync always", "no-appendfsync-on-rewrite yes");
    DatabaseServer server = rig.open(rig.external("redis://127.0.0.1:" + port, false));
    assertThat(server.effectiveDurability()).isEqualTo(Durability.NONE);
    assertThat(server.durabilitySettings())
        .hasValue("appendonly yes, appendfsync always, no-appendfsync-on-rewrite yes");
  }

  @Test
  void serverThatKeepsItsSettingsSecretDoesNotStateItsDurability() throws Exception {
    foreign("port " + port, "user default on nopass ~* &* +@all -config");
    DatabaseServer server = rig.open(rig.external("redis://127.0.0.1:" + port, false));
    assertThat(server.statesDurability()).isFalse();
    assertThatThrownBy(server::effectiveDurability)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("NOPERM")
        .hasMessageContaining("claimedDurability");
    assertThat(server.statistics()).containsKey("commands");
    assertThat(server.configuration().get("redis-external.conf")).startsWith("# ");
  }

  @Test
  void wrongPasswordIsRefusedWithoutRepeatingIt() throws Exception {
    foreign("port " + port, "requirepass secret");
    for (String url :
        new String[] {"redis://:wrong@127.0.0.1:" + port, "redis://127.0.0.1:" + port}) {
      assertThatThrownBy(() -> rig.open(rig.external(url, false)))
          .isInstanceOf(DatabaseException.class)
          .hasMessageMatching("redis at 127.0.0.1:\\d+ refuses: (WRONGPASS|NOAUTH) [^\\n]*")
          .message()
          .doesNotContain("wrong@");
    }
    Properties properties = RedisAddress.local(port).properties();
    properties.setProperty("redis.password", "wrong");
    assertThatThrownBy(() -> rig.client(properties))
        .isInstanceOf(DBException.class)
        .hasMessageContaining("WRONGPASS");
  }

  @Test
  void serverThatIsTooOldIsRefused() throws Exception {
    try (ServerSocket old = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Thread server = new Thread(() -> answerLikeRedis2(old));
      server.setDaemon(true);
      server.start();
      String url = "redis://127.0.0.1:" + old.getLocalPort();
      assertThatThrownBy(() -> rig.open(rig.external(url, true)))
          .isInstanceOf(DatabaseException.class)
          .hasMessageStartingWith("redis at 127.0.0.1:" + old.getLocalPort() + ": Redis 2.8.4 ")
          .hasMessageContaining("6.0");
    }
  }

  @Test
  void portWhereNobodyListensIsNamed() {
    assertThatThrownBy(() -> rig.open(rig.external("redis://127.0.0.1:" + port, false)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageMatching("redis at 127.0.0.1:" + port + " [^\\n]+: [^\\n]+");
  }

  @Test
  void allThatIsMissingIsSaidAtOnceAndNothingIsRemoved() throws Exception {
    foreign(
        "port " + port,
        "rename-command FLUSHDB \"\"",
        "rename-command EVALSHA other",
        "user default on nopass ~* &* +@all -dbsize -config -hset");
    command(Command.MULTI);
    command(Command.SET, "precious", "1");

    assertThatThrownBy(() -> attach(false, 1))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith("redis at 127.0.0.1:" + port + " ")
        .hasMessageContaining(": CONFIG GET, DBSIZE, HSET (forbidden ")
        .hasMessageContaining("), EVALSHA, FLUSHDB (renamed");
    assertThat(command(Command.EXISTS, "precious")).isEqualTo(1L);
  }

  @Test
  void scansNeedFurtherCommandsAndOtherRunsDoNot() throws Exception {
    foreign("port " + port, "rename-command ZADD other");

    assertThatThrownBy(() -> attach(true, 1))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(": ZADD (renamed");
    assertThat(attach(false, 1).recordCount()).hasValue(0);
  }

  @Test
  void accountWithoutTheKeysOfRecordsIsRefused() throws Exception {
    foreign("port " + port, "user default on nopass ~mine:* &* +@all");

    assertThatThrownBy(() -> attach(false, 1))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("HGETALL")
        .hasMessageContaining("keys of records");
  }

  @Test
  void keysThatCannotBeRemovedAreNamedWithTheirPlace() throws Exception {
    foreign("port " + port);
    DatabaseServer server = attach(false, 1);
    RedisClient client = rig.client(server.clientProperties());
    assertThat(Rig.insert(client, "user1", "a")).isEqualTo(Status.OK);
    command(Command.ACL, "SETUSER", "default", "-flushdb");

    assertThatThrownBy(server::close)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContainingAll("1 keys ", "database 0 of redis at 127.0.0.1:" + port, "NOPERM");
    assertThatCode(server::close).as("again").doesNotThrowAnyException();
  }

  @Test
  void replicaIsRefusedAndItsPrimaryNamed() throws Exception {
    int primary = Ports.LOOPBACK.free();
    rig.listening(primary, "port " + primary);
    foreign("port " + port, "replicaof 127.0.0.1 " + primary);

    assertThatThrownBy(() -> attach(false, 1))
        .isInstanceOf(DatabaseException.class)
        .hasMessageMatching(
            "redis at 127.0.0.1:%d .* replica of 127.0.0.1:%d;.*".formatted(port, primary));
  }

  @Test
  void tooFewConnectionsForTheThreadsAreRefused() throws Exception {
    foreign("port " + port, "maxclients 8");

    assertThatThrownBy(() -> attach(false, 9))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("takes 8 connections")
        .hasMessageContaining("9 client threads");
    assertThat(attach(false, 8).recordCount()).hasValue(0);
  }

  @Test
  void evictionIsTheReasonOfMissingRecords() throws Exception {
    foreign("port " + port, "maxmemory 3mb", "maxmemory-policy allkeys-lru");
    DatabaseServer server = attach(false, 1);
    RedisClient client = rig.client(server.clientProperties());
    for (int record = 0; record < RECORDS; record++) {
      assertThat(Rig.insert(client, "user" + record, "x".repeat(2000))).isEqualTo(Status.OK);
    }

    assertThatThrownBy(server::recordCount)
        .isInstanceOf(DatabaseException.class)
        .hasMessageMatching(
            "redis at 127.0.0.1:"
                + port
                + " evicted \\d+ keys: .* maxmemory-policy is allkeys-lru;.*");
  }

  @Test
  void evictionBeforeTheRunIsNotItsOwn() throws Exception {
    foreign("port " + port, "maxmemory 3mb", "maxmemory-policy allkeys-lru");
    RedisClient owner = rig.client(RedisAddress.local(port).properties());
    for (int record = 0; record < RECORDS; record++) {
      Rig.insert(owner, "user" + record, "x".repeat(2000));
    }

    DatabaseServer server = attach(false, 1);

    assertThat(Rig.insert(owner, "user1", "a")).isEqualTo(Status.OK);
    assertThat(server.recordCount()).hasValue(1);
  }

  private DatabaseServer attach(boolean scans, int threads) throws Exception {
    return rig.open(
        new ServerSettings(
            rig.newFolder(),
            Medium.TMPFS,
            Durability.NONE,
            new RecordLayout(RECORDS, 32, 1, 100),
            scans,
            threads,
            Optional.of(new ExternalServer("redis://127.0.0.1:" + port, true)),
            new LocalHost(),
            rig,
            Map.of()));
  }

  private Object command(Command command, String... arguments) {
    try (Connection connection = RedisAddress.local(port).connect(60_000)) {
      CommandArguments all = new CommandArguments(command);
      List.of(arguments).forEach(all::add);
      return connection.executeCommand(all);
    }
  }

  private RedisClient owner() throws DBException {
    return rig.client(RedisAddress.local(port).properties());
  }

  private Process foreign(String... configuration) throws Exception {
    return rig.listening(port, configuration);
  }

  /** Answers to INFO and PING, and knows no other command. */
  private static void answerLikeRedis2(ServerSocket listening) {
    String info = "# Server\r\nredis_version:2.8.4\r\n";
    while (!listening.isClosed()) {
      // The client takes another connection for its next question.
      try (Socket client = listening.accept();
          Scanner words = new Scanner(client.getInputStream()).useDelimiter("\r\n")) {
        while (words.hasNext()) {
          int parts = Integer.parseInt(words.next().substring(1));
          words.next();
          String command = words.next();
          for (int i = 1; i < 2 * parts - 1; i++) {
            words.next();
          }
          String reply =
              switch (command) {
                case "PING" -> "+PONG\r\n";
                case "INFO" -> "$" + info.length() + "\r\n" + info + "\r\n";
                default -> "-ERR unknown command '" + command + "'\r\n";
              };
          client.getOutputStream().write(reply.getBytes());
        }
      } catch (IOException ended) {
        continue;
      }
    }
  }
}
