package org.pmemycsb.adapter.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;

/** Servers of somebody else's that cannot take a run to its end. */
class ExternalMariadbTest {
  private static final int FIELD_BYTES = 600;

  @TempDir private Path folder;

  private static DatabaseServer attach(String url) throws DatabaseException {
    return new MariadbAdapter()
        .open(
            new ServerSettings(
                Path.of("unused"),
                Medium.TMPFS,
                Durability.COMMIT,
                new RecordLayout(1000, 23, 2, FIELD_BYTES),
                true,
                2,
                Optional.of(new ExternalServer(url, true)),
                new LocalHost(),
                ProcessBuilder::start,
                Map.of()));
  }

  private ForeignMariadb foreign() throws Exception {
    return new ForeignMariadb(Files.createDirectory(folder.resolve("server")));
  }

  @Test
  void serverThatCannotTakeTheRunIsRefused() throws Exception {
    try (ForeignMariadb foreign = foreign()) {
      foreign.execute("CREATE USER few IDENTIFIED BY 'word' WITH MAX_USER_CONNECTIONS 1");
      foreign.execute("GRANT ALL ON ycsb.* TO few");
      assertThatThrownBy(() -> attach(foreign.url("few:word")))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("takes 1 connections")
          .hasMessageContaining("2 client threads")
          .hasMessageNotContaining("word");
      foreign.execute("SET GLOBAL max_allowed_packet = 1024");
      assertThatThrownBy(() -> attach(foreign.url("admin:word")))
          .isInstanceOf(DatabaseException.class)
          .hasMessageMatching(".* 1024 bytes \\(max_allowed_packet\\).* 1223.*");
      foreign.execute("SET GLOBAL max_allowed_packet = 16777216");
      foreign.execute("SET GLOBAL read_only = 1");
      assertThatThrownBy(() -> attach(foreign.url("admin:word")))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("read-only server");
    }
  }

  @Test
  void serverIsAttachedToAndSaysWhatItIs() throws Exception {
    try (ForeignMariadb foreign = foreign()) {
      try (DatabaseServer attached = attach(foreign.url("admin:word"))) {
        assertThat(attached.recordCount()).hasValue(0);
        assertThat(attached.version()).matches("MariaDB \\d+\\.\\d+\\.\\d+");
        assertThat(attached.effectiveDurability()).isEqualTo(Durability.COMMIT);
        foreign.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
        assertThat(attached.effectiveDurability()).isEqualTo(Durability.PERIODIC);
        assertThat(attached.durabilitySettings())
            .hasValueSatisfying(
                text -> assertThat(text).contains("innodb_flush_log_at_trx_commit=2"));
      }
      assertThatThrownBy(() -> attach(foreign.url("admin:wrong-one")))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("Access denied")
          .hasMessageNotContaining("wrong-one");
    }
  }
}
