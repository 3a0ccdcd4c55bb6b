package org.pmemycsb.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.pmemycsb.store.OperationBytes.INSERT;
import static org.pmemycsb.store.OperationBytes.MAY_BE_ABSENT;
import static org.pmemycsb.store.OperationBytes.MUST_BE_ABSENT;
import static org.pmemycsb.store.OperationBytes.READ;
import static org.pmemycsb.store.OperationBytes.READS_FIRST;
import static org.pmemycsb.store.OperationBytes.REMOVE;
import static org.pmemycsb.store.OperationBytes.REPLACE;
import static org.pmemycsb.store.OperationBytes.REPLACE_FIELD;
import static org.pmemycsb.store.OperationBytes.key;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.adapter.inprocess.client.RecordCodec;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import site.ycsb.ByteIterator;

class StoreReplayTest {
  private static final long POOL_BYTES = 32L << 20;

  /** In main memory where there is one. */
  @TempDir(factory = MemoryFolder.class)
  Path folder;

  private record Answer(int status, List<String> out, List<String> err) {
    String last() {
      return out.get(out.size() - 1);
    }
  }

  private OperationBytes records(int fields, int count, int valueBytes) {
    int[] lengths = IntStream.generate(() -> valueBytes).limit(fields).toArray();
    return new OperationBytes(1, fields)
        .block(
            0,
            all -> IntStream.range(0, count).forEach(i -> all.add(INSERT, 0, 0, key(i), lengths)));
  }

  private void load(String engine, int fields, int count, int valueBytes) throws Exception {
    String file = file("first", records(fields, count, valueBytes));
    assertThat(replay(engine, file).last()).contains("\"good\":" + count + ",");
  }

  private static OperationBytes alone(Consumer<OperationBytes> operations) {
    return new OperationBytes(1, 1).block(0, operations);
  }

  @Test
  void loadWritesEveryRecordWhole() throws Exception {
    OperationBytes load = new OperationBytes(3, 2);
    for (int t = 0; t < 3; t++) {
      int first = 20 * t;
      load.block(
          t,
          all ->
              IntStream.range(first, first + 20)
                  .forEach(i -> all.add(INSERT, 0, 0, key(i), 300, 0)));
    }
    assertThat(replay("cmap", file("load", load)).last())
        .startsWith(
            "{\"operations\":60,\"good\":60,\"not_found\":0,\"failed\":0,\"inserted\":60,"
                + "\"seconds\":0.");
    try (TestStore store = open("cmap")) {
      assertThat(store.count()).isEqualTo(60);
      for (int number = 0; number < 60; number++) {
        assertThat(lengths(store, number)).isEqualTo(Map.of("f0", 300, "f1", 0));
      }
    }
  }

  @Test
  void operationsAreCountedByTheirOutcome() throws Exception {
    load("cmap", 1, 10, 100);
    OperationBytes run =
        new OperationBytes(2, 1)
            .block(0, all -> all.read(3).add(REPLACE, 0, 0, key(4), 90).read(99))
            .block(1, all -> all.add(INSERT, 0, 0, key(10), 100).add(REPLACE, 0, 0, key(98), 1))
            .block(0, all -> all.add(REPLACE, READS_FIRST, 0, key(9), 80))
            .block(1, all -> all.add(REMOVE, 0, 0, key(0)).add(REMOVE, 0, 0, key(0)));
    assertThat(replay("cmap", file("run", run)).last())
        .contains("\"operations\":8,\"good\":5,\"not_found\":3,\"failed\":0,\"inserted\":1")
        .contains("\"deleted\":1");
    try (TestStore store = open("cmap")) {
      assertThat(store.count()).isEqualTo(10);
      assertThat(lengths(store, 4)).isEqualTo(Map.of("f0", 90));
      assertThat(lengths(store, 9)).isEqualTo(Map.of("f0", 80));
      assertThat(lengths(store, 10)).isEqualTo(Map.of("f0", 100));
    }
  }

  @Test
  void recordsThatMayOrMustBeAbsentAreGood() throws Exception {
    load("cmap", 1, 2, 10);
    OperationBytes run =
        alone(
            all ->
                all.add(READ, MUST_BE_ABSENT, 0, key(7))
                    .add(READ, MAY_BE_ABSENT, 0, key(7))
                    .add(REPLACE, MAY_BE_ABSENT, 0, key(7), 5)
                    .add(REPLACE, READS_FIRST | MAY_BE_ABSENT, 0, key(7), 5)
                    .add(INSERT, READS_FIRST | MUST_BE_ABSENT, 0, key(2), 5));
    assertThat(replay("cmap", file("run", run)).last())
        .contains("\"good\":5,\"not_found\":0,\"failed\":0,\"inserted\":1");
    try (TestStore store = open("cmap")) {
      assertThat(store.count()).isEqualTo(3);
    }
  }

  @Test
  void aRecordThatMustNotBeThereIsAFailure() throws Exception {
    load("cmap", 1, 12, 100);
    OperationBytes run = alone(all -> all.add(INSERT, READS_FIRST | MUST_BE_ABSENT, 0, key(10), 5));
    assertThat(replay("cmap", file("run", run)).last())
        .contains("\"good\":0,\"not_found\":0,\"failed\":1")
        .contains("user" + "0".repeat(26) + "10 is there");
  }

