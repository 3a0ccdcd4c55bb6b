package org.pmemycsb.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The behaviour after the end of the database: every failure is a Status, and writes acknowledged
 * at commit are there after the restart.
 */
interface FailureContract extends HasSubject {
  int ACKNOWLEDGED = 200;
  int ATTEMPTS = 5;

  @Test
  default void killedUnderItsClientsAnswersWithAStatus() throws Exception {
    try (OpenDatabase open = subject().open()) {
      open.client().mustInsert("user1", Map.of("field0", "a"));
      CountDownLatch works = new CountDownLatch(4);
      CountDownLatch killed = new CountDownLatch(1);
      AtomicBoolean spared = new AtomicBoolean();
      List<Future<Void>> running =
          open.start(
              4,
              (client, thread) -> {
                assertThat(client.mustRead("user1")).isNotEmpty();
                works.countDown();
                while (killed.getCount() > 0 && !spared.get()) {
                  // Any answer is right while it dies; only an exception is wrong.
                  client.update("user1", Map.of("field0", "b"));
                }
                for (int i = 0; i < 2 && !spared.get(); i++) {
                  mustFail("read", client.read("user1").status());
                  mustFail("read of a field", client.read("user1", Set.of("field0")).status());
                  mustFail("update", client.update("user1", Map.of("field0", "c")));
                  mustFail("insert", client.insert("user2", Map.of("field0", "c")));
                  mustFail("delete", client.delete("user1"));
                  mustNotSucceed("scan", client.scan("user1", 1, null).status());
                }
              });
      try {
        awaitAll(works, running);
        open.crashUnder(running, () -> spared.set(true));
      } finally {
        killed.countDown();
      }
      OpenDatabase.await(running);
    }
  }

  @Test
  default void clientsWorkAgainAfterARestart() throws Exception {
    try (OpenDatabase open = subject().open()) {
      Client idle = open.client();
      Client busy = open.client();
      idle.mustInsert("user1", Map.of("field0", "a"));
      busy.mustInsert("user2", Map.of("field0", "a"));
      open.crash();
      mustFail("read", busy.read("user2").status());
      open.restart();
      for (Client client : List.of(idle, busy)) {
        Status status = null;
        for (int i = 0; i < ATTEMPTS && !Status.OK.equals(status); i++) {
          status = client.insert("user3", Map.of("field0", "b"));
        }
        assertThat(status).as("insert after the restart").isEqualTo(Status.OK);
        assertThat(client.mustRead("user3")).isEqualTo(Map.of("field0", "b"));
      }
      open.client().mustRead("user3");
    }
  }

  @Test
  default void recordsAcknowledgedAtCommitSurviveAKill() throws Exception {
    assumeTrue(
        subject().durabilities().contains(Durability.COMMIT),
        "durability commit is optional: this adapter does not offer it");
    try (OpenDatabase open = subject().open(Durability.COMMIT, false)) {
      open.client().mustInsert("counter", Map.of("field0", "0"));
      Set<String> inserted = ConcurrentHashMap.newKeySet();
      AtomicInteger counter = new AtomicInteger();
      CountDownLatch enough = new CountDownLatch(ACKNOWLEDGED);
      CountDownLatch killed = new CountDownLatch(1);
      AtomicBoolean spared = new AtomicBoolean();
      List<Future<Void>> running =
          open.start(
              4,
              (client, thread) -> {
                Status last = Status.OK;
                for (int i = 0; Status.OK.equals(last) && !spared.get(); i++) {
                  String key = "user" + thread + "-" + i;
                  last = client.insert(key, Map.of("field0", key));
                  if (Status.OK.equals(last)) {
                    inserted.add(key);
                    enough.countDown();
                  }
                  if (thread == 0 && Status.OK.equals(last)) {
                    last = client.update("counter", Map.of("field0", Integer.toString(i)));
                    if (Status.OK.equals(last)) {
                      counter.set(i);
                    }
                  }
                }
                assertThat(killed.getCount())
                    .as("a write failed before the kill: %s", last)
                    .isZero();
              });
      try {
        awaitAll(enough, running);
        killed.countDown();
        open.crashUnder(running, () -> spared.set(true));
      } finally {
        killed.countDown();
      }
      OpenDatabase.await(running);
      open.restart();
      Client after = open.client();
      assertThat(inserted).hasSizeGreaterThanOrEqualTo(ACKNOWLEDGED);
      for (String key : inserted) {
        assertThat(after.mustRead(key)).isEqualTo(Map.of("field0", key));
      }
      // The update in flight at the kill may or may not have happened.
      assertThat(Integer.parseInt(after.mustRead("counter").get("field0")))
          .isBetween(counter.get(), counter.get() + 1);
    }
  }

