package org.pmemycsb.adapter.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.ServerSettings;

class RedisAdapterTest {
  @RegisterExtension private final Rig rig = new Rig();

  @Test
  void probeSaysHowToInstallWhatIsMissing() {
    assertThat(new RedisAdapter().probe(Rig.host(Map.of())))
        .returns(false, Availability::available)
        .returns(Optional.of("apt-get install -y redis-server"), Availability::remedy);
  }

  @Test
  void probeTakesValkeyWhereThereIsNoRedis() throws IOException {
    Path valkey = rig.program("#!/bin/sh\necho 'Valkey server v=8.0.1 sha=0'\n");
    Availability here = new RedisAdapter().probe(Rig.host(Map.of("valkey-server", valkey)));
    assertThat(here).isEqualTo(Availability.standIn("Valkey", "Valkey 8.0.1 (" + valkey + ")"));
  }

  @Test
  void probeRefusesAProgramThatIsTooOld() throws IOException {
    Path old = rig.program("#!/bin/sh\necho 'Redis server v=5.0.14 sha=0'\n");
    Availability here = new RedisAdapter().probe(Rig.host(Map.of("redis-server", old)));
    assertThat(here.available()).isFalse();
    assertThat(here.detail()).contains("Redis 5.0.14 ");
    assertThat(here.remedy()).isPresent();
  }

  @Test
  void programThatAnOptionNamesIsTakenBeforeTheMachinesOwn() throws Exception {
    Path other = rig.program("#!/bin/sh\nexec redis-server \"$@\"\n");
    Map<String, String> options = Map.of("program", other.toString());
    assertThat(new RedisAdapter().probe(Rig.host(Map.of()), options).detail())
        .startsWith("Redis ")
        .endsWith("(" + other + ")");
    List<String> started = new ArrayList<>();
    rig.open(
        rig.settings(
            Durability.NONE,
            options,
            command -> {
              started.addAll(command.command());
              return rig.start(command);
            }));
    assertThat(started).contains(other.toString());
  }

  @Test
  void programThatIsNoneIsRefused() {
    Availability none = new RedisAdapter().probe(new LocalHost(), Map.of("program", "/bin/false"));
    assertThat(none.available()).isFalse();
    assertThat(none.detail()).contains("program=/bin/false");
  }

  /** The process that took the port may have been told the first password. */
  @Test
  void portThatWasTakenMeanwhileIsGivenUpWithItsPassword() throws Exception {
    Set<String> passwords = new HashSet<>();
    ProcessStarter starter =
        command -> {
          Path file = command.directory().toPath().resolve("password.conf");
          passwords.add(Files.readString(file));
          return rig.start(command);
        };
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int free = Ports.LOOPBACK.free();
      Iterator<Integer> ports = List.of(taken.getLocalPort(), free).iterator();
      try (DatabaseServer server =
          new RedisAdapter(any -> ports::next)
              .open(rig.settings(Durability.NONE, Map.of(), starter))) {
        assertThat(server.clientProperties()).containsEntry("redis.port", Integer.toString(free));
        assertThat(server.version()).isNotEmpty();
      }
      assertThat(passwords).hasSize(2);
      assertThat(rig.processes()).hasSize(2).noneMatch(Process::isAlive);
    }
  }

  @Test
  void otherServerOnThePortIsNotTakenForOurs() throws Exception {
    DatabaseServer other = rig.open(rig.settings(Durability.NONE));
    int taken = Integer.parseInt(other.clientProperties().getProperty("redis.port"));
    Iterator<Integer> ports = List.of(taken, Ports.LOOPBACK.free()).iterator();
    try (DatabaseServer server =
        new RedisAdapter(any -> ports::next).open(rig.settings(Durability.NONE))) {
      assertThat(server.clientProperties().getProperty("redis.port"))
          .isNotEqualTo(Integer.toString(taken));
    }
  }

  @Test
  void serverThatDoesNotStartIsAnErrorInItsOwnWords() throws Exception {
    ServerSettings settings =
        rig.settings(
            Durability.NONE,
            Map.of(),
            command -> {
              command.command().add("--no-such-setting");
              command.command().add("1");
              return rig.start(command);
            });
    assertThatThrownBy(() -> new RedisAdapter().open(settings))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("no-such-setting")
        .hasMessageMatching("[^\\n]*");
    assertThat(settings.folder()).isEmptyDirectory();
  }

  @Test
  void logOfADatabaseThatWasEmptiedHasNoRecords() throws Exception {
    ServerSettings settings = rig.settings(Durability.COMMIT);
    DatabaseServer server = rig.open(settings);
    RedisClient client = rig.client(server.clientProperties());
    Rig.insert(client, "gone", "practised");
    server.reset();
    Rig.insert(client, "there", "loaded");
    try (Stream<Path> files = Files.walk(settings.folder().resolve("data"))) {
      assertThat(files.filter(Files::isRegularFile))
          .anySatisfy(file -> assertThat(file).content(ISO_8859_1).contains("loaded"))
          .noneSatisfy(file -> assertThat(file).content(ISO_8859_1).contains("practised"));
    }
  }

  @Test
  void durabilityIsThatOfTheLiveServer() throws Exception {
    // As if what it was configured with were not what it does.
    DatabaseServer server =
        rig.open(
            rig.settings(
                Durability.COMMIT,
                Map.of(),
                command -> {
                  command.command().addAll(List.of("--appendfsync", "no"));
                  return rig.start(command);
                }));
    assertThat(server.effectiveDurability()).isEqualTo(Durability.NONE);
  }

  /** Another user of the machine could read and change everything, and write files as root. */
  @Test
  void theSocketLiesWhereNobodyElseCanEnter() throws Exception {
    ServerSettings settings = rig.settings(Durability.COMMIT, Map.of("socket", "unix"));
    String socket = rig.open(settings).clientProperties().getProperty("redis.socket");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(Path.of(socket).getParent())))
        .isEqualTo("rwx------");
  }
}
