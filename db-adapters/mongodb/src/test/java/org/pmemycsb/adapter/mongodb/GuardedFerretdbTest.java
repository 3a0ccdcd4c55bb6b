package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;

/** A FerretDB of ours, which other users of the machine reach. */
@Tag("everything")
class GuardedFerretdbTest {
  private final List<Process> started = new ArrayList<>();
  private Path folder;
  private DatabaseServer server;

  @BeforeEach
  void open() throws Exception {
    assumeTrue(
        MongoPrograms.find(new LocalHost(), Map.of()).ferretdb()
            && new MongoAdapter().probe(new LocalHost()).available(),
        "this machine lacks FerretDB");
    folder = Files.createTempDirectory("ferretdb-");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    server =
        new MongoAdapter()
            .open(
                new ServerSettings(
                    Files.createDirectory(folder.resolve("server")),
                    Medium.DISK,
                    Durability.COMMIT,
                    new RecordLayout(10, 10, 1, 10),
                    false,
                    1,
                    Optional.empty(),
                    new LocalHost(),
                    command -> {
                      started.add(command.start());
                      return started.get(started.size() - 1);
                    },
                    Map.of()));
  }

  @AfterEach
  void close() throws Exception {
    if (server != null) {
      server.close();
      assertThat(folder.resolve("server")).isEmptyDirectory();
      SafeFolder.delete(folder);
    }
  }

  private String url() {
    return server.clientProperties().getProperty(MongoYcsbClient.URL);
  }

  private String password() {
    return url().replaceAll(".*:(.*)@.*", "$1");
  }

  private static long count(String url) {
    try (MongoClient client = MongoClients.create(url)) {
      return client.getDatabase("ycsb").getCollection(MongoServer.TABLE).countDocuments();
    }
  }

  @Test
  void clientsNeedThePassword() throws Exception {
    assertThat(new MongoAdapter().traits(Map.of()).has(Trait.LISTENS)).isTrue();
    assertThat(count(url())).isZero();
    for (String account : List.of("", "pmem_ycsb:guessed@", "nobody:x@")) {
      String stranger = url().replaceFirst("//.*@", "//" + account);
      String other = account.isEmpty() ? stranger.replace("authMechanism=PLAIN&", "") : stranger;
      assertThatThrownBy(() -> count(other)).as(account).isInstanceOf(MongoException.class);
      try (MongoClient client = MongoClients.create(other)) {
        assertThatThrownBy(
                () ->
                    client.getDatabase("ycsb").getCollection("usertable").insertOne(new Document()))
            .isInstanceOf(MongoException.class);
        assertThatThrownBy(() -> client.getDatabase("ycsb").drop())
            .isInstanceOf(MongoException.class);
      }
    }

    ((Restartable) server).crash();
    ((Restartable) server).restart();
    assertThat(count(url())).isZero();
  }

  @Test
  void noProcessHasTheRightsOfRoot() throws Exception {
    for (Process process : started) {
      if (process.isAlive()) {
        assertThat(Files.readString(Path.of("/proc", process.pid() + "", "status")))
            .doesNotContainPattern("Uid:.*\\b0\\b");
      }
    }
  }

  @Test
  void othersCannotReadThePassword() throws Exception {
    Properties properties = server.clientProperties();
    assertThat(password()).hasSize(32);
    assertThat(server.configuration().values()).noneMatch(text -> text.contains(password()));
    for (Process process : started) {
      for (String file : List.of("cmdline", "environ")) {
        Path shown = Path.of("/proc", process.pid() + "", file);
        if (process.isAlive()) {
          assertThat(shown).content(StandardCharsets.ISO_8859_1).doesNotContain(password());
        }
      }
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(password());
      }
    }
    assertThat(properties).hasSize(2);
  }
}
