package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.client.replay.Workloads;

class OperationFileTest {
  private static final int READ = 0;
  private static final int INSERT = 1;
  private static final int REPLACE = 2;
  private static final int REPLACE_FIELD = 3;
  private static final int REMOVE = 4;
  private static final int SCAN = 5;

  @TempDir Path folder;

  private record Op(int kind, int flags, int number, String key, List<byte[]> values) {
    boolean has(int flag) {
      return (flags & flag) != 0;
    }
  }

  private record Content(List<String> fields, long operations, List<List<Op>> threads) {}

  private static TraceSpec spec(int threads, long first, long records, Map<String, String> said) {
    return new TraceSpec(Workloads.typed(said), threads, 3000, first, records, -9);
  }

  /** Of a trace in several pieces. */
  private Content written(TraceSpec spec, boolean harmlessly) throws Exception {
    Path file = folder.resolve("operations");
    try (Trace trace = Trace.record(spec, 1 << 12)) {
      OperationFile.write(trace, file, harmlessly);
    }
    return read(file);
  }

  private static Content read(Path file) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(new String(take(in, 8), StandardCharsets.US_ASCII)).isEqualTo("PMYOPS01");
    int threads = in.getInt();
    int fields = in.getInt();
    long valueBytes = in.getLong();
    Content content = new Content(new ArrayList<>(), in.getLong(), new ArrayList<>());
    for (int i = 0; i < fields; i++) {
      content.fields.add(new String(take(in, in.getInt()), StandardCharsets.UTF_8));
    }
    byte[] pool = take(in, (int) valueBytes);
    for (int t = 0; t < threads; t++) {
      content.threads.add(new ArrayList<>());
    }
    for (int thread = in.getInt(); thread != -1; thread = in.getInt()) {
      int end = in.getInt() + in.position();
      while (in.position() < end) {
        content.threads.get(thread).add(operation(in, fields, pool));
      }
    }
    assertThat(in.hasRemaining()).isFalse();
    return content;
  }

  private static Op operation(ByteBuffer in, int fields, byte[] pool) {
    int kind = in.get();
    int flags = in.get();
    assertThat(in.getShort()).isZero();
    int keyLength = in.getInt();
    int number = in.getInt();
    List<byte[]> values = new ArrayList<>();
    int count = kind == INSERT || kind == REPLACE ? fields : kind == REPLACE_FIELD ? 1 : 0;
    for (int i = 0; i < count; i++) {
      ByteBuffer slice = ByteBuffer.wrap(pool, in.getInt(), in.getInt());
      values.add(take(slice, slice.remaining()));
    }
    return new Op(
        kind, flags, number, new String(take(in, keyLength), StandardCharsets.ISO_8859_1), values);
  }

  private static byte[] take(ByteBuffer in, int count) {
    byte[] bytes = new byte[count];
    in.get(bytes);
    return bytes;
  }

  private static Set<String> keys(TraceSpec spec) {
    Set<String> keys = new HashSet<>();
    for (long i = spec.first(); i < spec.records(); i++) {
      keys.add(spec.keyFormat().name(i));
    }
    return keys;
  }

  private static void make(Op op, Set<String> records) {
    boolean there = records.contains(op.key);
    boolean absent = op.has(2) || op.kind == INSERT;
    if (!op.has(4)) {
      assertThat(there).as("%s", op).isEqualTo(!absent);
    }
    if (op.kind == INSERT) {
      records.add(op.key);
    } else if (op.kind == REMOVE) {
      records.remove(op.key);
    }
  }

  private static Map<String, String> deletes() {
    return Workloads.of(
        "A",
        "updateproportion=0.2 deleteproportion=0.15 putifabsentproportion=0.15",
        "missproportion=0.1 requestdistribution=uniform");
  }

  /** Whether the first thread is far ahead, or the last. */
  @ParameterizedTest
  @CsvSource({"A, 1", "D, 1", "D, 3", "F, 2", "E, 3", "deletes, 1", "deletes, 3"})
  void operationsFindTheirRecordsWhicheverThreadIsAhead(String name, int threads) throws Exception {
    TraceSpec spec =
        spec(threads, 20, 2000, name.equals("deletes") ? deletes() : Workloads.of(name));
    Content content = written(spec, false);
    assertThat(content.operations).isEqualTo(3000);
    assertThat(content.threads.stream().mapToInt(List::size).sum()).isEqualTo(3000);
    List<List<Op>> threadsInOrder = new ArrayList<>(content.threads);
    for (int i = 0; i < 2; i++) {
      Set<String> records = keys(spec);
      threadsInOrder.forEach(operations -> operations.forEach(op -> make(op, records)));
      assertThat(records).as("without a gap").isEqualTo(keys(after(spec, content)));
      Collections.reverse(threadsInOrder);
    }
  }

  /** The next phase. */
  private static TraceSpec after(TraceSpec spec, Content content) {
    List<Integer> kinds = content.threads.stream().flatMap(List::stream).map(Op::kind).toList();
    return spec(
        1,
        spec.first() + Collections.frequency(kinds, REMOVE),
        spec.records() + Collections.frequency(kinds, INSERT),
        Workloads.of("A"));
  }

  /** All records from before the phase are gone soon, and so are a thread's own. */
  @Test
  void aThreadAsksForRecordsOfOthersWhereTheyHaveDeletedAllThatItKnows() throws Exception {
    List<List<Op>> threads = written(spec(3, 0, 100, deletes()), false).threads;
    assertThat(threads.stream().mapToInt(List::size).sum()).isEqualTo(3000);
    assertThat(threads.get(2)).filteredOn(op -> op.kind == REPLACE).allMatch(op -> op.has(4));
  }

  @Test
  void aThreadAloneReadsNearTheNewestOfItsInserts() throws Exception {
    TraceSpec spec = spec(1, 0, 500, Workloads.of("D"));
    KeyFormat keys = spec.keyFormat();
    long newest = 499;
    long hits = 0;
    for (Op op : written(spec, false).threads.get(0)) {
      if (op.kind == INSERT) {
        assertThat(op.key).isEqualTo(keys.name(++newest));
      } else if (op.key.equals(keys.name(newest))) {
        hits++;
      }
    }
    assertThat(newest).isGreaterThan(600);
    assertThat(hits).as("reads of the newest").isGreaterThan(200);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aWarmUpChangesNoRecordButItsValues(int threads) throws Exception {
    TraceSpec spec = spec(threads, 20, 2000, deletes());
    Set<String> records = keys(spec);
    List<Op> all = written(spec, true).threads.stream().flatMap(List::stream).toList();
    assertThat(all).hasSize(3000).extracting(Op::kind).containsOnly(READ, REPLACE);
    all.forEach(op -> make(op, records));
  }

  @Test
  void valuesHaveTheirLengthsAndScansTheirRecords() throws Exception {
    TraceSpec spec =
        spec(
            2,
            0,
            700,
            Workloads.of(
                "E",
                "fieldlengthdistribution=zipfian fieldcount=3 fieldlength=50",
                "updateproportion=0.3"));
    Content content = written(spec, false);
    assertThat(content.fields).containsExactly("field0", "field1", "field2");
    List<Op> all = content.threads.stream().flatMap(List::stream).toList();
    assertThat(all).extracting(Op::kind).contains(INSERT, REPLACE_FIELD, SCAN);
    assertThat(all.stream().flatMap(op -> op.values.stream()))
        .allMatch(value -> value.length >= 1 && value.length <= 50)
        .extracting(value -> value.length)
        .contains(1, 2, 3);
    assertThat(all)
        .filteredOn(op -> op.kind == SCAN)
        .extracting(Op::number)
        .allMatch(number -> number >= 1 && number <= 100)
        .contains(1, 50, 100);
    assertThat(all)
        .filteredOn(op -> op.kind == REPLACE_FIELD)
        .extracting(Op::number)
        .contains(0, 1, 2);
  }

  @Test
  void twoFilesOfOneTraceHaveOtherValues() throws Exception {
    TraceSpec spec = spec(1, 0, 100, Workloads.of("A", "updateproportion=1"));
    List<Op> one = written(spec, false).threads.get(0);
    List<Op> other = written(spec, false).threads.get(0);
    for (int i = 0; i < one.size(); i++) {
      assertThat(one.get(i).key).isEqualTo(other.get(i).key);
      if (one.get(i).kind == REPLACE) {
        assertThat(one.get(i).values.get(0)).isNotEqualTo(other.get(i).values.get(0));
      }
    }
  }
}
