package org.pmemycsb.pmemkv.ycsb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.store.MemoryFolder;
import org.pmemycsb.store.TestStore;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

class PmemkvClientTest {
  private static final String TABLE = "usertable";

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  private final List<PmemkvClient> clients = new ArrayList<>();

  @AfterEach
  void closeClients() throws DBException {
    for (PmemkvClient client : clients) {
      client.cleanup();
    }
  }

  @Test
  void updateOfAllFieldsOfTheWorkloadDoesNotLookAtTheFormerRecord() throws DBException {
    PmemkvClient client = client("cmap", "fieldcount", "2", "fieldnameprefix", "f");
    client.insert(TABLE, "k", fields("f0", "a", "f1", "b", "outside", "o"));
    assertThat(client.update(TABLE, "k", fields("f0", "c", "f1", "d"))).isSameAs(Status.OK);
    assertThat(read(client, "k")).isEqualTo(Map.of("f0", "c", "f1", "d"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "true"})
  void recordsOfChangingLengthAreReadWhole(String reuse) throws DBException {
    PmemkvClient client = client("cmap", "reusebuffers", reuse);
    int[] lengths = {0, 1, 5000, 3, 100_000, 99_999, 100_001, 12};
    for (int length : lengths) {
      client.insert(TABLE, "k" + length, fields("field0", "x".repeat(length), "field1", "end"));
    }
    for (int length : lengths) {
      assertThat(read(client, "k" + length))
          .isEqualTo(Map.of("field0", "x".repeat(length), "field1", "end"));
      assertThat(client.update(TABLE, "k" + length, fields("field1", "y"))).isSameAs(Status.OK);
      assertThat(read(client, "k" + length))
          .isEqualTo(Map.of("field0", "x".repeat(length), "field1", "y"));
    }
  }

  /** A later result takes the memory of an earlier one only where it may. */
  @ParameterizedTest
  @CsvSource({"false, first", "true, other"})
  void anEarlierResultStaysAsItWasRead(String reuse, String value) throws DBException {
    PmemkvClient client = client("cmap", "reusebuffers", reuse);
    client.insert(TABLE, "a", fields("field0", "first"));
    client.insert(TABLE, "b", fields("field0", "other"));
    Map<String, ByteIterator> first = new HashMap<>();
    client.read(TABLE, "a", null, first);
    client.read(TABLE, "b", null, new HashMap<>());
    assertThat(strings(first)).isEqualTo(Map.of("field0", value));
  }

  @Test
  void aPropertyThatIsWrongIsNamed() {
    assertThatThrownBy(() -> client("cmap", "reusebuffers", "perhaps"))
        .isInstanceOf(DBException.class)
        .hasMessageStartingWith("reusebuffers=perhaps ");
  }

  /** The contract suite has the other scans, of a client that reuses nothing. */
  @Test
  void scansThatReuseMemoryGiveTheirOwnRows() throws DBException {
    PmemkvClient client = client("stree", "reusebuffers", "true");
    for (int i = 99; i >= 0; i--) {
      client.insert(TABLE, "k%03d".formatted(i), fields("field0", "v" + i, "field1", "w" + i));
    }
    assertThat(scan(client, "k098", 10, Set.of("field0")))
        .containsExactly(Map.of("field0", "v98"), Map.of("field0", "v99"));
    for (int i = 0; i < 3; i++) {
      assertThat(scan(client, "", 1000, null))
          .hasSize(100)
          .doesNotHaveDuplicates()
          .contains(Map.of("field0", "v99", "field1", "w99"));
    }
    assertThat(scan(client, "k000", 0, null)).isEmpty();
  }

  @Test
  void insertIsNotUndoneByAnUpdateThatReadTheRecordBefore() throws Exception {
    PmemkvClient inserter = client("cmap");
    inserter.insert(TABLE, "k", fields("id", "none", "count", "-"));
    AtomicBoolean done = new AtomicBoolean();
    List<Callable<Integer>> work = new ArrayList<>();
    work.add(
        () -> {
          int undone = 0;
          try {
            for (int n = 0; n < 10_000; n++) {
              String id = "id" + n;
              inserter.insert(TABLE, "k", fields("id", id, "count", "-"));
              if (!id.equals(read(inserter, "k").get("id"))) {
                undone++;
              }
            }
          } finally {
            done.set(true);
          }
          return undone;
        });
    for (int i = 0; i < 2; i++) {
      PmemkvClient updater = client("cmap");
      work.add(
          () -> {
            while (!done.get()) {
              updater.update(TABLE, "k", fields("count", "7"));
            }
            return 0;
          });
    }
    assertThat(runAll(work)).containsOnly(0);
  }

  @Test
  void otherTableIsABadRequest() throws DBException {
    PmemkvClient client = client("cmap", "table", "people");
    assertThat(client.insert("people", "k", fields("field0", "v"))).isSameAs(Status.OK);
    assertThat(client.insert(TABLE, "k", fields("field0", "w"))).isSameAs(Status.BAD_REQUEST);
    assertThat(client.read(TABLE, "k", null, new HashMap<>())).isSameAs(Status.BAD_REQUEST);
    assertThat(client.update(null, "k", fields("a", "b"))).isSameAs(Status.BAD_REQUEST);
    assertThat(client.delete("", "k")).isSameAs(Status.BAD_REQUEST);
    assertThat(client.scan("x", "k", 1, null, new Vector<>())).isSameAs(Status.BAD_REQUEST);
    assertThat(client.read(new String("people"), "k", null, new HashMap<>())).isSameAs(Status.OK);
  }

  @Test
  void everyArgumentThatIsNullIsAStatusAndNoException() throws DBException {
    PmemkvClient client = client("cmap");
    client.insert(TABLE, "k", fields("field0", "v"));
    Map<String, ByteIterator> noData = new HashMap<>();
    noData.put("field0", null);
    stderr(
        () -> {
          assertThat(client.insert(TABLE, "k", null)).isSameAs(Status.ERROR);
          assertThat(client.insert(TABLE, null, fields("a", "b"))).isSameAs(Status.ERROR);
          assertThat(client.update(TABLE, "k", null)).isSameAs(Status.ERROR);
          assertThat(client.read(TABLE, null, null, new HashMap<>())).isSameAs(Status.ERROR);
          assertThat(client.delete(TABLE, null)).isSameAs(Status.ERROR);
          assertThat(client.insert(TABLE, "k", noData)).isSameAs(Status.ERROR);
          assertThat(client.update(TABLE, "k", noData)).isSameAs(Status.ERROR);
        });
    assertThat(read(client, "k")).isEqualTo(Map.of("field0", "v"));
  }

  @Test
  void clientThatIsNotOpenAnswersWithAStatus() throws DBException {
    PmemkvClient client = client("cmap");
    client.insert(TABLE, "k", fields("field0", "v"));
    client.cleanup();
    for (PmemkvClient closed : List.of(client, new PmemkvClient())) {
      Status status = Status.SERVICE_UNAVAILABLE;
      assertThat(closed.read(TABLE, "k", null, new HashMap<>())).isSameAs(status);
      assertThat(closed.insert(TABLE, "k", fields("a", "b"))).isSameAs(status);
      assertThat(closed.update(TABLE, "k", fields("a", "b"))).isSameAs(status);
      assertThat(closed.delete(TABLE, "k")).isSameAs(status);
      assertThat(closed.scan(TABLE, "k", 1, null, new Vector<>())).isSameAs(status);
    }
  }

  @Test
  void valueThatIsNoRecordIsAnErrorAndSaidOnce() throws DBException {
    Path pool = folder.resolve("pool");
    try (TestStore store = TestStore.open("cmap", pool, 64 << 20)) {
      store.put("k".getBytes(UTF_8), "not a record".getBytes(UTF_8));
    }
    PmemkvClient client = client("cmap");
    List<String> said =
        stderr(
            () -> {
              for (int i = 0; i < 3; i++) {
                assertThat(client.read(TABLE, "k", null, new HashMap<>())).isSameAs(Status.ERROR);
                assertThat(client.update(TABLE, "k", fields("a", "b"))).isSameAs(Status.ERROR);
              }
            });
    assertThat(said).hasSize(1);
    assertThat(said.get(0)).contains(" k", "record", pool.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"cmap", "stree"})
  void fullPoolHasAStatusOfItsOwnAndSaysOnceHowToMendIt(String engine) throws DBException {
    PmemkvClient client = client(engine, "pmemkv.dbsize", "16MiB");
    List<String> said =
        stderr(
            () -> {
              Status status = Status.OK;
              int stored = 0;
              while (status == Status.OK) {
                status = client.insert(TABLE, "k" + stored, fields("field0", "x".repeat(4000)));
                stored++;
              }
              assertThat(status.getName()).isEqualTo("POOL_FULL");
              assertThat(status.isOk()).isFalse();
              assertThat(stored).isGreaterThan(500).isLessThan(4200);
              assertThat(
                      client.insert(TABLE, "again", fields("field0", "x".repeat(4000))).getName())
                  .isEqualTo("POOL_FULL");
            });
    assertThat(said).hasSize(1);
    assertThat(said.get(0)).contains("16777216 bytes").contains("-p pmemkv.dbsize=32MiB");
    assertThat(read(client, "k0")).containsOnlyKeys("field0");
  }

  @Test
  void iteratorsOfAFailedInsertCanBeUsedForARetry() throws DBException {
    PmemkvClient client = client("cmap", "pmemkv.dbsize", "16MiB");
    Map<String, ByteIterator> values = fields("field0", "x".repeat(32 << 20));
    stderr(() -> assertThat(client.insert(TABLE, "k", values)).isSameAs(SharedPool.POOL_FULL));
    assertThat(values.get("field0").bytesLeft()).isEqualTo(32 << 20);
  }

  private PmemkvClient client(String engine, String... properties) throws DBException {
    PmemkvClient client = TestClients.client(engine, folder.resolve("pool"), properties);
    client.init();
    clients.add(client);
    return client;
  }

  private static List<Integer> runAll(List<Callable<Integer>> work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(work.size());
    try {
      List<Integer> results = new ArrayList<>();
      for (Future<Integer> future : pool.invokeAll(work)) {
        results.add(future.get());
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  private static List<String> stderr(Runnable work) {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, UTF_8));
    try {
      work.run();
    } finally {
      System.setErr(before);
    }
    return bytes.toString(UTF_8).lines().toList();
  }

  private static List<Map<String, String>> scan(
      PmemkvClient client, String start, int count, Set<String> fields) {
    Vector<HashMap<String, ByteIterator>> result = new Vector<>();
    assertThat(client.scan(TABLE, start, count, fields, result)).isSameAs(Status.OK);
    return result.stream().map(PmemkvClientTest::strings).toList();
  }

  private static Map<String, String> read(PmemkvClient client, String key) {
    Map<String, ByteIterator> result = new HashMap<>();
    assertThat(client.read(TABLE, key, null, result)).isSameAs(Status.OK);
    return strings(result);
  }

  private static Map<String, String> strings(Map<String, ByteIterator> fields) {
    return StringByteIterator.getStringMap(fields);
  }

  private static Map<String, ByteIterator> fields(String... namesAndData) {
    Map<String, ByteIterator> fields = new HashMap<>();
    for (int i = 0; i < namesAndData.length; i += 2) {
      fields.put(namesAndData[i], new StringByteIterator(namesAndData[i + 1]));
    }
    return fields;
  }
}
