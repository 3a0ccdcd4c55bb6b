package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
                    ProcessBuilder::start,
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
}
