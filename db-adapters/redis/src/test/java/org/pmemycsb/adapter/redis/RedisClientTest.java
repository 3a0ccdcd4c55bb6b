package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Vector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Restartable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** What is Redis's own; what all databases share is in the contract suite. */
class RedisClientTest {
  @RegisterExtension private final Rig rig = new Rig();

  @Test
  void operationsTakeOneRoundTripEach() throws Exception {
    DatabaseServer server = rig.open(rig.settings(Durability.NONE));
    RedisClient client = rig.client(server.clientProperties());
    Map<String, Runnable> operations = new HashMap<>();
    operations.put("insert", () -> Rig.insert(client, "user1", "a"));
    operations.put("update", () -> Rig.update(client, "user1", "b"));
    operations.put("read some", () -> Rig.read(client, "user1"));
    operations.put("read all", () -> client.read("t", "user1", null, new HashMap<>()));
    operations.put("delete", () -> client.delete("t", "user1"));
    operations.put("update of absent", () -> Rig.update(client, "user2", "b"));
    operations.forEach(
        (name, operation) -> {
          // What asking costs by itself is the same each time.
          long asking = -reads(server) + reads(server);
          long before = reads(server);
          for (int i = 0; i < 10; i++) {
            Rig.insert(client, "user1", "a");
            operation.run();
          }
          assertThat(reads(server) - before - asking).as(name).isEqualTo(20);
        });
  }

  private static long reads(DatabaseServer server) {
    try {
      return server.statistics().get("socket.reads");
    } catch (DatabaseException failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void withoutScansNoIndexIsKeptAndScanIsNotImplemented() throws Exception {
    DatabaseServer server = rig.open(rig.settings(Durability.NONE));
    RedisClient client = rig.client(server.clientProperties());
    Rig.insert(client, "user1", "a");
    assertThat(client.scan("t", "user1", 1, null, new Vector<>()))
        .isEqualTo(Status.NOT_IMPLEMENTED);
    assertThat(server.statistics()).containsKey("calls.hset").doesNotContainKey("calls.zadd");
  }

  @Test
  void theEndOfTheServerIsNamed() throws Exception {
    DatabaseServer server = rig.open(rig.settings(Durability.NONE));
    ((Restartable) server).crash();
    assertThatThrownBy(server::recordCount)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("has ended");
  }

  @Test
  void scriptThatTheServerForgotIsSentAgain() throws Exception {
    DatabaseServer server = rig.open(rig.settings(Durability.NONE));
    RedisClient client = rig.client(server.clientProperties());
    Rig.insert(client, "user1", "a");
    try (Connection admin = RedisAddress.of(server.clientProperties()).connect(60_000)) {
      admin.executeCommand(new CommandArguments(Command.SCRIPT).add("FLUSH"));
    }
    assertThat(Rig.update(client, "user1", "b")).isEqualTo(Status.OK);
    assertThat(Rig.read(client, "user1")).isEqualTo("b");
  }

  @Test
  void refusalIsAStatusUnderItsOwnNameAndTheConnectionStays() throws Exception {
    DatabaseServer server = rig.open(rig.settings(Durability.NONE));
    RedisClient client = rig.client(server.clientProperties());
    Rig.insert(client, "user1", "a");
    configure(server, "maxmemory", "1");
    Map<String, Long> before = server.statistics();
    assertThat(Rig.insert(client, "user2", "a").getName()).isEqualTo("OOM");
    assertThat(Rig.update(client, "user1", "b").getName()).isEqualTo("OOM");
    assertThat(Rig.read(client, "user1")).isEqualTo("a");
    configure(server, "maxmemory", "0");
    assertThat(Rig.insert(client, "user2", "a")).isEqualTo(Status.OK);
    // Only the questions after the first have logged in since.
    assertThat(server.statistics().get("calls.script|load"))
        .isEqualTo(before.get("calls.script|load"));
  }

  @Test
  void valueThatCannotBeReadIsAStatus() throws Exception {
    DatabaseServer server = rig.open(rig.settings(Durability.NONE));
    RedisClient client = rig.client(server.clientProperties());
    Map<String, ByteIterator> broken =
        Map.of(
            "field0",
            new StringByteIterator("") {
              @Override
              public byte[] toArray() {
                throw new IllegalStateException("broken");
              }
            });
    assertThat(client.insert("t", "user1", broken).getName())
        .isEqualTo(Status.UNEXPECTED_STATE.getName());
    assertThat(Rig.insert(client, "user1", "a")).isEqualTo(Status.OK);
  }

  @Test
  void serverThatDoesNotAnswerIsAStatusAfterTheTimeout() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Properties properties = RedisAddress.local(silent.getLocalPort()).properties();
      properties.setProperty("redis.timeout", "200");
      assertThatThrownBy(() -> rig.client(properties))
          .isInstanceOf(DBException.class)
          .hasMessageContaining("127.0.0.1:");
    }
  }

  @Test
  void replyThatComesTooLateIsNotTakenForTheNext() throws Exception {
    DatabaseServer server = rig.open(rig.settings(Durability.NONE));
    Properties properties = server.clientProperties();
    properties.setProperty("redis.timeout", "2000");
    RedisClient client = rig.client(properties);
    Rig.insert(client, "user1", "a");
    Rig.insert(client, "user2", "b");
    Process process = rig.processes().get(0);
    signal(process, "STOP");
    try {
      assertThat(Rig.read(client, "user1")).isEqualTo(Status.SERVICE_UNAVAILABLE.getName());
    } finally {
      signal(process, "CONT");
    }
    String next = Status.SERVICE_UNAVAILABLE.getName();
    for (int i = 0; i < 10 && next.equals(Status.SERVICE_UNAVAILABLE.getName()); i++) {
      next = Rig.read(client, "user2");
    }
    assertThat(next).isEqualTo("b");
  }

  private void signal(Process process, String signal) throws Exception {
    assertThat(
            rig.start(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())))
                .waitFor())
        .isZero();
  }

  private static void configure(DatabaseServer server, String name, String value) {
    try (Connection admin = RedisAddress.of(server.clientProperties()).connect(60_000)) {
      admin.executeCommand(new CommandArguments(Command.CONFIG).add("SET").add(name).add(value));
    }
  }
}
