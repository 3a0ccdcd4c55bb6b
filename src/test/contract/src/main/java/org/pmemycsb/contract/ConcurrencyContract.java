package org.pmemycsb.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

/** Sixteen threads, each with a client of its own. */
interface ConcurrencyContract extends HasSubject {
  int ROUNDS = 50;
  int PASSING = 10;

  @Test
  default void partialUpdatesOfOneRecordLoseNothing() throws Exception {
    OpenDatabase open = subject().plain();
    Map<String, String> fields = new HashMap<>();
    for (int thread = 0; thread < Subject.THREADS; thread++) {
      fields.put("field" + thread, "start");
    }
    open.client().mustInsert("user1", fields);
    open.inThreads(
        Subject.THREADS,
        (client, thread) -> {
          String own = "field" + thread;
          for (int round = 0; round < ROUNDS; round++) {
            client.mustUpdate("user1", Map.of(own, "round " + round));
            assertThat(client.mustRead("user1")).containsEntry(own, "round " + round);
          }
        });
    fields.replaceAll((name, start) -> "round " + (ROUNDS - 1));
    assertThat(open.client().mustRead("user1")).isEqualTo(fields);
  }

  @Test
  default void replacedRecordIsNeverSeenInHalves() throws Exception {
    OpenDatabase open = subject().plain();
    open.client().mustInsert("user1", Map.of("field0", "start", "field1", "start"));
    open.inThreads(
        Subject.THREADS,
        (client, thread) -> {
          for (int round = 0; round < ROUNDS; round++) {
            if (thread % 2 == 0) {
              String value = thread + "/" + round;
              client.mustInsert("user1", Map.of("field0", value, "field1", value));
            } else {
              Map<String, String> seen = client.mustRead("user1");
              assertThat(seen).containsOnlyKeys("field0", "field1");
              assertThat(seen.get("field0")).isEqualTo(seen.get("field1"));
            }
          }
        });
  }

  @Test
  default void cleanupLeavesOtherClientsAlone() throws Exception {
    OpenDatabase open = subject().plain();
    open.client().mustInsert("user1", Map.of("field0", "a"));
    AtomicBoolean done = new AtomicBoolean();
    List<Future<Void>> working =
        open.start(
            Subject.THREADS / 2,
            (client, thread) -> {
              int rounds = 0;
              while (!done.get() || rounds < ROUNDS) {
                assertThat(client.update("user1", Map.of("field0", "a"))).isEqualTo(Status.OK);
                assertThat(client.mustRead("user1")).isEqualTo(Map.of("field0", "a"));
                rounds++;
              }
            });
    try {
      for (int round = 0; round < PASSING; round++) {
        try (Client passing = open.client()) {
          passing.mustRead("user1");
        }
      }
    } finally {
      done.set(true);
    }
    OpenDatabase.await(working);
  }
}