  /** The phase {@code restart} of the harness asks at once, and counts the records. */
  @Test
  default void restartedDatabaseAnswersAtOnceWithAllRecords() throws Exception {
    for (Durability durability : subject().durabilities()) {
      if (durability == Durability.NONE) {
        continue;
      }
      try (OpenDatabase open = subject().open(durability, false)) {
        Client client = open.client();
        for (int i = 0; i < ACKNOWLEDGED; i++) {
          client.mustInsert("user" + i, Map.of("field0", "a" + i));
        }
        Thread.sleep(open.server().lossWindow().orElse(Duration.ZERO).toMillis());
        open.closeClients();
        open.crash();
        open.restart();
        Client after = open.client();
        for (int i = 0; i < ACKNOWLEDGED; i++) {
          assertThat(after.mustRead("user" + i)).isEqualTo(Map.of("field0", "a" + i));
        }
        open.closeClients();
        OptionalLong count = open.server().recordCount();
        if (count.isPresent()) {
          assertThat(count).as("records at %s", durability.id()).hasValue(ACKNOWLEDGED);
        }
      }
    }
  }

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
      for (int i = 0; i < ACKNOWLEDGED; i++) {
        client.mustInsert("user" + i, Map.of("field0", "a" + i));
      }
      open.crash();
      open.restart();
      Client after = open.client();
      for (int i = 0; i < ACKNOWLEDGED; i++) {
        assertThat(after.mustRead("user" + i)).isEqualTo(Map.of("field0", "a" + i));
      }
    }
  }

  private OpenDatabase openWithLogApart() throws Exception {
    assumeTrue(
        subject().adapter().keepsLogApart(),
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
          OpenDatabase.deleteTree(file);
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
      for (int i = 0; i < ACKNOWLEDGED; i++) {
        client.mustInsert("user" + i, Map.of("field0", "a"));
      }
      for (int i = 0; i < ACKNOWLEDGED; i += 2) {
        client.mustDelete("user" + i);
      }
      open.crash();
      open.restart();
      Client after = open.client();
      for (int i = 0; i < ACKNOWLEDGED; i += 2) {
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
      mustFail("insert", late.insert("user1", Map.of("field0", "a")));
      mustFail("read", late.read("user1").status());
    }
  }

  private static void awaitAll(CountDownLatch latch, List<Future<Void>> running) throws Exception {
    while (!latch.await(100, TimeUnit.MILLISECONDS)) {
      if (running.stream().allMatch(Future::isDone)) {
        OpenDatabase.await(running);
        throw new AssertionError("all threads ended before the database was killed");
      }
    }
  }

  private static void mustFail(String operation, Status status) {
    mustNotSucceed(operation, status);
    assertThat(status)
        .as(operation + " on a database that was killed")
        .isNotEqualTo(Status.NOT_IMPLEMENTED);
  }

  private static void mustNotSucceed(String operation, Status status) {
    assertThat(status)
        .as(operation + " on a database that was killed")
        .isNotNull()
        .isNotIn(Status.OK, Status.BATCHED_OK, Status.NOT_FOUND);
  }
}