  @Test
  void aNewFieldLeavesTheOthersAsTheyAre() throws Exception {
    load("cmap", 3, 1, 100);
    Map<String, byte[]> before;
    try (TestStore store = open("cmap")) {
      before = record(store, key(0));
    }
    OperationBytes run =
        new OperationBytes(1, 3).block(0, all -> all.add(REPLACE_FIELD, 0, 1, key(0), 70));
    assertThat(replay("cmap", file("partial", run)).last()).contains("\"good\":1");
    try (TestStore store = open("cmap")) {
      Map<String, byte[]> after = record(store, key(0));
      assertThat(after).containsOnlyKeys("f0", "f1", "f2");
      assertThat(after.get("f0")).isEqualTo(before.get("f0"));
      assertThat(after.get("f1")).hasSize(70);
      assertThat(after.get("f2")).isEqualTo(before.get("f2"));
    }
  }

  @Test
  void failedOperationsAreCountedAndOneSaysWhy() throws Exception {
    load("cmap", 1, 2, 10);
    OperationBytes run = alone(all -> all.scan(0, 5).read(0));
    assertThat(replay("cmap", file("scan", run)).last())
        .contains("\"good\":1,\"not_found\":0,\"failed\":1", "order");
  }

  @Test
  void aWarmUpIsNotCounted() throws Exception {
    load("cmap", 1, 4, 10);
    String warmUp = file("warm", alone(all -> all.add(REPLACE, 0, 0, key(1), 9).read(77)));
    assertThat(replay("cmap", file("run", alone(all -> all.read(1))) + "\t" + warmUp).last())
        .contains("\"operations\":1,\"good\":1,\"not_found\":0");
    try (TestStore store = open("cmap")) {
      assertThat(lengths(store, 1)).isEqualTo(Map.of("f0", 9));
    }
  }

  @Test
  void volatileRecordsLiveFromOneFileToTheNext() throws Exception {
    String load = file("load", records(1, 1, 10));
    Answer answer = run("vcmap", load, file("read", alone(all -> all.read(0))));
    assertThat(answer.last()).contains("\"operations\":1,\"good\":1,\"not_found\":0");
  }

  static Stream<Arguments> damages() {
    byte[] good = small();
    int block = 32 + 6 + OperationBytes.VALUES;
    return Stream.concat(
        Stream.of(0, 7, 31, 40, block, block + 8, block + 30, good.length - 1)
            .map(length -> Arguments.of("cut to " + length, Arrays.copyOf(good, length))),
        Stream.of(0, 11, 12, 17, 24, block, block + 4, block + 8, block + 13, block + 22)
            .map(
                at -> {
                  byte[] bytes = good.clone();
                  bytes[at] ^= 0x41;
                  return Arguments.of("changed at " + at, bytes);
                }));
  }

  static Stream<Arguments> lies() {
    int[] one = {1};
    return Stream.of(
        Arguments.of("kind", alone(all -> all.add(6, 0, 0, key(1)))),
        Arguments.of("field", alone(all -> all.add(REPLACE_FIELD, 0, 1, key(1), 5))),
        Arguments.of("fewer values", alone(all -> all.add(INSERT, 0, 0, key(1)))),
        Arguments.of(
            "value beyond",
            alone(all -> all.raw(INSERT, 0, 0, key(1), new int[] {OperationBytes.VALUES}, one))),
        Arguments.of(
            "value of 4 GiB", alone(all -> all.raw(INSERT, 0, 0, key(1), one, new int[] {-1}))),
        Arguments.of("thread", new OperationBytes(1, 1).block(1, all -> all.read(1))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damages")
  void damagedFileIsRefusedInOneLine(String damage, byte[] bytes) throws Exception {
    refused(bytes);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lies")
  void impossibleOperationsAreRefusedInOneLine(String lie, OperationBytes bytes) throws Exception {
    refused(bytes.bytes());
  }

  @Test
  void aWarmUpForOtherThreadsIsRefused() throws Exception {
    String warmUp = file("warm", new OperationBytes(2, 1));
    Answer answer = replay("cmap", file("run", records(1, 1, 1)) + "\t" + warmUp);
    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.err()).singleElement().asString().contains("threads");
  }

  private void refused(byte[] bytes) throws Exception {
    Path file = Files.write(folder.resolve("bad"), bytes);
    Answer answer = replay("cmap", file.toString());
    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).singleElement().asString().startsWith("store_replay: " + file + ": ");
    assertThat(folder.resolve("pool")).doesNotExist();
  }

  private static byte[] small() {
    return alone(all -> all.add(INSERT, 0, 0, key(0), 10).add(INSERT, 0, 0, key(1), 10)).bytes();
  }

  private String file(String name, OperationBytes operations) throws IOException {
    return Files.write(folder.resolve(name), operations.bytes()).toString();
  }

  private Answer replay(String engine, String line) throws Exception {
    return run(engine, new String[] {line});
  }

  private Answer run(String engine, String... lines) throws Exception {
    Path err = folder.resolve("err");
    List<String> command =
        new StoreProgram(
                Built.library(),
                folder,
                POOL_BYTES,
                Map.of("engine", engine, "library", PmemkvLibrary.files()),
                Map.of())
            .command();
    command.set(0, Built.replayer().toString());
    Process program = new ProcessBuilder(command).redirectError(err.toFile()).start();
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

  private TestStore open(String engine) {
    return TestStore.open(engine, folder.resolve("pool"), 0);
  }

  private static Map<String, byte[]> record(TestStore store, String key) {
    byte[] value = store.get(key.getBytes(UTF_8));
    assertThat(value).as(key).isNotNull();
    Map<String, ByteIterator> fields = new HashMap<>();
    new RecordCodec().decode(value, 0, value.length, null, fields);
    Map<String, byte[]> record = new TreeMap<>();
    fields.forEach((name, data) -> record.put(name, data.toArray()));
    return record;
  }

  private static Map<String, Integer> lengths(TestStore store, int key) {
    return record(store, key(key)).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().length));
  }
}
