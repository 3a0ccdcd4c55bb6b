package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;

/** Servers of somebody else's that cannot take a run to its end. */
class ExternalPostgresTest {
  @RegisterExtension private final Sandbox sandbox = new Sandbox();

  private DatabaseServer attach(String url) throws Exception {
    return new PostgresAdapter().open(sandbox.external(url, true));
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
          .hasMessageMatching("PostgreSQL .*tester.* replica; .*");
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
        .hasMessageMatching("table usertable .*127.0.0.1:\\d+/postgres.*");
  }
}
