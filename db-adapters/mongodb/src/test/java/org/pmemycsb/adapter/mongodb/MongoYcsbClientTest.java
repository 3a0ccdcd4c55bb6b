package org.pmemycsb.adapter.mongodb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.DatabaseServer;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/** The client and the adapter on a library that speaks MongoDB's protocol and keeps a map. */
class MongoYcsbClientTest {
  private static final String TABLE = "usertable";

  @TempDir private Path folder;

  private final de.bwaldvogel.mongo.MongoServer library =
      new de.bwaldvogel.mongo.MongoServer(new MemoryBackend());
  private final MongoYcsbClient client = new MongoYcsbClient();
  private DatabaseServer server;

  @BeforeEach
  void attach() throws Exception {
    String url = library.bindAndGetConnectionString() + "/mine?w=1&journal=false";
    server = new TestMachine(folder).attach(url);
    client.setProperties(server.clientProperties());
    client.init();
  }

  @AfterEach
  void close() throws Exception {
    client.cleanup();
    server.close();
    library.shutdownNow();
  }

  private static Map<String, ByteIterator> values(String... namesAndValues) {
    Map<String, ByteIterator> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(
          namesAndValues[i], new ByteArrayByteIterator(namesAndValues[i + 1].getBytes(UTF_8)));
    }
    return values;
  }

  private static String text(Map<String, ByteIterator> record) {
    Map<String, String> text = new TreeMap<>();
    record.forEach((name, value) -> text.put(name, new String(value.toArray(), UTF_8)));
    return text.toString();
  }

  private String read(String key, Set<String> fields) {
    Map<String, ByteIterator> record = new HashMap<>();
    Status status = client.read(TABLE, key, fields, record);
    return status.isOk() ? text(record) : status.getName();
  }

  @Test
  void recordsAreReplacedChangedAndRemoved() throws Exception {
    assertThat(client.insert(TABLE, "k", values("a", "1", "b.c", "2", "_id", "3")))
        .isEqualTo(Status.OK);
    assertThat(client.update(TABLE, "k", values("b.c", "new"))).isEqualTo(Status.OK);
    assertThat(read("k", null)).isEqualTo("{_id=3, a=1, b.c=new}");
    assertThat(read("k", Set.of("b.c", "absent"))).isEqualTo("{b.c=new}");
    assertThat(read("k", Set.of())).isEqualTo("{}");

    assertThat(client.insert(TABLE, "k", values("d", "4"))).isEqualTo(Status.OK);
    assertThat(read("k", null)).isEqualTo("{d=4}");
    assertThat(server.recordCount()).hasValue(1);

    assertThat(client.delete(TABLE, "k")).isEqualTo(Status.OK);
    assertThat(client.delete(TABLE, "k")).isEqualTo(Status.NOT_FOUND);
    assertThat(client.update(TABLE, "k", values("a", "1"))).isEqualTo(Status.NOT_FOUND);
    assertThat(read("k", null)).isEqualTo("NOT_FOUND");
    assertThat(server.recordCount()).hasValue(0);
  }

  @Test
  void aScanIsInTheOrderOfKeysFromItsStart() {
    for (String key : List.of("b", "a", "c", "B")) {
      client.insert(TABLE, key, values("key", key, "other", "x"));
    }
    Vector<HashMap<String, ByteIterator>> found = new Vector<>();
    assertThat(client.scan(TABLE, "a", 2, Set.of("key"), found)).isEqualTo(Status.OK);
    assertThat(found.stream().map(MongoYcsbClientTest::text)).containsExactly("{key=a}", "{key=b}");
    assertThat(client.scan(TABLE, "a", 0, null, found)).isEqualTo(Status.OK);
    assertThat(found).hasSize(2);
  }

  @Test
  void resetEmptiesAndTheEndOfTheServerIsAStatus() throws Exception {
    client.insert(TABLE, "k", values("a", "1"));
    server.reset();
    assertThat(server.recordCount()).hasValue(0);
    server.close();
    library.shutdownNow();
    assertThat(read("k", null)).isIn("CONNECTION_LOST", "UNREACHABLE");
  }
}
