package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Restartable;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/**
 * Kills the server in the middle of writes, and looks for every write that it acknowledged. {@code
 * -Dpmredis.rounds=20} makes more rounds.
 */
@Tag("everything")
class PmRedisCrashTest {
  private static final int ROUNDS = Integer.getInteger("pmredis.rounds", 4);
  private static final int WRITERS = 3;
  private static final int KEYS = 40;

  private Rig rig;

  @BeforeEach
  void setUp() throws IOException {
    rig = new Rig();
  }

  @AfterEach
  void tearDown() throws Exception {
    rig.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cmap", "stree"})
  void acknowledgedWritesSurviveAKill(String engine) throws Exception {
    DatabaseServer server =
        rig.keep(
            new PmRedisAdapter()
                .open(
                    rig.settings(
                        Durability.COMMIT, Optional.empty(), Map.of("engine", engine), rig)));
    Random random = new Random(7);
    List<Writer> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(new Writer(i, random.nextLong()));
    }
    long acknowledged = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<Thread> threads = new ArrayList<>();
      for (Writer writer : writers) {
        RedisClient client = rig.client(server.clientProperties());
        threads.add(new Thread(() -> writer.writeUntilKilled(client)));
      }
      threads.forEach(Thread::start);
      Thread.sleep(50 + random.nextInt(200));
      ((Restartable) server).crash();
      for (Thread thread : threads) {
        thread.join();
      }
      ((Restartable) server).restart();
      RedisClient reader = rig.client(server.clientProperties());
      for (Writer writer : writers) {
        writer.check(reader, "round " + round);
        acknowledged += writer.acknowledged;
      }
    }
    assertThat(acknowledged).isGreaterThan(100L * ROUNDS);
  }

  /** Writes keys of its own, and knows what they must be. */
  private static final class Writer {
    private final int number;
    private final Random random;
    // Null is a record that was deleted, or never there.
    private final Map<String, Map<String, String>> expected = new HashMap<>();
    private String keyInFlight;
    private Map<String, String> stateInFlight;
    private int sequence;
    private long acknowledged;

    Writer(int number, long seed) {
      this.number = number;
      this.random = new Random(seed);
    }

    void writeUntilKilled(RedisClient client) {
      acknowledged = 0;
      while (step(client)) {
        expected.put(keyInFlight, stateInFlight);
        keyInFlight = null;
        acknowledged++;
      }
    }

    private boolean step(RedisClient client) {
      String key = "user" + number + "-" + random.nextInt(KEYS);
      Map<String, String> before = expected.get(key);
      keyInFlight = key;
      sequence++;
      // Two fields that belong together, so that a record of two halves is seen.
      Map<String, String> fields =
          Map.of("a", sequence + " of " + key, "b", sequence + " ".repeat(random.nextInt(500)));
      switch (random.nextInt(4)) {
        case 0 -> {
          stateInFlight = null;
          return good(client.delete("t", key));
        }
        case 1 -> {
          stateInFlight = before == null ? null : new HashMap<>(before);
          if (before != null) {
            stateInFlight.putAll(fields);
          }
          return good(client.update("t", key, iterators(fields)));
        }
        default -> {
          stateInFlight = new HashMap<>(fields);
          stateInFlight.put("c" + sequence % 3, "own");
          return good(client.insert("t", key, iterators(stateInFlight)));
        }
      }
    }

    private static boolean good(Status status) {
      return status.isOk() || status.equals(Status.NOT_FOUND);
    }

    private static Map<String, ByteIterator> iterators(Map<String, String> fields) {
      Map<String, ByteIterator> iterators = new HashMap<>();
      fields.forEach((name, value) -> iterators.put(name, new StringByteIterator(value)));
      return iterators;
    }

    void check(RedisClient client, String when) {
      for (int i = 0; i < KEYS; i++) {
        String key = "user" + number + "-" + i;
        Map<String, String> found = read(client, key);
        if (key.equals(keyInFlight)) {
          // Either is right: it was not acknowledged.
          assertThat(found).as(when + ", " + key).isIn(expected.get(key), stateInFlight);
          expected.put(key, found);
        } else {
          assertThat(found).as(when + ", " + key).isEqualTo(expected.get(key));
        }
      }
    }

    private static Map<String, String> read(RedisClient client, String key) {
      Map<String, ByteIterator> result = new HashMap<>();
      Status status = client.read("t", key, null, result);
      if (status.equals(Status.NOT_FOUND)) {
        return null;
      }
      assertThat(status).isEqualTo(Status.OK);
      Map<String, String> fields = new HashMap<>();
      result.forEach((name, value) -> fields.put(name, value.toString()));
      return fields;
    }
  }
}
