package org.pmemycsb.it.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.adapter.mongodb.MongoAdapter;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;

/** On FerretDB 2, a running server whose PostgreSQL is asked for the durability. */
class Ferretdb2ContainerContractTest extends ContainerContract {
  Ferretdb2ContainerContractTest() {
    super(new MongoAdapter(), Server::ferretdb2);
  }

  @BeforeAll
  static void requireImage() {
    Images.requireFerretdb2();
  }

  @Test
  void clientsNeedNoLockAndTheVersionNamesBothProducts(@TempDir Path folder) throws Exception {
    ServerSettings settings =
        new ServerSettings(
            folder,
            Medium.DISK,
            Durability.PERIODIC,
            new RecordLayout(10, 10, 1, 10),
            false,
            1,
            Optional.empty(),
            new LocalHost(),
            ProcessBuilder::start,
            Map.of());
    try (DatabaseServer server = adapter().open(settings)) {
      assertThat(server.standIn()).hasValue("FerretDB");
      assertThat(server.version()).matches("FerretDB 2\\..* \\(PostgreSQL .*\\)");
      assertThat(server.effectiveDurability()).isEqualTo(Durability.PERIODIC);
      assertThat(server.clientProperties()).containsEntry("mongodb.serialize", "false");
    }
  }
}
