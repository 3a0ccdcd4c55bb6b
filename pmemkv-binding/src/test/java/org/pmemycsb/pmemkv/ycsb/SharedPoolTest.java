package org.pmemycsb.pmemkv.ycsb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.store.MemoryFolder;
import org.pmemycsb.store.TestStore;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

class SharedPoolTest {
  @TempDir(factory = MemoryFolder.class)
  Path folder;

  @Test
  void lastCleanupAndNoEarlierOneClosesThePool() throws DBException {
    Path pool = folder.resolve("pool");
    PmemkvClient one = opened("cmap", pool);
    PmemkvClient two = opened("cmap", pool);
    one.init(); // a second init and a second cleanup count for nothing
    insert(one, "k");
    one.cleanup();
    one.cleanup();
    assertThat(contains(two, "k")).isTrue();
    two.cleanup();
    assertThat(isClosed(pool)).isTrue();
  }

  @Test
  void failedInitLeavesTheCountAsItWas() throws DBException {
    Path pool = folder.resolve("pool");
    PmemkvClient one = opened("cmap", pool);
    PmemkvClient other = TestClients.client("stree", pool);
    assertThatExceptionOfType(DBException.class).isThrownBy(other::init);
    other.cleanup();
    insert(one, "k");
    assertThat(contains(one, "k")).isTrue();
    one.cleanup();
    assertThat(isClosed(pool)).isTrue();
  }

  @Test
  void poolThatCouldNotBeOpenedCanBeOpenedLater() throws DBException {
    Path pool = folder.resolve("pool");
    PmemkvClient client = TestClients.client("cmap", pool, "pmemkv.create", "false");
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(client::init)
        .withMessageContaining("pmemkv.create=false");
    opened("cmap", pool).cleanup();
    client.init();
    client.cleanup();
  }

  @Test
  void pathsToOnePoolAreOnePool() throws DBException, IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    PmemkvClient one = opened("cmap", folder.resolve("pool"));
    PmemkvClient two = opened("cmap", link.resolve(".").resolve("pool"));
    insert(one, "k");
    assertThat(contains(two, "k")).isTrue();
    one.cleanup();
    two.cleanup();
  }

  @Test
  void recordsOfAVolatileEngineOutliveTheClientsAndGoWithTheirFolder() throws Exception {
    Path own = Files.createDirectory(folder.resolve("own"));
    PmemkvClient before = opened("vcmap", own);
    insert(before, "k");
    before.cleanup();
    PmemkvClient after = opened("vcmap", own);
    assertThat(contains(after, "k")).isTrue();
    after.cleanup();
    Files.delete(own);
    Files.createDirectory(own);
    PmemkvClient last = opened("vcmap", own);
    assertThat(contains(last, "k")).isFalse();
    last.cleanup();
  }

  @ParameterizedTest
  @CsvSource({
    "pmemkv.engine, stree, cmap",
    "pmemkv.dbsize, 256MiB, 134217728",
    "table, people, usertable",
  })
  void settingsThatConflictAreNamed(String property, String value, String first)
      throws DBException {
    Path pool = folder.resolve("pool");
    PmemkvClient one = opened("cmap", pool);
    PmemkvClient two = TestClients.client("cmap", pool, property, value);
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(two::init)
        .withMessageContaining(property + "=" + first);
    one.cleanup();
  }

  @Test
  void sizeAskedForIsEnough() throws DBException {
    Path pool = folder.resolve("pool");
    String[] records = {"recordcount", "20000", "fieldcount", "1", "fieldlength", "8192"};
    PmemkvClient client = TestClients.client("cmap", pool, records);
    try {
      client.init();
      client.cleanup();
      throw new AssertionError("128 MiB were accepted for 160 MiB of data");
    } catch (DBException e) {
      client
          .getProperties()
          .setProperty("pmemkv.dbsize", e.getMessage().replaceFirst(".*pmemkv.dbsize=", ""));
    }
    client.init();
    fill(client, 20_000, 8192);
    client.cleanup();
  }

  @ParameterizedTest
  @ValueSource(strings = "stree")
  void poolWithoutASizeIsMadeLargeEnoughForTheRecords(String engine) throws DBException {
    String[] records = {"recordcount", "20000", "fieldcount", "1", "fieldlength", "3000"};
    PmemkvClient client = TestClients.client(engine, folder.resolve("pool"), records);
    client.getProperties().remove("pmemkv.dbsize");
    client.init();
    fill(client, 20_000, 3000);
    client.cleanup();
  }

  @Test
  void poolWithoutASizeOrRecordsIsOneGibibyte() throws DBException, IOException {
    PmemkvClient client = TestClients.client("cmap", folder.resolve("pool"));
    client.getProperties().remove("pmemkv.dbsize");
    client.init();
    client.cleanup();
    assertThat(Files.size(folder.resolve("pool"))).isEqualTo(1L << 30);
  }

  @Test
  void sizeOfAPoolThatIsThereIsNotAskedFor() throws DBException {
    Path pool = folder.resolve("pool");
    opened("cmap", pool).cleanup();
    PmemkvClient later = TestClients.client("cmap", pool, "recordcount", "1000000000");
    later.init();
    later.cleanup();
  }

  private static void fill(PmemkvClient client, int records, int length) {
    String data = "x".repeat(length);
    for (int i = 0; i < records; i++) {
      assertThat(
              client.insert(
                  "usertable",
                  "user%019d".formatted(i),
                  new HashMap<>(Map.of("field0", new StringByteIterator(data)))))
          .isSameAs(Status.OK);
    }
  }

  private static PmemkvClient opened(String engine, Path path) throws DBException {
    PmemkvClient client = TestClients.client(engine, path);
    client.init();
    return client;
  }

  private static void insert(PmemkvClient client, String key) {
    assertThat(
            client.insert("usertable", key, Map.of("field0", new StringByteIterator("some data"))))
        .isSameAs(Status.OK);
  }

  private static boolean contains(PmemkvClient client, String key) {
    return client.read("usertable", key, null, new HashMap<>()) == Status.OK;
  }

  /** libpmemobj locks a pool that is open, against this process too. */
  private static boolean isClosed(Path pool) {
    try (TestStore store = TestStore.open("cmap", pool, 0)) {
      return store.get("nothing".getBytes(UTF_8)) == null;
    }
  }
}
