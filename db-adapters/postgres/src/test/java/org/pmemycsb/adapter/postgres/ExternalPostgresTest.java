package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.sql.Connection;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;

/** Servers of somebody else's that cannot take a run to its end. */
class ExternalPostgresTest {
  private Sandbox sandbox;

  @BeforeEach
  void makeSandbox() throws Exception {
    sandbox = new Sandbox();
  }

  @AfterEach
  void removeSandbox() throws Exception {
    sandbox.close();
  }

  private DatabaseServer attach(String url) throws Exception {
    return new PostgresAdapter()
        .open(
            sandbox.settings(
                sandbox.newFolder(),
                Durability.COMMIT,
                Optional.of(new ExternalServer(url, true)),
                Map.of()));
  }

  /** The URL of a server as the adapter takes it. */
  private static String url(Cluster cluster, String account) throws Exception {
    try (Connection connection = cluster.connect()) {
      return connection
          .getMetaData()
          .getURL()
          .replaceFirst("jdbc:postgresql://", "postgresql://" + account + "@");
    }
  }

  private Cluster cluster() throws Exception {
    Cluster cluster = new Cluster(sandbox.newFolder());
    cluster.initialize();
    cluster.configure();
    return cluster;
  }

  @Test
  void replicaIsRefused() throws Exception {
    try (Cluster cluster = cluster()) {
      Files.createFile(cluster.data().resolve("standby.signal"));
      cluster.start(false);

      assertThatThrownBy(() -> attach(url(cluster, "tester")))
          .isInstanceOf(DatabaseException.class)
          .hasMessageMatching("PostgreSQL at tester at .* is a read-only replica; .*");
    }
  }

  @Test
  void tooFewConnectionsForTheThreadsAreRefused() throws Exception {
    try (Cluster cluster = cluster()) {
      cluster.start(false);
      try (Connection connection = cluster.connect()) {
        connection.createStatement().execute("CREATE ROLE few LOGIN CONNECTION LIMIT 1");
      }

      assertThatThrownBy(() -> attach(url(cluster, "few")))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("takes 1 connections")
          .hasMessageContaining("2 client threads");
      try (DatabaseServer attached = attach(url(cluster, "tester"))) {
        assertThat(attached.recordCount()).hasValue(0);
      }
    }
  }

  @Test
  void tableThatCannotBeDroppedIsNamedWithItsPlace() throws Exception {
    DatabaseServer attached;
    try (Cluster cluster = cluster()) {
      cluster.start(false);
      attached = attach(url(cluster, "tester"));
    }

    assertThatThrownBy(attached::close)
        .isInstanceOf(DatabaseException.class)
        .hasMessageMatching("table usertable is left at .*127.0.0.1:\\d+/postgres.*");
  }
}
