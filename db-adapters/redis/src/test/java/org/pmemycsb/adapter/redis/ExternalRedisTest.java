package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Restartable;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A server that runs already, on this machine, with what a server of somebody else's may have. */
class ExternalRedisTest {
  @RegisterExtension private final Rig rig = new Rig();
  private int port;

  @BeforeEach
  void setUp() throws Exception {
    port = Ports.LOOPBACK.free();
  }

  @Test
  void emptyDatabaseIsTakenAndLeftEmptyAndRunning() throws Exception {
    Process foreign = foreign("port " + port);
    String url = "redis://127.0.0.1:" + port + "/3";
    DatabaseServer server = rig.open(rig.external(url, false));
    assertThat(server.clientProperties().getProperty("redis.database")).isEqualTo("3");
    RedisClient client = rig.client(server.clientProperties());
    assertThat(Rig.insert(client, "user1", "a")).isEqualTo(Status.OK);
    assertThat(server.recordCount()).hasValue(1);
    assertThat(server).isNotInstanceOf(Restartable.class);
    server.close();
    assertThat(foreign.isAlive()).isTrue();
    assertThat(Rig.read(client, "user1")).isEqualTo("NOT_FOUND");
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
  void otherDatabasesOfTheServerAreNeverTouched() throws Exception {
    foreign("port " + port);
    RedisClient owner = owner();
    Rig.insert(owner, "precious", "a");
    DatabaseServer server = rig.open(rig.external("redis://127.0.0.1:" + port + "/1", true));
    server.reset();
    server.close();
    assertThat(Rig.read(owner, "precious")).isEqualTo("a");
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
  void userOfTheirOwnMayLogIn() throws Exception {
    foreign("port " + port, "user bench on >pw ~* +@all", "user default off");
    DatabaseServer server = rig.open(rig.external("redis://bench:pw@127.0.0.1:" + port, false));
    RedisClient client = rig.client(server.clientProperties());
    assertThat(Rig.insert(client, "user1", "a")).isEqualTo(Status.OK);
    assertThat(Rig.read(client, "user1")).isEqualTo("a");
  }

  @Test
  void unixSocketIsReached() throws Exception {
    Path socket = rig.newFolder().resolve("s");
    foreign("port " + port, "unixsocket " + socket, "requirepass secret");
    DatabaseServer server = rig.open(rig.external("unix://:secret@" + socket + "?2", false));
    RedisClient client = rig.client(server.clientProperties());
    assertThat(Rig.insert(client, "user1", "a")).isEqualTo(Status.OK);
    assertThat(server.clientProperties()).containsEntry("redis.socket", socket.toString());
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
  void urlThatIsNoneIsAnErrorOfTheUser() {
    assertThatThrownBy(() -> rig.open(rig.external("localhost:1", false)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageMatching("redis: .* redis://, rediss:// or unix://");
  }

  private RedisClient owner() throws DBException {
    return rig.client(RedisAddress.local(port).properties());
  }

  private Process foreign(String... configuration) throws Exception {
    return rig.listening(port, configuration);
  }

  /** As far as a client gets that asks for the version: INFO and PING are all it knows. */
  private static void answerLikeRedis2(ServerSocket listening) {
    try {
      while (!listening.isClosed()) {
        try (Socket client = listening.accept()) {
          BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream()));
          String line;
          while ((line = in.readLine()) != null) {
            if (!line.startsWith("*")) {
              continue;
            }
            int parts = Integer.parseInt(line.substring(1));
            String command = "";
            for (int i = 0; i < parts; i++) {
              in.readLine();
              String part = in.readLine();
              command = i == 0 ? part : command;
            }
            String info = "# Server\r\nredis_version:2.8.4\r\n";
            String reply =
                switch (command) {
                  case "PING" -> "+PONG\r\n";
                  case "INFO" -> "$" + info.length() + "\r\n" + info + "\r\n";
                  default -> "-ERR unknown command '" + command + "'\r\n";
                };
            client.getOutputStream().write(reply.getBytes());
          }
        } catch (SocketException reset) {
          // The client takes another connection for its next question.
          continue;
        }
      }
    } catch (IOException closed) {
      return;
    }
  }
}
