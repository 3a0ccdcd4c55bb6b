package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.RecordLayout;

/** How a {@code mongod} is started. The program is a stand-in that ends. */
class GuardedMongodTest {
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  @TempDir Path folder;

  private final List<ProcessBuilder> started = new ArrayList<>();
  private String key = "";
  private String settings = "";
  private String permissions = "";

  static List<DatabaseAdapter> adapters() {
    return List.of(new MongoAdapter(), new PmseAdapter());
  }

  private Process start(ProcessBuilder builder) throws IOException {
    started.add(builder);
    Path server = folder.resolve("server");
    key = Files.readString(server.resolve("key")).strip();
    permissions =
        PosixFilePermissions.toString(Files.getPosixFilePermissions(server.resolve("key")))
            + " "
            + PosixFilePermissions.toString(Files.getPosixFilePermissions(server.resolve("data")));
    Path configuration = server.resolve("mongod.conf");
    settings =
        Files.exists(configuration)
            ? Files.readString(configuration)
            : String.join("\n", builder.command());
    return builder.start();
  }

  @ParameterizedTest
  @MethodSource("adapters")
  void itAsksForAPasswordAndHasNoRightsOfRoot(DatabaseAdapter adapter) throws Exception {
    TestMachine machine = new TestMachine(folder);
    machine.installSetpriv();
    Path mongod = machine.install("stand-in", "echo 'db version v3.5.13'");

    assertThatThrownBy(
            () ->
                adapter.open(
                    machine.settings(
                        Durability.COMMIT,
                        new RecordLayout(10, 10, 1, 10),
                        Optional.empty(),
                        this::start,
                        Map.of("mongod", mongod.toString()))))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("mongod ended");

    ProcessBuilder server = started.get(started.size() - 1);
    assertThat(server.command().get(0).endsWith("setpriv")).isEqualTo(ROOT);
    assertThat(settings)
        .containsPattern("keyFile\\S*\\W+" + folder.resolve("server/key"))
        .containsPattern("enableLocalhostAuthBypass(: false|=0)")
        .doesNotContain(key);
    assertThat(key).matches("[0-9a-f]{32}");
    assertThat(permissions).isEqualTo("rw------- rwx------");
    assertThat(String.join(" ", server.command())).doesNotContain(key);
    assertThat(server.environment().values()).noneMatch(value -> value.contains(key));
    assertThat(folder.resolve("server")).isEmptyDirectory();
  }
}
