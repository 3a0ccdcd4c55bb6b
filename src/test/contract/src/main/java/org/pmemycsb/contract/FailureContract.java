package org.pmemycsb.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.Trait;
import site.ycsb.DBException;

/**
 * The behaviour after the end of the database: every failure is a Status, and writes acknowledged
 * at commit are there after the restart.
 */
interface FailureContract extends HasSubject {

  @Test
  default void logLiesOnAPlaceOfItsOwnUntilTheDatabaseIsClosed() throws Exception {
    try (OpenDatabase open = openWithLogApart()) {
      Path log = open.folder().resolveSibling("log");
      open.client().mustInsert("user1", Map.of("field0", "a"));
      open.closeClients();
      assertThat(log).isNotEmptyDirectory();
      assertThat(open.client().mustRead("user1")).isEqualTo(Map.of("field0", "a"));
      open.closeClients();
      open.server().close();
      assertThat(log).isEmptyDirectory();
    }
  }

  @Test
  default void logOnAPlaceOfItsOwnHoldsTheAcknowledgedWrites() throws Exception {
    try (OpenDatabase open = openWithLogApart()) {
      Client client = open.client();
      for (int i = 0; i < CoreContract.ACKNOWLEDGED; i++) {
        client.mustInsert("user" + i, Map.of("field0", "a" + i));
      }
      open.crash();
      open.restart();
      Client after = open.client();
      for (int i = 0; i < CoreContract.ACKNOWLEDGED; i++) {
        assertThat(after.mustRead("user" + i)).isEqualTo(Map.of("field0", "a" + i));
      }
    }
  }

  private OpenDatabase openWithLogApart() throws Exception {
    assumeTrue(
        subject().adapter().traits(subject().options()).has(Trait.KEEPS_LOG_APART),
        "a log apart from the data is optional: this adapter does not offer it");
    return subject().openWithLogApart();
  }

  @Test
  default void databaseWhoseLogIsLostDoesNotOpen() throws Exception {
    try (OpenDatabase open = openWithLogApart()) {
      open.client().mustInsert("user1", Map.of("field0", "a"));
      open.closeClients();
      boolean inClient = open.server().livesInClient();
      if (!inClient) {
        open.crash();
      }
      try (Stream<Path> files = Files.list(open.folder().resolveSibling("log"))) {
        for (Path file : files.toList()) {
          SafeFolder.delete(file);
        }
      }
      if (inClient) {
        assertThatThrownBy(open::client).isInstanceOf(DBException.class);
      } else {
        assertThatThrownBy(open::restart).isInstanceOf(DatabaseException.class);
      }
    }
  }

  @Test
  default void deletesAcknowledgedAtCommitSurviveAKill() throws Exception {
    assumeTrue(
        subject().durabilities().contains(Durability.COMMIT),
        "durability commit is optional: this adapter does not offer it");
    try (OpenDatabase open = subject().open(Durability.COMMIT, false)) {
      Client client = open.client();
      for (int i = 0; i < CoreContract.ACKNOWLEDGED; i++) {
        client.mustInsert("user" + i, Map.of("field0", "a"));
      }
      for (int i = 0; i < CoreContract.ACKNOWLEDGED; i += 2) {
        client.mustDelete("user" + i);
      }
      open.crash();
      open.restart();
      Client after = open.client();
      for (int i = 0; i < CoreContract.ACKNOWLEDGED; i += 2) {
        after.mustNotFind("user" + i);
        after.mustRead("user" + (i + 1));
      }
    }
  }

  @Test
  default void clientOfADatabaseThatIsGoneFails() throws Exception {
    try (OpenDatabase open = subject().open()) {
      open.server().close();
      Client late;
      try {
        late = open.client();
      } catch (DBException refused) {
        assertThat(refused).hasMessageMatching("[^\\n]+");
        return;
      }
      CoreContract.mustFail("insert", late.insert("user1", Map.of("field0", "a")));
      CoreContract.mustFail("read", late.read("user1").status());
    }
  }
}
