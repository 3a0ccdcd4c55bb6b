package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
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
import org.pmemycsb.spi.ServerSettings;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import site.ycsb.Status;

/** Servers of somebody else's that cannot take a run to its end. */
class RedisAttachTest {
  private static final int RECORDS = 2000;

  @RegisterExtension private final Rig rig = new Rig();
  private int port;

  @BeforeEach
  void setUp() throws Exception {
    port = Ports.LOOPBACK.free();
  }

  private ServerSettings settings(boolean scans, int threads) throws Exception {
    return new ServerSettings(
        rig.newFolder(),
        Medium.TMPFS,
        Durability.NONE,
        new RecordLayout(RECORDS, 32, 1, 100),
        scans,
        threads,
        Optional.of(new ExternalServer("redis://127.0.0.1:" + port, true)),
        new LocalHost(),
        rig,
        Map.of());
  }

  private DatabaseServer attach() throws Exception {
    return rig.open(settings(false, 1));
  }

  private Object command(Command command, String... arguments) {
    try (Connection connection = RedisAddress.local(port).connect(1000)) {
      CommandArguments all = new CommandArguments(command);
      for (String each : arguments) {
        all.add(each);
      }
      return connection.executeCommand(all);
    }
  }

  @Test
  void allThatIsMissingIsSaidAtOnceAndNothingIsRemoved() throws Exception {
    rig.listening(
        port,
        "port " + port,
        "rename-command FLUSHDB \"\"",
        "rename-command EVALSHA other",
        "user default on nopass ~* &* +@all -dbsize -config -hset");
    command(Command.MULTI);
    command(Command.SET, "precious", "1");

    assertThatThrownBy(this::attach)
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith("redis at 127.0.0.1:" + port + " ")
        .hasMessageContaining(": CONFIG GET, DBSIZE, HSET (forbidden ")
        .hasMessageContaining("), EVALSHA, FLUSHDB (renamed");
    assertThat(command(Command.EXISTS, "precious")).isEqualTo(1L);
  }

  @Test
  void scansNeedFurtherCommandsAndOtherRunsDoNot() throws Exception {
    rig.listening(port, "port " + port, "rename-command ZADD other");

    assertThatThrownBy(() -> rig.open(settings(true, 1)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(": ZADD (renamed");
    assertThat(attach().recordCount()).hasValue(0);
  }

  @Test
  void transactionsThatAreForbiddenAreNamedWithTheRest() throws Exception {
    rig.listening(
        port, "port " + port, "user default on nopass ~* &* +@all -multi -script -hgetall");

    assertThatThrownBy(this::attach)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(": HGETALL, MULTI, SCRIPT LOAD (forbidden ");
  }

  @Test
  void accountWithoutTheKeysOfRecordsIsRefused() throws Exception {
    rig.listening(port, "port " + port, "user default on nopass ~mine:* &* +@all");

    assertThatThrownBy(this::attach)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("HGETALL")
        .hasMessageContaining("keys of records");
  }

  @Test
  void keysThatCannotBeRemovedAreNamedWithTheirPlace() throws Exception {
    rig.listening(port, "port " + port);
    DatabaseServer server = new RedisAdapter().open(settings(false, 1));
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
    rig.listening(port, "port " + port, "replicaof 127.0.0.1 " + primary);

    assertThatThrownBy(this::attach)
        .isInstanceOf(DatabaseException.class)
        .hasMessageMatching(
            "redis at 127.0.0.1:%d .* replica of 127.0.0.1:%d;.*".formatted(port, primary));
  }

  @Test
  void tooFewConnectionsForTheThreadsAreRefused() throws Exception {
    rig.listening(port, "port " + port, "maxclients 8");

    assertThatThrownBy(() -> rig.open(settings(false, 9)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("takes 8 connections")
        .hasMessageContaining("9 client threads");
    assertThat(rig.open(settings(false, 8)).recordCount()).hasValue(0);
  }

  @Test
  void evictionIsTheReasonOfMissingRecords() throws Exception {
    rig.listening(port, "port " + port, "maxmemory 3mb", "maxmemory-policy allkeys-lru");
    DatabaseServer server = attach();
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
    rig.listening(port, "port " + port, "maxmemory 3mb", "maxmemory-policy allkeys-lru");
    RedisClient owner = rig.client(RedisAddress.local(port).properties());
    for (int record = 0; record < RECORDS; record++) {
      Rig.insert(owner, "user" + record, "x".repeat(2000));
    }

    DatabaseServer server = attach();

    assertThat(Rig.insert(owner, "user1", "a")).isEqualTo(Status.OK);
    assertThat(server.recordCount()).hasValue(1);
  }
}
