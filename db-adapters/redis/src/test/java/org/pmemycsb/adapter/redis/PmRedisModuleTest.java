package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The module in a stock server, seen through its protocol. */
class PmRedisModuleTest {
  private static final String SMALL = "16777216";

  @RegisterExtension private final Rig rig = new Rig();
  private Path pool;

  @BeforeEach
  void setUp() throws Exception {
    pool = rig.newFolder().resolve("pool");
  }

  private ModuleServer start(String... more) throws Exception {
    return ModuleServer.start(rig, words(more));
  }

  private String refusal(List<String> settings, String... more) throws Exception {
    return ModuleServer.refusal(rig, settings, words(more));
  }

  private String[] words(String... more) {
    List<String> words =
        new ArrayList<>(List.of("pool", pool.toString(), "size", SMALL, "filter", "yes"));
    words.addAll(List.of(more));
    return words.toArray(new String[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cmap", "stree"})
  void recordsAreThereAfterAKillAndAfterAShutdown(String engine) throws Exception {
    ModuleServer first = start("engine", engine);
    first.call("HSET", "k", "f", "1");
    first.kill();
    ModuleServer second = start("engine", engine);
    assertThat(second.call("HGETALL", "k")).isEqualTo(List.of("f", "1"));
    second.call("HSET", "k", "f", "2", "g", "3");
    assertThat(second.stop()).isZero();
    assertThat(second.log()).containsPattern("closed .*" + pool);
    ModuleServer third = start("engine", engine);
    assertThat(third.call("HGETALL", "k")).isEqualTo(List.of("f", "2", "g", "3"));
    assertThat(third.call("DBSIZE")).isEqualTo(1L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cmap", "stree"})
  void fullPoolIsAnErrorThatChangesNothing(String engine) throws Exception {
    ModuleServer server = start("engine", engine);
    server.call("HSET", "first", "f", "old");
    String value = "v".repeat(10_000);
    Object reply = 1L;
    int stored = 0;
    for (; reply.equals(1L); stored++) {
      reply = server.call("HSET", "k" + stored, "f", value);
    }
    assertThat(reply).asString().startsWith("OOM ").contains("changed");
    assertThat(stored).isBetween(100, 2000);
    assertThat(server.call("EXISTS", "k" + (stored - 1))).isEqualTo(0L);
    assertThat(server.field("pool_full")).isEqualTo("1");
    // A record keeps its old fields, also where it was to be replaced as a whole.
    String large = "w".repeat(1_000_000);
    assertThat(server.call("HSET", "first", "f", large)).asString().startsWith("OOM ");
    server.call("MULTI");
    server.call("DEL", "first");
    server.call("HSET", "first", "g", large);
    assertThat(((List<?>) server.call("EXEC")).get(1)).asString().startsWith("OOM ");
    assertThat(server.call("HGETALL", "first")).isEqualTo(List.of("f", "old"));
    // What is removed makes room again.
    for (int i = 0; i < stored - 1; i++) {
      assertThat(server.call("DEL", "k" + i)).isEqualTo(1L);
    }
    assertThat(server.call("HSET", "again", "f", value)).isEqualTo(1L);
    server.kill();
    assertThat(start("engine", engine).call("HGET", "first", "f")).isEqualTo("old");
  }

  @Test
  void poolThatAnotherServerHasIsRefusedInOneLine() throws Exception {
    ModuleServer first = start();
    first.call("HSET", "k", "f", "1");
    assertThat(refusal(List.of()).lines().filter(line -> line.contains("pmredis:")))
        .singleElement()
        .asString()
        .contains(pool.toString());
    assertThat(first.call("HGET", "k", "f")).isEqualTo("1");
  }

  @Test
  void flushMakesANewPoolOfTheSameSize() throws Exception {
    ModuleServer server = start();
    for (int i = 0; i < 100; i++) {
      server.call("HSET", "k" + i, "f", "v".repeat(1000));
    }
    long used = Long.parseLong(server.field("pool_used_bytes"));
    assertThat(used).isBetween(100_000L, 16_000_000L);
    assertThat(server.call("FLUSHALL")).isEqualTo("OK");
    assertThat(server.call("DBSIZE")).isEqualTo(0L);
    assertThat(server.call("EXISTS", "k1")).isEqualTo(0L);
    assertThat(Long.parseLong(server.field("pool_used_bytes"))).isLessThan(used - 100_000);
    assertThat(Files.size(pool)).isEqualTo(Long.parseLong(SMALL));
    server.call("HSET", "k", "f", "1");
    server.kill();
    assertThat(start().call("DBSIZE")).isEqualTo(1L);
  }

  @Test
  void poolThatWasNotFinishedIsMadeAgain() throws Exception {
    Path unfinished = pool.resolveSibling("pool.new");
    Files.write(unfinished, new byte[1 << 20]);
    assertThat(start().call("DBSIZE")).isEqualTo(0L);
    assertThat(unfinished).doesNotExist();
  }

  @Test
  void poolOfAnotherEngineIsRefused() throws Exception {
    start("engine", "stree").stop();
    assertThat(refusal(List.of(), "engine", "cmap")).contains("pmredis: ", pool.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "size, small, size ",
    "size, 1000, 8388608",
    "engine, vcmap, cmap or stree",
    "filter, maybe, yes or no",
    "pool, relative, absolute path",
    "colour, red, 'colour'",
    "library, /no/such/lib.so, libpmemkv ",
  })
  void optionThatIsWrongIsNamed(String name, String value, String says) throws Exception {
    assertThat(refusal(List.of(), name, value).lines().filter(line -> line.contains("pmredis:")))
        .singleElement()
        .asString()
        .contains(says);
  }

  @ParameterizedTest
  @CsvSource({
    "appendonly yes, appendonly",
    "replicaof 127.0.0.1 1, replica",
    "cluster-enabled yes, cluster",
  })
  void serverThatKeepsRecordsElsewhereTooIsRefused(String setting, String says) throws Exception {
    assertThat(refusal(List.of(setting))).contains("pmredis: ").contains(says);
    assertThat(pool).doesNotExist();
  }

  @Test
  void nothingIsWrittenOnceTheServerKeepsALog() throws Exception {
    ModuleServer server = start();
    server.call("HSET", "k", "f", "1");
    server.call("CONFIG", "SET", "appendonly", "yes");
    assertThat(server.call("HSET", "k", "f", "2")).asString().contains("appendonly");
    assertThat(server.call("DEL", "k")).asString().contains("appendonly");
    assertThat(server.call("FLUSHALL")).asString().contains("appendonly");
    assertThat(server.call("HGET", "k", "f")).isEqualTo("1");
    server.call("CONFIG", "SET", "appendonly", "no");
    assertThat(server.call("HSET", "k", "f", "2")).isEqualTo(0L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET",
        "HDEL",
        "HINCRBY",
        "EXPIRE",
        "KEYS",
        "SCAN",
        "WATCH",
        "BGSAVE",
        "BGREWRITEAOF",
        "REPLICAOF",
        "PSYNC",
        "SORT",
        "COPY",
        "SWAPDB",
        "FUNCTION",
        "no-such-command-at-all"
      })
  void commandThatWouldMissTheRecordsIsRefused(String name) throws Exception {
    ModuleServer server = start();
    assertThat(server.call(name, "k", "1")).asString().startsWith("ERR pm-redis: '" + name + "' ");
    assertThat(server.call("EVAL", "return redis.call('" + name + "', 'k')", "0"))
        .asString()
        .contains("pm-redis: '" + name + "' ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PING", "INFO", "TIME", "COMMAND", "ROLE", "LOLWUT"})
  void commandThatHasNothingToDoWithRecordsPasses(String name) throws Exception {
    assertThat(start().call(name)).asString().doesNotContain("pm-redis: '");
  }

  @Test
  void withoutTheFilterTheServersOwnKeysAreItsOwn() throws Exception {
    ModuleServer server =
        ModuleServer.start(rig, "pool", pool.toString(), "size", SMALL, "engine", "stree");
    assertThat(server.call("HSET", "k", "f", "in memory")).isEqualTo(1L);
    assertThat(server.call("PM.HSET", "k", "f", "in pool")).isEqualTo(1L);
    assertThat(server.call("HGET", "k", "f")).isEqualTo("in memory");
    assertThat(server.call("PM.HGET", "k", "f")).isEqualTo("in pool");
    // Deletion and replacement are one change here too, which a later command sees.
    server.call("MULTI");
    server.call("PM.DEL", "k");
    server.call("PM.HSET", "k", "g", "new");
    assertThat(server.call("EXEC")).isEqualTo(List.of(1L, 1L));
    server.call("MULTI");
    server.call("PM.DEL", "k");
    server.call("EXEC");
    assertThat(server.call("PM.EXISTS", "k")).isEqualTo(0L);
    server.kill();
    assertThat(start("engine", "stree").call("DBSIZE")).isEqualTo(0L);
  }

  @Test
  void deletionInATransactionIsInThePoolWhenItIsAnswered() throws Exception {
    ModuleServer server = start();
    server.call("HSET", "k", "f", "1");
    server.call("MULTI");
    server.call("DEL", "k");
    assertThat(server.call("EXEC")).isEqualTo(List.of(1L));
    server.kill();
    assertThat(start().call("EXISTS", "k")).isEqualTo(0L);
  }

  @Test
  void watchSeesChangesInThePool() throws Exception {
    ModuleServer server = ModuleServer.start(rig, "pool", pool.toString(), "size", SMALL);
    server.call("WATCH", "k");
    server.call("PM.HSET", "k", "f", "1");
    server.call("MULTI");
    server.call("PM.HSET", "k", "f", "2");
    assertThat(server.call("EXEC")).isNull();
    assertThat(server.call("PM.HGET", "k", "f")).isEqualTo("1");
  }

  @Test
  void nothingIsWrittenWhileAReplicaIsConnected() throws Exception {
    ModuleServer server = ModuleServer.start(rig, "pool", pool.toString(), "size", SMALL);
    assertThat(server.call("PM.HSET", "k", "f", "1")).isEqualTo(1L);
    // Else it waits for more replicas, and for their word.
    server.call("CONFIG", "SET", "repl-diskless-sync", "no");
    try (SocketChannel replica = server.send("SYNC")) {
      assertThat(replica.isOpen()).isTrue();
      Object reply = 0L;
      for (int i = 0; i < 6000 && reply.equals(0L); i++) {
        reply = server.call("PM.HSET", "k", "f", "2");
        Thread.sleep(10);
      }
      assertThat(reply).asString().contains("replica");
    }
    Object reply = "";
    for (int i = 0; i < 6000 && !reply.equals(0L); i++) {
      reply = server.call("PM.HSET", "k", "f", "3");
      Thread.sleep(10);
    }
    assertThat(reply).isEqualTo(0L);
  }

  @Test
  void otherDatabasesAreRefused() throws Exception {
    ModuleServer server = start();
    server.call("SELECT", "1");
    assertThat(server.call("HSET", "k", "f", "1")).asString().contains("database 0");
    assertThat(server.call("HGETALL", "k")).asString().contains("database 0");
  }

  @Test
  void scanGivesRecordsInTheOrderOfTheirKeys() throws Exception {
    ModuleServer server = start("engine", "stree");
    for (String key : List.of("b", "a", "c", "aa", "B")) {
      server.call("HSET", key, "f", key, "g", "1");
    }
    assertThat(server.call("PM.SCAN", "a", 3, "f"))
        .isEqualTo(
            List.of(
                List.of("a", List.of("f", "a")),
                List.of("aa", List.of("f", "aa")),
                List.of("b", List.of("f", "b"))));
    assertThat(server.call("PM.SCAN", "bb", 9))
        .isEqualTo(List.of(List.of("c", List.of("f", "c", "g", "1"))));
    assertThat(server.call("PM.SCAN", "", 0)).isEqualTo(List.of());
    assertThat(server.call("PM.SCAN", "z", 1)).isEqualTo(List.of());
    assertThat(server.call("PM.SCAN", "a", "-1")).asString().contains("integer");
  }

  @Test
  void scanNeedsASortedEngine() throws Exception {
    assertThat(start().call("PM.SCAN", "a", 1)).asString().contains("stree");
  }

  @Test
  void moduleIsNotUnloaded() throws Exception {
    ModuleServer server = start();
    assertThat(server.call("MODULE", "UNLOAD", "pmredis")).asString().startsWith("ERR");
    assertThat(server.call("HSET", "k", "f", "1")).isEqualTo(1L);
  }

  @Test
  void childProcessLeavesThePoolAlone() throws Exception {
    // Without the filter a snapshot can be asked for, which the server makes in a child.
    ModuleServer server = ModuleServer.start(rig, "pool", pool.toString(), "size", SMALL);
    server.call("PM.HSET", "k", "f", "1");
    server.call("BGSAVE");
    for (int i = 0; i < 3000 && !saved(server); i++) {
      server.call("PM.HSET", "k", "f", Integer.toString(i));
    }
    assertThat(saved(server)).isTrue();
    server.call("PM.HSET", "k", "f", "after");
    server.kill();
    assertThat(start().call("HGET", "k", "f")).isEqualTo("after");
  }

  private static boolean saved(ModuleServer server) throws InterruptedException {
    Thread.sleep(20);
    return server.call("INFO", "persistence").toString().contains("rdb_bgsave_in_progress:0\r\n");
  }
}
