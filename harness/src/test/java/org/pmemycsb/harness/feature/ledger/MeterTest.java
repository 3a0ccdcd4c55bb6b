package org.pmemycsb.harness.feature.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.shim.CounterFile;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

class MeterTest {
  private static final int FENCES = 3;
  private static final String KEY = "user1234";

  @TempDir private Path folder;
  private ByteBuffer words;
  private CounterFile counters;

  @BeforeEach
  void makeCounters() throws IOException {
    Path file = folder.resolve("counters");
    CounterFile.create(file);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      words = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096).order(ByteOrder.nativeOrder());
    }
    counters = CounterFile.open(file);
  }

  private void fence(int times) {
    words.putLong(FENCES * Long.BYTES, words.getLong(FENCES * Long.BYTES) + times);
  }

  /** Asks for a fence in a read, for five in an update. */
  private final class Store extends NoopClient {
    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      fence(1);
      return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      values.values().forEach(ByteIterator::toArray);
      fence(5);
      return Status.OK;
    }
  }

  private Demand demand(boolean alone) {
    MeteredCalls.Meter meter = new MeteredCalls.Meter(counters, alone);
    fence(100); // before the phase: opening the store
    DB client = meter.metered(new Store());
    client.read("t", KEY, null, new HashMap<>());
    client.update("t", KEY, new HashMap<>(Map.of("field0", new StringByteIterator("abc"))));
    client.update("t", KEY, new HashMap<>(Map.of("field0", new StringByteIterator("defgh"))));
    fence(100); // after the phase: closing it
    return meter.demand(3);
  }

  @Test
  void whatGrowsDuringACallBelongsToItsKindAndTheSumIsTheTotal() {
    Demand demand = demand(true);

    assertThat(demand.calls()).containsOnlyKeys("read", "update");
    assertThat(demand.calls().get("read").counts().fences()).isEqualTo(1);
    assertThat(demand.calls().get("update").counts().fences()).isEqualTo(10);
    assertThat(demand.calls().get("update").calls()).isEqualTo(2);
    assertThat(demand.counts().fences()).isEqualTo(11);
    assertThat(
            demand.calls().values().stream()
                .map(Demand.Calls::counts)
                .reduce(Counts.NONE, Counts::plus))
        .isEqualTo(demand.counts());
  }

  @Test
  void bytesOfRecordsAreThoseOfKeysAndValuesWritten() {
    Demand demand = demand(true);

    assertThat(demand.recordBytes()).isEqualTo(2L * KEY.length() + 3 + 5);
    assertThat(demand.calls().get("read").recordBytes()).isZero();
    assertThat(demand.perOperation(demand.counts().fences())).hasValue(11 / 3.0);
  }

  @Test
  void withSeveralThreadsCallsOverlapAndOnlyThePhaseIsKnown() {
    Demand demand = demand(false);

    assertThat(demand.calls().values()).extracting(Demand.Calls::counts).containsOnlyNulls();
    assertThat(demand.calls().get("update").calls()).isEqualTo(2);
    assertThat(demand.counts().fences()).isEqualTo(11);
  }
}
