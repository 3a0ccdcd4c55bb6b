package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.DBException;

/** A server of ours at an address for other machines. Another address of loopback stands for it. */
class ListeningPostgresTest {
  private static final String ADDRESS = "127.0.0.2";

  @RegisterExtension private final Sandbox sandbox = new Sandbox();
  private ServerSettings settings;

  @BeforeEach
  void prepare() throws Exception {
    sandbox.listen = Optional.of(ADDRESS);
    settings = sandbox.settings();
  }

  private static void connect(Properties properties) throws DBException {
    PostgresClient client = new PostgresClient();
    client.setProperties(properties);
    client.init();
    client.cleanup();
  }

  @Test
  void clientsNeedThePassword() throws Exception {
    try (DatabaseServer server = new PostgresAdapter().open(settings)) {
      Properties properties = server.clientProperties();
      assertThat(properties.getProperty("postgres.url")).contains("//" + ADDRESS + ":");
      connect(properties);

      properties.setProperty("postgres.password", "guessed");
      assertThatThrownBy(() -> connect(properties))
          .hasMessageContaining("authentication failed")
          .hasMessageNotContaining("guessed");
      properties.putAll(server.clientProperties());
      properties.setProperty(
          "postgres.url", properties.getProperty("postgres.url").replace(ADDRESS, "127.0.0.1"));
      assertThatThrownBy(() -> connect(properties)).hasMessageContaining("refused");
    }
  }

  @Test
  void clientsFromAllAddressesMayTryTheirPassword() throws Exception {
    try (DatabaseServer server = new PmPostgresAdapter().open(settings)) {
      assertThat(server.version()).endsWith("libpgwal_pmem");
      Path rules = settings.folder().resolve("pg_hba.conf");
      assertThat(Files.readAllLines(rules))
          .contains(
              "host all pmem_ycsb 0.0.0.0/0 scram-sha-256", "host all pmem_ycsb ::/0 scram-sha-256")
          .noneMatch(line -> !line.startsWith("#") && line.endsWith("trust"));
    }
  }

  @Test
  void othersCannotReadThePassword() throws Exception {
    try (DatabaseServer server = new PostgresAdapter().open(settings)) {
      String password = server.clientProperties().getProperty("postgres.password");
      assertThat(password).hasSize(32);
      assertThat(server.configuration().get("postgresql.conf"))
          .contains("listen_addresses = '" + ADDRESS + "'")
          .doesNotContain(password);
      // Some of its processes end after each of their tasks.
      List<String> seen = new ArrayList<>();
      for (ProcessHandle process : sandbox.running()) {
        for (String file : List.of("cmdline", "environ")) {
          Path path = Path.of("/proc", process.pid() + "", file);
          try {
            seen.add(Files.readString(path, StandardCharsets.ISO_8859_1));
          } catch (IOException ended) {
            continue;
          }
        }
      }
      assertThat(seen)
          .anyMatch(text -> text.contains("postgres"))
          .noneMatch(text -> text.contains(password));
      try (Stream<Path> files = Files.list(settings.folder())) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(file).content(StandardCharsets.ISO_8859_1).doesNotContain(password);
        }
      }
    }
  }
}
