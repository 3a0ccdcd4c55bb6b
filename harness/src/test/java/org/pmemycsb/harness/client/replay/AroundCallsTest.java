package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.client.trace.OperationKind;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.StringByteIterator;

class AroundCallsTest {
  private final List<String> heard = new ArrayList<>();
  private final MemoryDatabase database = new MemoryDatabase();

  private final DB client =
      new AroundCalls(database.new Client()) {
        @Override
        protected void before(String key, Map<String, ByteIterator> values) {
          heard.add(key + " " + values.keySet() + " of " + database.records.keySet());
        }

        @Override
        protected void after(OperationKind kind, String key) {
          heard.add(kind + " " + key + " of " + database.records.keySet());
        }
      };

  private static Map<String, ByteIterator> record() {
    return new HashMap<>(Map.of("f", new StringByteIterator("v")));
  }

  @Test
  void everyCallIsPassedOnBetweenTheTwo() throws DBException {
    client.init();
    assertThat(database.open).hasValue(1);
    client.insert("t", "k", record());
    client.read("t", "k", null, new HashMap<>());
    client.update("t", "k", record());
    client.scan("t", "k", 1, null, new Vector<>());
    client.delete("t", "k");
    client.cleanup();

    assertThat(database.open).hasValue(0);
    assertThat(heard)
        .containsExactly(
            "k [f] of []",
            "INSERT k of [k]",
            "k [] of [k]",
            "READ k of [k]",
            "k [f] of [k]",
            "UPDATE k of [k]",
            "k [] of [k]",
            "SCAN k of [k]",
            "k [] of [k]",
            "DELETE k of []");
  }
}
