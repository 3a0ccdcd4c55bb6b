package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.spi.Durability;
import redis.clients.jedis.Connection;

/** The same stream of commands to a stock server and to one with the module: the same replies. */
class PmRedisDifferentialTest {
  private static final int STEPS = Integer.getInteger("pmredis.steps", 1500);
  private static final String ADD_IF_THERE =
      "if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end "
          + "redis.call('HSET', KEYS[1], unpack(ARGV)) return 1";

  @RegisterExtension private final Rig rig = new Rig();

  @ParameterizedTest
  @CsvSource({"cmap, 1", "stree, 2"})
  void repliesAreThoseOfAStockServer(String engine, long seed) throws Exception {
    RedisAddress stock =
        RedisAddress.of(rig.open(rig.settings(Durability.NONE)).clientProperties());
    Connection expected = rig.keep(stock.connect(60_000));
    ModuleServer module =
        ModuleServer.start(
            rig,
            "pool",
            rig.newFolder().resolve("pool").toString(),
            "size",
            "67108864",
            "filter",
            "yes",
            "engine",
            engine);
    Stream stream = new Stream(new Random(seed));
    List<String> kinds = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      for (Object[] command : stream.next()) {
        Object reply = comparable(ModuleServer.call(expected, command));
        String told = "step " + step + " of seed " + seed + ": " + text(command);
        assertThat(comparable(module.call(command))).as(told).isEqualTo(reply);
        kinds.add(String.valueOf(reply).startsWith("ERR") ? "error" : command[0].toString());
      }
    }
    // All of it has been tried, and most of it was no mistake.
    assertThat(kinds).contains("hset", "HGETALL", "EXEC", "EVAL", "flushall", "error");
    assertThat(Collections.frequency(kinds, "error")).isLessThan(kinds.size() / 5);
  }

  /** Fields have no order that a client could rely on, and our commands have other names. */
  private static Object comparable(Object reply) {
    if (reply instanceof List<?> list) {
      return list.stream()
          .map(PmRedisDifferentialTest::comparable)
          .map(String::valueOf)
          .sorted()
          .toList();
    }
    return reply instanceof String text ? text.replace("'pm.", "'") : reply;
  }

  private static String text(Object[] command) {
    return Arrays.stream(command)
        .map(word -> ModuleServer.plain(word).toString())
        .map(word -> word.length() > 40 ? word.substring(0, 40) + "..." : word)
        .toList()
        .toString();
  }

  /** Commands at random, as likely to meet as not. */
  private static final class Stream {
    private final Random random;

    Stream(Random random) {
      this.random = random;
    }

    List<Object[]> next() {
      return switch (random.nextInt(20)) {
        case 0 -> transaction();
        case 1 -> List.<Object[]>of(script());
        case 2 -> List.<Object[]>of(misfit());
        default -> List.<Object[]>of(one());
      };
    }

    private Object[] one() {
      return switch (random.nextInt(150)) {
        case 0 -> any(name("flushall"));
        case 1 -> any("FLUSHDB", random.nextBoolean() ? "async" : "SYNC");
        case 2, 3, 4, 5, 6 -> any("DEL", key());
        case 7, 8 -> any("del", key(), key(), key());
        case 9 -> any("UNLINK", key(), key());
        case 10, 11, 12 -> any("EXISTS", key());
        case 13 -> any("exists", key(), key(), key());
        case 14, 15 -> any("DBSIZE");
        case 16, 17, 18 -> any("HLEN", key());
        case 19, 20, 21 -> any("HEXISTS", key(), field());
        case 22, 23, 24, 25, 26, 27 -> any("HGET", key(), field());
        case 28, 29, 30, 31, 32 -> any("HMGET", key(), field(), field(), field());
        case 33, 34, 35, 36, 37, 38 -> any("HGETALL", key());
        case 39, 40 -> any("HMSET", key(), field(), value(), field(), value());
        case 41 -> many();
        case 42, 43, 44, 45, 46 -> any("HSET", key(), field(), value(), field(), value());
        default -> any(name("hset"), key(), field(), value());
      };
    }

    /** A record that is not kept in the few bytes of a small one. */
    private Object[] many() {
      List<Object> words = new ArrayList<>(List.of("HSET", key()));
      for (int i = random.nextInt(200); i >= 0; i--) {
        words.add("f" + random.nextInt(300));
        words.add(value());
      }
      return words.toArray();
    }

    private List<Object[]> transaction() {
      List<Object[]> commands = new ArrayList<>();
      commands.add(any("MULTI"));
      if (random.nextBoolean()) {
        // What replaces a record.
        byte[] key = key();
        commands.add(any("DEL", key));
        commands.add(any("HSET", key, field(), value()));
      }
      for (int i = random.nextInt(4); i > 0; i--) {
        commands.add(random.nextInt(10) == 0 ? misfit() : one());
      }
      commands.add(any(random.nextInt(8) == 0 ? "DISCARD" : "EXEC"));
      return commands;
    }

    private Object[] script() {
      return any("EVAL", ADD_IF_THERE, 1, key(), field(), value());
    }

    /** Too few words, or an odd number of them. */
    private Object[] misfit() {
      return switch (random.nextInt(10)) {
        case 0 -> any("HSET", key());
        case 1 -> any("HSET", key(), field());
        case 2 -> any("HSET", key(), field(), value(), field());
        case 3 -> any("HGET", key());
        case 4 -> any("HGET", key(), field(), field());
        case 5 -> any("HMGET", key());
        case 6 -> any("HGETALL", key(), key());
        case 7 -> any("DEL");
        case 8 -> any("EXISTS");
        default -> any("FLUSHALL", "now");
      };
    }

    private static Object[] any(Object... words) {
      return words;
    }

    private String name(String name) {
      return switch (random.nextInt(10)) {
        case 0 -> name.toUpperCase(Locale.ROOT);
        case 1 -> name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        default -> name;
      };
    }

    private byte[] key() {
      return bytes("k", 12);
    }

    private byte[] field() {
      return bytes("f", 8);
    }

    /** One of few: some are empty, some hold every byte. */
    private byte[] bytes(String prefix, int many) {
      int which = random.nextInt(many);
      return switch (which) {
        case 0 -> new byte[0];
        case 1 -> new byte[] {0, (byte) 0xFF, '\r', '\n', 0, (byte) 0xD7, 1};
        case 2 -> (prefix + "x".repeat(300)).getBytes();
        default -> (prefix + which).getBytes();
      };
    }

    private byte[] value() {
      int size = random.nextInt(20) == 0 ? random.nextInt(30_000) : random.nextInt(120);
      byte[] value = new byte[size];
      random.nextBytes(value);
      return value;
    }
  }
}
