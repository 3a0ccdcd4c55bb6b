package org.pmemycsb.pmemkv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.pmemycsb.pmemkv.TraceBytes.CONSTANT;
import static org.pmemycsb.pmemkv.TraceBytes.HASHED;
import static org.pmemycsb.pmemkv.TraceBytes.LOAD;
import static org.pmemycsb.pmemkv.TraceBytes.RECORDED;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.pmemkv.ycsb.RecordCodec;
import site.ycsb.ByteIterator;
import site.ycsb.Utils;

class PmemkvReplayTest {
  private static final long POOL_BYTES = 32L << 20;

  /** In main memory where there is one. */
  @TempDir(factory = ReplayFolder.class)
  Path folder;

  private record Answer(int status, List<String> out, List<String> err) {
    String last() {
      return out.get(out.size() - 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {LOAD | CONSTANT, LOAD | CONSTANT | HASHED})
  void loadWritesEveryRecordWhole(int flags) throws Exception {
    TraceBytes trace = new TraceBytes(flags, 3, 0, 2, 300);
    for (int t = 0; t < 3; t++) {
      trace.block(t, LongStream.range(20L * t, 20L * t + 20).map(TraceBytes::load).toArray());
    }
    assertThat(replay("cmap", file("load", trace)).last())
        .startsWith(
            "{\"operations\":60,\"good\":60,\"not_found\":0,\"failed\":0,\"inserted\":60,"
                + "\"seconds\":0.");
    try (PmemkvStore store = open("cmap")) {
      assertThat(store.count()).isEqualTo(60);
      for (int key = 0; key < 60; key++) {
        long number = (flags & HASHED) != 0 ? Utils.hash(key) : key;
        assertThat(record(store, "user%028d".formatted(number)))
            .containsOnlyKeys("f0", "f1")
            .allSatisfy((name, value) -> assertThat(value).hasSize(300).isNotEqualTo(new byte[300]))
            .satisfies(fields -> assertThat(fields.get("f0")).isNotEqualTo(fields.get("f1")));
      }
    }
  }

  @Test
  void keysHaveTheLengthsThatTheTraceNames() throws Exception {
    int[] lengths = {30, 35, 33, 40};
    TraceBytes trace = new TraceBytes(LOAD | CONSTANT, 1, 0, 1, 10).keys(2, lengths);
    trace.block(0, LongStream.range(0, 20).map(TraceBytes::load).toArray());
    assertThat(replay("cmap", file("load", trace)).last()).contains("\"good\":20");
    try (PmemkvStore store = open("cmap")) {
      for (long number = 0; number < 20; number++) {
        int length = lengths[(int) (number * 0x9E3779B97F4A7C15L >>> 62)];
        String key = "er%028d".formatted(number) + "0".repeat(length - 30);
        assertThat(store.exists(key.getBytes(UTF_8))).as(key).isTrue();
      }
    }
  }

  @Test
  void transactionsAreCountedByTheirOutcome() throws Exception {
    load("cmap", 1, 10, 100);
    long[] first = {TraceBytes.read(3), TraceBytes.update(4), TraceBytes.insert(10)};
    long[] second = {
      TraceBytes.readNewest(0), TraceBytes.readModifyWrite(9), TraceBytes.insert(11)
    };
    TraceBytes trace = new TraceBytes(CONSTANT, 2, 10, 1, 100).block(0, first).block(1, second);
    assertThat(replay("cmap", file("run", trace)).last())
        .contains("\"operations\":6,\"good\":6,\"not_found\":0,\"failed\":0,\"inserted\":2");
    try (PmemkvStore store = open("cmap")) {
      assertThat(store.count()).isEqualTo(12);
      assertThat(record(store, key(11)).get("f0")).hasSize(100);
    }
  }

  @Test
  void deletedAndMissingRecordsAreExpectedToBeAbsent() throws Exception {
    load("cmap", 1, 10, 100);
    long[] operations = {
      TraceBytes.readMissing(3),
      TraceBytes.delete(),
      TraceBytes.delete(),
      TraceBytes.readDeleted(1),
      TraceBytes.putIfAbsent(10),
      TraceBytes.readNewest(8),
      TraceBytes.readNewest(9)
    };
    TraceBytes trace = new TraceBytes(CONSTANT, 1, 10, 1, 100).block(0, operations);
    assertThat(replay("cmap", file("run", trace)).last())
        .contains("\"operations\":7,\"good\":7,\"not_found\":0,\"failed\":0,\"inserted\":1")
        .contains("\"deleted\":2");
    try (PmemkvStore store = open("cmap")) {
      assertThat(store.count()).isEqualTo(9);
      assertThat(store.exists(key(1).getBytes(UTF_8))).isFalse();
      assertThat(record(store, key(10)).get("f0")).hasSize(100);
    }
  }

  @Test
  void aRecordThatMustNotBeThereIsAFailure() throws Exception {
    load("cmap", 1, 12, 100);
    TraceBytes trace =
        new TraceBytes(CONSTANT, 1, 10, 1, 100).block(0, new long[] {TraceBytes.putIfAbsent(10)});
    assertThat(replay("cmap", file("run", trace)).last())
        .contains("\"good\":0,\"not_found\":0,\"failed\":1")
        .contains("user" + "0".repeat(26) + "10 is there, and must not be");
  }

  @Test
  void aDeleteOfALostRecordIsNotGood() throws Exception {
    TraceBytes trace =
        new TraceBytes(CONSTANT, 1, 2, 1, 100).block(0, new long[] {TraceBytes.delete()});
    load("cmap", 1, 1, 100);
    replay("cmap", file("first", trace));
    assertThat(replay("cmap", file("again", trace)).last()).contains("\"good\":0,\"not_found\":1");
  }

  @Test
  void manyThreadsReadNothingThatIsNotThereYet() throws Exception {
    load("cmap", 1, 10, 100);
    TraceBytes trace = new TraceBytes(CONSTANT, 4, 10, 1, 100);
    long[] operations = new long[2000];
    for (int i = 0; i < operations.length; i++) {
      operations[i] = i % 4 == 0 ? TraceBytes.insert(10 + i) : TraceBytes.readNewest(i % 3);
    }
    for (int t = 0; t < 4; t++) {
      trace.block(t, operations);
    }
    assertThat(replay("cmap", file("latest", trace)).last())
        .contains("\"good\":8000,\"not_found\":0,\"failed\":0,\"inserted\":2000");
  }

  @Test
  void updateOfOneFieldKeepsTheOthers() throws Exception {
    load("cmap", 3, 1, 100);
    Map<String, byte[]> before;
    try (PmemkvStore store = open("cmap")) {
      before = record(store, key(0));
    }
    TraceBytes trace = new TraceBytes(CONSTANT, 1, 1, 3, 100);
    trace.block(0, new long[] {TraceBytes.updateField(0, 1)});
    assertThat(replay("cmap", file("partial", trace)).last()).contains("\"good\":1");
    try (PmemkvStore store = open("cmap")) {
      Map<String, byte[]> after = record(store, key(0));
      assertThat(after).containsOnlyKeys("f0", "f1", "f2");
      assertThat(after.get("f0")).isEqualTo(before.get("f0"));
      assertThat(after.get("f1")).hasSize(100).isNotEqualTo(before.get("f1"));
      assertThat(after.get("f2")).isEqualTo(before.get("f2"));
    }
  }

  @Test
  void valuesHaveTheLengthsOfTheTrace() throws Exception {
    TraceBytes trace = new TraceBytes(LOAD, 1, 0, 2, 5000);
    trace.block(0, new long[] {TraceBytes.load(0), TraceBytes.load(1)}, 1, 5000, 0, 128);
    replay("cmap", file("lengths", trace));
    TraceBytes update = new TraceBytes(0, 1, 2, 2, 5000);
    update.block(
        0, new long[] {TraceBytes.updateField(0, 1), TraceBytes.readModifyWrite(1)}, 7, 8, 9);
    assertThat(replay("cmap", file("more", update)).last()).contains("\"good\":2");
    try (PmemkvStore store = open("cmap")) {
      assertThat(lengths(store, 0)).isEqualTo(Map.of("f0", 1, "f1", 7));
      assertThat(lengths(store, 1)).isEqualTo(Map.of("f0", 8, "f1", 9));
    }
  }

  @Test
  void keyThatIsNotThereYetGivesWayToTheSpare() throws Exception {
    load("cmap", 1, 3, 10);
    TraceBytes trace = new TraceBytes(CONSTANT, 1, 3, 1, 10);
    // Before the insert the spare, after it the key itself.
    trace.block(
        0, new long[] {TraceBytes.update(3), TraceBytes.insert(3), TraceBytes.update(3)}, 1, 1);
    byte[] former;
    try (PmemkvStore store = open("cmap")) {
      former = record(store, key(1)).get("f0");
    }
    assertThat(replay("cmap", file("spare", trace)).last()).contains("\"good\":3,\"not_found\":0");
    try (PmemkvStore store = open("cmap")) {
      assertThat(record(store, key(1)).get("f0")).isNotEqualTo(former);
    }
  }

  @Test
  void absentRecordsAreNotGoodOnes() throws Exception {
    load("cmap", 1, 2, 10);
    TraceBytes trace = new TraceBytes(CONSTANT, 1, 5, 1, 10);
    trace.block(0, new long[] {TraceBytes.read(1), TraceBytes.read(4), TraceBytes.update(4)});
    assertThat(replay("cmap", file("absent", trace)).last())
        .contains("\"operations\":3,\"good\":1,\"not_found\":2,\"failed\":0");
    try (PmemkvStore store = open("cmap")) {
      assertThat(store.count()).isEqualTo(2);
    }
  }

  @Test
  void failedOperationsAreCountedAndOneSaysWhy() throws Exception {
    load("cmap", 1, 2, 10);
    TraceBytes trace = new TraceBytes(CONSTANT, 1, 2, 1, 10);
    trace.block(0, new long[] {TraceBytes.scan(0), TraceBytes.read(0)}, 5);
    assertThat(replay("cmap", file("scan", trace)).last())
        .contains("\"good\":1,\"not_found\":0,\"failed\":1", "\"failure\":\"status 3");
  }

  @Test
  void sortedEngineScans() throws Exception {
    load("stree", 1, 20, 10);
    TraceBytes trace = new TraceBytes(CONSTANT, 2, 20, 1, 10);
    trace
        .block(0, new long[] {TraceBytes.scan(0)}, 5)
        .block(1, new long[] {TraceBytes.scan(19)}, 5);
    assertThat(replay("stree", file("scan", trace)).last()).contains("\"good\":2");
  }

  @Test
  void aRowThatIsNoRecordIsAFailure() throws Exception {
    load("stree", 1, 20, 10);
    try (PmemkvStore store = open("stree")) {
      store.put("zzz".getBytes(UTF_8), "no record".getBytes(UTF_8));
    }
    TraceBytes trace = new TraceBytes(CONSTANT, 1, 20, 1, 10);
    trace.block(0, new long[] {TraceBytes.scan(0)}, 100);
    assertThat(replay("stree", file("scan", trace)).last())
        .contains("\"failed\":1", "a value that is no record");
  }

  @Test
  void warmUpNeitherCountsNorInserts() throws Exception {
    load("cmap", 1, 4, 10);
    TraceBytes warmUp = new TraceBytes(CONSTANT, 1, 4, 1, 10);
    warmUp.block(0, new long[] {TraceBytes.insert(4), TraceBytes.insert(5), TraceBytes.read(1)});
    TraceBytes trace = new TraceBytes(CONSTANT, 1, 4, 1, 10);
    trace.block(0, new long[] {TraceBytes.readNewest(0)});
    assertThat(replay("cmap", file("run", trace) + "\t" + file("warm", warmUp)).last())
        .contains("\"operations\":1,\"good\":1,\"not_found\":0");
    try (PmemkvStore store = open("cmap")) {
      assertThat(store.count()).isEqualTo(4);
    }
  }

  @Test
  void operationsOfARecordedTraceNameTheirRecords() throws Exception {
    load("cmap", 1, 10, 100);
    long[] operations = {
      TraceBytes.operation(5, false, -1, -1, 3), // delete
      TraceBytes.readMissing(3),
      TraceBytes.load(11), // insert
      TraceBytes.read(11),
      TraceBytes.operation(7, false, -1, -1, 3), // put if absent
      TraceBytes.update(3),
      TraceBytes.load(10),
      TraceBytes.operation(5, false, -1, -1, 10)
    };
    TraceBytes trace = new TraceBytes(RECORDED, 1, 10, 1, 100).block(0, operations, 40, 50, 60, 70);
    TraceBytes warmUp =
        new TraceBytes(RECORDED, 1, 10, 1, 100).block(0, operations, 40, 50, 60, 70);
    assertThat(replay("cmap", file("run", trace) + "\t" + file("warm", warmUp)).last())
        .contains("\"operations\":8,\"good\":8,\"not_found\":0,\"failed\":0,\"inserted\":3")
        .contains("\"deleted\":2");
    try (PmemkvStore store = open("cmap")) {
      assertThat(store.count()).isEqualTo(11);
      assertThat(record(store, key(3)).get("f0")).hasSize(60);
      assertThat(record(store, key(11)).get("f0")).hasSize(40);
    }
  }

  @Test
  void volatileRecordsLiveFromOneTraceToTheNext() throws Exception {
    TraceBytes load = new TraceBytes(LOAD | CONSTANT, 1, 0, 1, 10);
    load.block(0, new long[] {TraceBytes.load(0)});
    TraceBytes read = new TraceBytes(CONSTANT, 1, 1, 1, 10);
    read.block(0, new long[] {TraceBytes.read(0)});
    Answer answer = run("vcmap", folder, file("load", load), file("read", read));
    assertThat(answer.last()).contains("\"operations\":1,\"good\":1,\"not_found\":0");
  }

  static Stream<Arguments> damages() {
    byte[] good = small();
    return Stream.concat(
        Stream.of(0, 7, 40, 70, good.length - 17, good.length - 1)
            .map(length -> Arguments.of("cut to " + length, java.util.Arrays.copyOf(good, length))),
        Stream.of(0, 8, 12, 16, 20, 24, 32, 40, 52, 56, 60, 65, 82, 86, 90, 94, 101, 103)
            .map(
                at -> {
                  byte[] bytes = good.clone();
                  bytes[at] ^= 0x41;
                  return Arguments.of("changed at " + at, bytes);
                }));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damages")
  void damagedFileIsRefusedInOneLine(String damage, byte[] bytes) throws Exception {
    refused(bytes);
  }

  static Stream<Arguments> lies() {
    long[] one = {TraceBytes.read(0)};
    return Stream.of(
        Arguments.of(
            "a kind that there is not",
            transactions().block(0, new long[] {TraceBytes.operation(5, false, -1, -1, 0)})),
        Arguments.of(
            "a field that there is not",
            transactions().block(0, new long[] {TraceBytes.updateField(0, 1)})),
        Arguments.of("a key beyond all", transactions().block(0, new long[] {TraceBytes.read(9)})),
        Arguments.of(
            "a spare beyond all", transactions().block(0, new long[] {TraceBytes.read(4)}, 4)),
        Arguments.of(
            "a scan without length", transactions().block(0, new long[] {TraceBytes.scan(0)})),
        Arguments.of("a side number left over", transactions().block(0, one, 1)),
        Arguments.of("a thread that there is not", transactions().block(1, one)),
        Arguments.of("a load's insert", transactions().block(0, new long[] {TraceBytes.load(0)})),
        Arguments.of(
            "a record that nothing made",
            new TraceBytes(RECORDED | CONSTANT, 1, 4, 1, 10)
                .block(0, new long[] {TraceBytes.read(4)})),
        Arguments.of(
            "the oldest record of a recorded trace",
            new TraceBytes(RECORDED | CONSTANT, 1, 4, 1, 10)
                .block(0, new long[] {TraceBytes.delete()})),
        Arguments.of(
            "the last record deleted",
            new TraceBytes(CONSTANT, 1, 1, 1, 10)
                .block(0, new long[] {TraceBytes.delete(), TraceBytes.readNewest(0)})),
        Arguments.of("more of 'user' than there is", transactions().keys(5).block(0, one)),
        Arguments.of("one length of keys", transactions().keys(4, 40).block(0, one)),
        Arguments.of("three lengths of keys", transactions().keys(4, 40, 41, 42).block(0, one)),
        Arguments.of("a key of no length", transactions().keys(4, 40, 0).block(0, one)),
        Arguments.of(
            "a value that is too long",
            new TraceBytes(0, 1, 4, 1, 10).block(0, new long[] {TraceBytes.update(0)}, 11)));
  }

  /** Whole files by their checksum, with operations that would reach beyond what there is. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("lies")
  void impossibleOperationsAreRefused(String lie, TraceBytes trace) throws Exception {
    refused(trace.bytes());
  }

  @Test
  void missingFileIsRefused() throws Exception {
    Answer answer = replay("cmap", folder.resolve("none").toString());
    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.err()).singleElement().asString().contains("none: cannot be opened");
  }

  private void refused(byte[] bytes) throws Exception {
    Path file = Files.write(folder.resolve("bad"), bytes);
    Answer answer = replay("cmap", file.toString());
    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).singleElement().asString().startsWith("pmemkv_replay: " + file + ": ");
    assertThat(folder.resolve("pool")).doesNotExist();
  }

  private static TraceBytes transactions() {
    return new TraceBytes(CONSTANT, 1, 4, 1, 10);
  }

  private static byte[] small() {
    return new TraceBytes(LOAD | CONSTANT, 1, 0, 1, 10)
        .block(0, new long[] {TraceBytes.load(0), TraceBytes.load(1)})
        .bytes();
  }

  private void load(String engine, int fields, int records, int valueBytes) throws Exception {
    TraceBytes trace = new TraceBytes(LOAD | CONSTANT, 1, 0, fields, valueBytes);
    trace.block(0, LongStream.range(0, records).map(TraceBytes::load).toArray());
    assertThat(replay(engine, file("first", trace)).last()).contains("\"good\":" + records + ",");
  }

  private String file(String name, TraceBytes trace) throws IOException {
    return Files.write(folder.resolve(name), trace.bytes()).toString();
  }

  private Answer replay(String engine, String line) throws Exception {
    return run(engine, folder.resolve("pool"), line);
  }

  private Answer run(String engine, Path pool, String... lines) throws Exception {
    Path err = folder.resolve("err");
    Process program =
        new ProcessBuilder(PmemkvReplay.command(null, engine, pool, POOL_BYTES))
            .redirectError(err.toFile())
            .start();
    try (Writer requests = program.outputWriter()) {
      for (String line : lines) {
        requests.write(line + "\n");
      }
    } catch (IOException ended) {
      // It refused, and did not wait for all that was said.
    }
    List<String> out = program.inputReader().lines().toList();
    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Answer(program.exitValue(), out, Files.readAllLines(err));
  }

  private PmemkvStore open(String engine) {
    return PmemkvStore.open(PmemkvOptions.of(engine, folder.resolve("pool")));
  }

  private static String key(int number) {
    return "user%028d".formatted(number);
  }

  private static Map<String, byte[]> record(PmemkvStore store, String key) {
    byte[] value = store.get(key.getBytes(UTF_8));
    assertThat(value).as(key).isNotNull();
    Map<String, ByteIterator> fields = new HashMap<>();
    new RecordCodec().decode(value, 0, value.length, null, fields);
    Map<String, byte[]> record = new TreeMap<>();
    fields.forEach((name, data) -> record.put(name, data.toArray()));
    return record;
  }

  private static Map<String, Integer> lengths(PmemkvStore store, int key) {
    return record(store, key(key)).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().length));
  }

  static final class ReplayFolder implements org.junit.jupiter.api.io.TempDirFactory {
    @Override
    public Path createTempDirectory(
        org.junit.jupiter.api.extension.AnnotatedElementContext element,
        org.junit.jupiter.api.extension.ExtensionContext context)
        throws IOException {
      Path memory = Path.of("/dev/shm");
      return Files.isWritable(memory)
          ? Files.createTempDirectory(memory, "pmem-ycsb-test-")
          : Files.createTempDirectory("pmem-ycsb-test-");
    }
  }
}
