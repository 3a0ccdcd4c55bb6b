package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A server of ours at an address for other machines. Another address of loopback stands for it. */
class ListeningRedisTest {
  private static final String ADDRESS = "127.0.0.2";

  @RegisterExtension private final Rig rig = new Rig();
  private ServerSettings settings;

  @BeforeEach
  void prepare() throws IOException {
    rig.listen = Optional.of(ADDRESS);
    settings = rig.settings(Durability.COMMIT);
  }

  static Stream<DatabaseAdapter> adapters() {
    return Stream.of(new RedisAdapter(), new PmRedisAdapter());
  }

  private DatabaseServer open(DatabaseAdapter adapter) throws Exception {
    return rig.keep(adapter.open(settings));
  }

  @ParameterizedTest
  @MethodSource("adapters")
  void clientsNeedThePassword(DatabaseAdapter adapter) throws Exception {
    DatabaseServer server = open(adapter);
    Properties properties = server.clientProperties();
    assertThat(properties).containsEntry("redis.host", ADDRESS);
    RedisClient client = rig.client(properties);
    assertThat(Rig.insert(client, "key", "value")).isEqualTo(Status.OK);

    properties.setProperty("redis.password", "guessed");
    assertThatThrownBy(() -> rig.client(properties))
        .isInstanceOf(DBException.class)
        .hasMessageContaining("WRONGPASS");
    properties.remove("redis.password");
    assertThatThrownBy(() -> rig.client(properties))
        .isInstanceOf(DBException.class)
        .hasMessageContaining("NOAUTH");

    ((Restartable) server).crash();
    ((Restartable) server).restart();
    assertThat(Rig.read(rig.client(server.clientProperties()), "key")).isEqualTo("value");
    assertThatThrownBy(() -> rig.client(properties)).hasMessageContaining("NOAUTH");
  }

  @Test
  void itListensNowhereElse() throws Exception {
    Properties properties = open(new RedisAdapter()).clientProperties();
    properties.setProperty("redis.host", "127.0.0.1");
    assertThatThrownBy(() -> rig.client(properties)).hasMessageContaining("refused");
  }

  @Test
  void eachStartHasAPasswordOfItsOwn() throws Exception {
    String first = password(open(new RedisAdapter()));
    settings = rig.settings(Durability.NONE);
    assertThat(password(open(new RedisAdapter()))).hasSize(32).isNotEqualTo(first);
  }

  @ParameterizedTest
  @MethodSource("adapters")
  void othersCannotReadThePassword(DatabaseAdapter adapter) throws Exception {
    DatabaseServer server = open(adapter);
    String password = password(server);
    assertThat(server.configuration().values())
        .anyMatch(text -> text.contains("bind " + ADDRESS))
        .noneMatch(text -> text.contains(password));
    for (Process process : rig.processes()) {
      for (String file : List.of("cmdline", "environ")) {
        assertThat(Path.of("/proc", process.pid() + "", file))
            .content(StandardCharsets.ISO_8859_1)
            .doesNotContain(password);
      }
    }
    try (Stream<Path> files = Files.walk(settings.folder())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(password)) {
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
              .as(file.toString())
              .isEqualTo("rw-------");
        }
      }
    }
    server.close();
    assertThat(settings.folder()).isEmptyDirectory();
  }

  private static String password(DatabaseServer server) {
    return server.clientProperties().getProperty("redis.password");
  }
}
