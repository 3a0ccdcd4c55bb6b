package org.pmemycsb.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.Durability;
import site.ycsb.Status;

/**
 * The rules that another engine, durability or way to the server can break: the life of a record, a
 * large value, threads, and the end of the database.
 */
interface CoreContract extends HasSubject {
  int ROUNDS = 50;
  int ACKNOWLEDGED = 200;
  int ATTEMPTS = 5;
  Duration SLACK = Duration.ofSeconds(2);

  @Test
  default void insertedRecordIsReadWithAllItsFields() throws Exception {
    Client client = plainClient();
    Map<String, String> fields = Map.of("field0", "a", "field1", "b", "field2", "c");
    client.mustInsert("user1", fields);
    client.mustInsert("user2", Map.of("field0", "x"));
    assertThat(client.mustRead("user1")).isEqualTo(fields);
  }

  @Test
  default void partialUpdateKeepsTheOtherFields() throws Exception {
    Client client = clientWith("user1", Map.of("field0", "a", "field1", "b", "field2", "c"));
    client.mustUpdate("user1", Map.of("field1", "new"));
    assertThat(client.mustRead("user1"))
        .isEqualTo(Map.of("field0", "a", "field1", "new", "field2", "c"));
  }

  @Test
  default void deletedRecordStaysGoneWhileOthersAreWritten() throws Exception {
    Client client = clientWith("user1", Map.of("field0", "a"));
    client.mustInsert("user2", Map.of("field0", "b"));
    client.mustDelete("user1");
    client.mustInsert("user3", Map.of("field0", "c"));
    client.mustUpdate("user2", Map.of("field0", "new"));
    client.mustNotFind("user1");
    assertThat(client.mustRead("user3")).isEqualTo(Map.of("field0", "c"));
  }

  @Test
  default void insertOfAnExistingKeyReplacesTheWholeRecord() throws Exception {
    Client client = clientWith("user1", Map.of("field0", "a", "field1", "b"));
    client.mustInsert("user1", Map.of("field1", "new", "field2", "c"));
    assertThat(client.mustRead("user1")).isEqualTo(Map.of("field1", "new", "field2", "c"));
  }

  @Test
  default void valuesMayBeOneMebibyte() throws Exception {
    Client client = plainClient();
    String large = noise(1, 1 << 20);
    String other = noise(2, 1 << 20);
    client.mustInsert("user1", Map.of("field0", large, "field1", "small"));
    assertThat(client.mustRead("user1").equals(Map.of("field0", large, "field1", "small")))
        .as("the record is as it was inserted")
        .isTrue();
    client.mustUpdate("user1", Map.of("field0", other));
    assertThat(client.mustRead("user1").equals(Map.of("field0", other, "field1", "small")))
        .as("the record is as it was updated")
        .isTrue();
  }

  @Test
  default void threadsDoNotDisturbEachOthersRecords() throws Exception {
    OpenDatabase open = subject().plain();
    open.inThreads(
        Subject.THREADS,
        (client, thread) -> {
          for (int round = 0; round < ROUNDS; round++) {
            String key = "user" + thread + "-" + round;
            String value = "value of " + key;
            client.mustInsert(key, Map.of("field0", value, "field1", "b"));
            client.mustUpdate(key, Map.of("field1", value));
            assertThat(client.mustRead(key)).isEqualTo(Map.of("field0", value, "field1", value));
            if (round % 2 == 0) {
              client.mustDelete(key);
            }
          }
        });
    Client client = open.client();
    for (int thread = 0; thread < Subject.THREADS; thread++) {
      for (int round = 0; round < ROUNDS; round++) {
        String key = "user" + thread + "-" + round;
        if (round % 2 == 0) {
          client.mustNotFind(key);
        } else {
          assertThat(client.mustRead(key)).containsEntry("field0", "value of " + key);
        }
      }
    }
  }

  @Test
  default void durabilityInForceAndLossWindowFitTheOneAskedFor() throws Exception {
    assertThat(subject().durabilities()).isNotEmpty();
    for (Durability durability : subject().durabilities()) {
      try (OpenDatabase open = subject().open(durability, false)) {
        assertThat(open.server().effectiveDurability()).isEqualTo(durability);
        Optional<Duration> window = open.server().lossWindow();
        if (durability == Durability.PERIODIC) {
          window.ifPresent(time -> assertThat(time).isPositive());
        } else {
          assertThat(window).as("window at %s", durability.id()).isEmpty();
        }
        try (Client client = open.client()) {
          client.mustInsert("user1", Map.of("field0", "a"));
          client.mustUpdate("user1", Map.of("field0", "b"));
          assertThat(client.mustRead("user1")).isEqualTo(Map.of("field0", "b"));
        }
        assertThat(open.server().effectiveDurability()).isEqualTo(durability);
      }
    }
  }

  @Test
  default void closeLeavesNoProcessAndNoFileAndMayBeCalledAgain() throws Exception {
    try (OpenDatabase open = subject().open()) {
      try (Client client = open.client()) {
        client.mustInsert("user1", Map.of("field0", "a"));
      }
      List<ProcessHandle> running = open.processes().running();
      open.server().close();
      assertThat(ProcessLog.lasting(running)).as("processes after close").isEmpty();
      assertThat(ProcessLog.lasting(open.processes().running())).isEmpty();
      assertThat(OpenDatabase.files(open.folder())).as("files after close").isEmpty();
      open.server().close();
    }
  }

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
        // The window is a promise of a machine that has time for the server.
        Thread.sleep(open.server().lossWindow().map(SLACK::plus).orElse(Duration.ZERO).toMillis());
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

  private static void awaitAll(CountDownLatch latch, List<Future<Void>> running) throws Exception {
    while (!latch.await(100, TimeUnit.MILLISECONDS)) {
      if (running.stream().allMatch(Future::isDone)) {
        OpenDatabase.await(running);
        throw new AssertionError("all threads ended before the database was killed");
      }
    }
  }

  static void mustFail(String operation, Status status) {
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

  private static String noise(long seed, int length) {
    Random random = new Random(seed);
    StringBuilder noise = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      noise.append((char) random.nextInt(256));
    }
    return noise.toString();
  }
}
