package org.pmemycsb.harness.shim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.result.Counts;

/**
 * The shim in a program whose persists are known by construction. With the system property {@code
 * shim.test.sanitized}, a folder, it is the library that was built there with the sanitizers.
 */
class ShimTest {
  private static final Path PROGRAM =
      Path.of("target/native/release/known_persists").toAbsolutePath();
  private static final String SANITIZED = System.getProperty("shim.test.sanitized", "");

  private static final int NO_DRAIN = 1;
  private static final int UNCACHED = 1 << 1;
  private static final int CACHED = 1 << 2;
  private static final int NO_FLUSH = 1 << 5;

  private static final MediumModel MEMORY =
      TestModels.memory(Map.of(64, 100.0), Map.of(1, 1.0), 0, MediumReads.NONE);
  private static final MediumModel DISK = TestModels.disk(Map.of("p50", 5.0));

  /** All readers together have a bandwidth. */
  private static final MediumModel SHARED = ofReads(2, false);

  /**
   * @param nanos of a load
   */
  private static MediumModel ofReads(double nanos, boolean flushEvicts) {
    return TestModels.memory(
        null,
        null,
        0,
        new MediumReads(
            Map.of("medium", nanos, "dram", 1.0),
            Map.of(),
            new TreeMap<>(Map.of(1, 100.0)),
            256,
            flushEvicts));
  }

  // As model.h has them.
  private static final int BUSY_UNTIL = 1664;
  private static final int USERS = 1792;
  private static final int DRAWS = 1920;
  private static final int OWED = 2048;

  @TempDir private Path folder;
  private Path data;
  private int runs;

  @BeforeEach
  void makeData() throws IOException {
    data = Files.createDirectory(folder.resolve("the data"));
  }

  /** What the program asks for. */
  private Counts count(Map<String, String> environment, Object... arguments) throws Exception {
    Shim shim = install(Purpose.COUNTED, Optional.empty());
    run(shim, environment, arguments);
    return CounterFile.open(shim.counters()).now();
  }

  private Shim install(Purpose purpose, Optional<MediumModel> model) throws IOException {
    // With a space in it, at which LD_PRELOAD would end a path.
    return Shim.install(
        Files.createDirectory(folder.resolve("stand in " + runs++)),
        List.of(data),
        purpose,
        model,
        0);
  }

  private static void run(Shim shim, Map<String, String> environment, Object... arguments)
      throws Exception {
    end(start(shim, environment, arguments));
  }

  private static Process start(Shim shim, Map<String, String> environment, Object... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> all = builder.environment();
    shim.preload(all);
    all.putAll(environment);
    if (!SANITIZED.isEmpty()) {
      sanitize(shim, all);
    }
    return builder.start();
  }

  private static void end(Process process) throws Exception {
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static void sanitize(Shim shim, Map<String, String> environment) throws IOException {
    Path built = Path.of(SANITIZED, "out");
    Files.copy(
        built.resolve("libpmem_shim.so"),
        shim.folder().resolve("libpmem_shim.so"),
        StandardCopyOption.REPLACE_EXISTING);
    environment.merge("LD_LIBRARY_PATH", built.toString(), (ours, more) -> ours + ":" + more);
    environment.merge(
        "LD_PRELOAD", "libasan.so:libstdc++.so.6", (ours, first) -> first + ":" + ours);
    environment.put("ASAN_OPTIONS", "detect_leaks=0:halt_on_error=1:exitcode=86");
    environment.put("UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1:exitcode=86");
  }

  private Counts count(Object... arguments) throws Exception {
    return count(Map.of(), arguments);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0, 0",
    "1, 1, 1, 1",
    "7, 3, 2, 1", // the same 192 bytes, seven times before the first fence
    "5, 4, 1, 1",
    "2, 9, 3, 3", // 576 bytes are in three blocks of 256
    "3, 100, 2, 25",
    "2, 4, 0, 1",
  })
  void flushesOfKnownLinesAndFencesAreCounted(int flushes, int lines, int fences, int blocks)
      throws Exception {
    Counts counts = count("loop", flushes, lines, fences);

    // All flushes are of the same lines, and come before the first fence.
    Counts.Awaited awaited =
        flushes > 0 && fences > 0
            ? new Counts.Awaited(1, lines, Math.max(0, lines - 64))
            : Counts.Awaited.NONE;
    assertThat(counts)
        .isEqualTo(
            new Counts(flushes, (long) flushes * lines, blocks, fences, 0, 0, 0, 0, 0, awaited));
    assertThat(counts.persistedBytes()).isEqualTo(64L * flushes * lines);
  }

  @Test
  void aFenceWaitsOnceForMoreRangesThanAThreadKeeps() throws Exception {
    assertThat(count("loop", 70_000, 2, 3).awaited().fences()).isEqualTo(1);
  }

  @Test
  void threadsLoseNoCount() throws Exception {
    Counts counts = count("threads", 4, 10_000);

    Counts.Awaited awaited = new Counts.Awaited(40_000, 40_000, 0);
    assertThat(counts)
        .isEqualTo(new Counts(40_000, 40_000, 40_000, 40_000, 0, 0, 0, 0, 0, awaited));
  }

  @ParameterizedTest
  @CsvSource({
    // length, flags, offset in the line; flushes, lines, blocks, fences, cached, uncached, awaited
    "100, 0, 0, 1 2 1 1 100 0 2",
    "100, 0, 60, 1 3 1 1 100 0 3",
    "255, 0, 0, 1 4 1 1 255 0 4",
    "256, 0, 0, 0 0 1 1 0 256 4",
    "300, 0, 10, 1 2 2 1 108 192 5",
    "100, " + NO_DRAIN + ", 0, 1 2 1 0 100 0 0",
    "128, " + UNCACHED + ", 0, 0 0 1 1 0 128 2",
    "512, " + CACHED + ", 0, 1 8 2 1 512 0 8",
    "512, " + NO_FLUSH + ", 0, 0 0 0 0 512 0 0",
    "0, 0, 0, 0 0 0 1 0 0 0",
  })
  void copiesAreCountedAsLibpmemMakesThem(int length, int flags, int offset, String expected)
      throws Exception {
    Counts counts = count("copies", length, flags, offset);
    assertThat(
            Stream.of(
                    counts.flushes(),
                    counts.lines(),
                    counts.blocks(),
                    counts.fences(),
                    counts.cachedBytes(),
                    counts.uncachedBytes(),
                    counts.awaited().lines())
                .map(Object::toString)
                .collect(Collectors.joining(" ")))
        .isEqualTo(expected);
    assertThat(counts.awaited().fences()).isEqualTo(Math.min(1, counts.awaited().lines()));
  }

  @Test
  void libpmemsSwitchForNonTemporalStoresIsHeeded() throws Exception {
    assertThat(count(Map.of("PMEM_NO_MOVNT", "1"), "copies", 512, 0, 0).uncachedBytes()).isZero();
    assertThat(count(Map.of("PMEM_MOVNT_THRESHOLD", "64"), "copies", 64, 0, 0).uncachedBytes())
        .isEqualTo(64);
  }

  /**
   * By the source of libpmemobj 1.12 (tx.c, memops.c, ulog.c, palloc.c). The snapshot clears the
   * head of the next entry of the undo log and writes its own: two lines past the cache, a fence
   * after each. The commit flushes the range and waits, waits for headers of allocated objects, and
   * persists the new generation of the log. The wait for headers has nothing to wait for.
   */
  @Test
  void aTransactionOfLibpmemobjAsksForWhatItsSourceSays() throws Exception {
    Map<String, String> forced = Map.of("PMEM_IS_PMEM_FORCE", "1");
    Counts few = count(forced, "transactions", data.resolve("few"), 3);
    Counts more = count(forced, "transactions", data.resolve("more"), 13);

    Counts one = new Counts(2, 2, 4, 5, 0, 128, 0, 0, 0, new Counts.Awaited(4, 4, 0));
    Counts ten = Counts.NONE;
    for (int i = 0; i < 10; i++) {
      ten = ten.plus(one);
    }
    // Creating a pool writes and syncs the file.
    Counts grown = more.since(few);
    assertThat(grown).isEqualTo(ten);
  }

  @Test
  void twoIdenticalRunsGiveIdenticalCounts() throws Exception {
    Map<String, String> forced = Map.of("PMEM_IS_PMEM_FORCE", "1");

    assertThat(count(forced, "transactions", data.resolve("a"), 20))
        .isEqualTo(count(forced, "transactions", data.resolve("b"), 20));
  }

  @Test
  void filesOfEachWatchedFolderAreCounted() throws Exception {
    Path log = Files.createDirectory(folder.resolve("the log"));
    Shim shim =
        Shim.install(
            Files.createDirectory(folder.resolve("s")),
            List.of(data, log),
            Purpose.COUNTED,
            Optional.empty(),
            0);
    run(shim, Map.of(), "files", log);

    assertThat(CounterFile.open(shim.counters()).now()).isEqualTo(count("files", data));
  }

  @Test
  void writesAndSyncsOfFilesInTheFolderAreCountedAndNoOthers() throws Exception {
    assertThat(count("files", data))
        .isEqualTo(new Counts(0, 0, 0, 0, 0, 0, 3, 0, 12 + 4 + 8, Counts.Awaited.NONE));
  }

  @Test
  void aMappingThatIsNotPersistentMemoryHasUnknownBytes() throws Exception {
    Counts counts =
        count(Map.of("PMEM_IS_PMEM_FORCE", "0"), "transactions", data.resolve("pool"), 1);

    assertThat(counts.mappedSyncs()).isPositive();
    assertThat(counts.syncs()).isGreaterThanOrEqualTo(counts.mappedSyncs());
    assertThat(counts.knowsBytes()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "flushes, 0, 3, 1",
    "fences, 5, 0, 0",
    "'flushes,fences', 0, 0, 0",
  })
  void whatIsLeftOutIsNotAskedFor(String leftOut, long flushes, long fences, long ofCopy)
      throws Exception {
    Map<String, String> environment = Map.of("PMEM_SHIM_LEAVE_OUT", leftOut);

    Counts loop = count(environment, "loop", 5, 1, 3);
    assertThat(loop.flushes()).isEqualTo(flushes);
    assertThat(loop.fences()).isEqualTo(fences);
    // The program compares the copy with its source.
    Counts copy = count(environment, "copies", 300, 0, 0);
    assertThat(copy.fences()).isEqualTo(ofCopy);
    assertThat(copy.persistedBytes() > 0).isEqualTo(flushes > 0);
  }

  @Test
  void theProcessThatLoadedItIsKnown() {
    assertThat(Shim.isIn(ProcessHandle.current())).isFalse();
  }

  @Test
  void aProgramThatLoadsItWithoutItsPreloadIsEnded() throws Exception {
    assumeTrue(SANITIZED.isEmpty(), "the sanitizers themselves need a preload");
    Shim shim = install(Purpose.NEITHER, Optional.empty());
    run(shim, Map.of(), "loads", shim.library());
    Process alone =
        new ProcessBuilder(PROGRAM.toString(), "loads", shim.library().toString())
            .redirectErrorStream(true)
            .start();

    assertThat(new String(alone.getInputStream().readAllBytes()))
        .startsWith("libpmem_shim: ")
        .contains("preloaded")
        .hasLineCount(1);
    assertThat(alone.waitFor()).isNotZero();
  }

  @Test
  void itGoesBehindWhatIsPreloadedAlready() throws Exception {
    Shim shim =
        Shim.install(
            Files.createDirectory(folder.resolve("s")),
            List.of(data),
            Purpose.NEITHER,
            Optional.empty(),
            0);
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "LD_PRELOAD", "./libother.so", "LD_LIBRARY_PATH", "/opt", "PMEM_LIBRARY", "/x.so"));
    shim.preload(environment);

    assertThat(environment)
        .containsEntry("LD_PRELOAD", "./libother.so:libpmem_shim.so")
        .containsEntry("LD_LIBRARY_PATH", shim.folder() + ":/opt")
        .containsEntry("PMEM_SHIM_LIBPMEM", "/x.so")
        .containsEntry("PMEM_SHIM_LEAVE_OUT", "flushes,fences")
        .doesNotContainKey("PMEM_SHIM_COUNTERS");
  }

  @Test
  void aFolderThatTheLinkerCannotNameIsRefused() throws Exception {
    Path colon = Files.createDirectory(folder.resolve("a:b"));

    assertThatThrownBy(
            () -> Shim.install(colon, List.of(data), Purpose.COUNTED, Optional.empty(), 0))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("colon")
        .hasMessageContaining("a:b");
  }

  private static long word(Shim shim, int at) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(shim.page()))
        .order(ByteOrder.nativeOrder())
        .getLong(at);
  }

  @Test
  void flushesOfAllThreadsGoThroughTheModelOfPersistentMemory() throws Exception {
    Shim shim = install(Purpose.COMPARISON, Optional.of(MEMORY));
    run(shim, Map.of(), "loop", 5, 64, 2);
    long after = word(shim, BUSY_UNTIL);

    assertThat(after).isPositive();
    assertThat(word(shim, USERS) & 0xFFFF).isEqualTo(1);
    run(shim, Map.of(), "threads", 2, 100);
    run(shim, Map.of(), "copies", 100_000, 0, 0);
    assertThat(word(shim, BUSY_UNTIL)).isGreaterThan(after);
    run(shim, Map.of(), "files", data);
    assertThat(word(shim, DRAWS)).isZero();
  }

  /**
   * The medium is busy later than at the start if something waited for it.
   *
   * @param model of memory that flushes write, whose flushes evict, or whose readers share it
   * @param arguments with {@code DATA} for the folder, and {@code BESIDE} for another one
   */
  @ParameterizedTest
  @CsvSource({
    "written, loop 1 4 2, false,", // few blocks are kept back
    "written, loop 5 64 2, false, 1", // libpmem leaves flushes out
    "evicts, loaded 20, false,",
    "evicts, twice 256 " + UNCACHED + ", false,",
    "evicts, twice 256 " + CACHED + ", true,",
    "shared, reads BESIDE 1, false,",
    "shared, reads DATA 1, true,",
    "shared, end DATA 16383, false,", // no longer than an answer
    "shared, end DATA 16384, true,",
  })
  void onlyWhatWaitsForTheMediumKeepsItBusy(
      String model, String arguments, boolean busy, String noFlush) throws Exception {
    Map<String, MediumModel> models =
        Map.of("written", MEMORY, "evicts", ofReads(2, true), "shared", SHARED);
    Path beside = Files.createDirectory(folder.resolve("beside"));
    Shim shim = install(Purpose.COMPARISON, Optional.of(models.get(model)));
    run(
        shim,
        noFlush == null ? Map.of() : Map.of("PMEM_NO_FLUSH", noFlush),
        Stream.of(arguments.split(" "))
            .map(each -> each.equals("DATA") ? data : each.equals("BESIDE") ? beside : each)
            .toArray());
    assertThat(word(shim, BUSY_UNTIL) > 0).isEqualTo(busy);
    if (arguments.startsWith("reads ")) {
      assertThat(word(shim, USERS) & 0xFFFF).isEqualTo(busy ? 1 : 0);
    }
  }

  /** Two fences of 50 ms. */
  @Test
  void aFenceTakesTheTimeOfTheModelAlsoWithoutABandwidth() throws Exception {
    MediumModel slow = TestModels.memory(Map.of(64, 50e6), null, 0, MediumReads.NONE);
    Shim shim = install(Purpose.COMPARISON, Optional.of(slow));
    long begin = System.nanoTime();
    run(shim, Map.of(), "threads", 1, 2);

    assertThat((System.nanoTime() - begin) / 1e9).isGreaterThan(0.1);
  }

  /** 20 flushes of a line, all but the first after a load of 10 ms. */
  @Test
  void aFlushThatEvictsMakesTheNextFlushOfTheLineWaitForItsLoad() throws Exception {
    Shim keeps = install(Purpose.COMPARISON, Optional.of(ofReads(10e6, false)));
    run(keeps, Map.of(), "threads", 1, 20);
    Shim evicts = install(Purpose.COMPARISON, Optional.of(ofReads(10e6, true)));
    run(evicts, Map.of(), "threads", 1, 1);

    assertThat(word(keeps, BUSY_UNTIL)).isZero();
    assertThat(word(evicts, BUSY_UNTIL)).isZero();
    long begin = System.nanoTime();
    run(evicts, Map.of(), "threads", 1, 20);
    assertThat((System.nanoTime() - begin) / 1e9).isGreaterThan(0.18);
    assertThat(word(evicts, BUSY_UNTIL)).isPositive();
  }

  /** The fastest of five times: other programs can only slow processes down. */
  private double seconds(int processes) throws Exception {
    // A copy of 1,000,000 bytes takes half a second.
    MediumModel slow = TestModels.memory(null, Map.of(1, 0.002), 0, MediumReads.NONE);
    double fastest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 5; i++) {
      Shim shim = install(Purpose.COMPARISON, Optional.of(slow));
      long begin = System.nanoTime();
      List<Process> all = new ArrayList<>();
      for (int each = 0; each < processes; each++) {
        all.add(start(shim, Map.of(), "copies", 1_000_000, 0, 0));
      }
      for (Process process : all) {
        end(process);
      }
      fastest = Math.min(fastest, (System.nanoTime() - begin) / 1e9);
    }
    return fastest;
  }

  @Tag("quiet")
  @Test
  void twoProcessesOnAPlaceShareItsBandwidth() throws Exception {
    assertThat(seconds(2) / seconds(1)).isCloseTo(2, within(0.1));
  }

  @ParameterizedTest
  @EnumSource(
      value = Purpose.class,
      names = {"NO_FLUSHES", "NEITHER", "COUNTED"})
  void whatIsLeftOutOrOnlyCountedTakesNoTimeOfTheModel(Purpose purpose) throws Exception {
    Shim shim = install(purpose, Optional.of(MEMORY));
    run(shim, Map.of(), "loop", 5, 64, 2);

    assertThat(word(shim, BUSY_UNTIL)).isZero();
  }

  /** So slow that no other program can hide it: 5 calls of 20 ms. */
  @Test
  void readsOfFilesInTheFolderWaitForAModelOfMemory() throws Exception {
    MediumModel slow =
        TestModels.memory(
            Map.of(64, 1000.0),
            null,
            0,
            new MediumReads(
                Map.of("medium", 10e6, "dram", 1.0), Map.of("medium", 1e-5, "dram", 1.0)));
    Shim shim = install(Purpose.COMPARISON, Optional.of(slow));
    // A server that only reads files may run without libpmem.
    Map<String, String> without = Map.of("PMEM_SHIM_LIBPMEM", "none.so");
    long begin = System.nanoTime();
    run(shim, without, "reads", data, 10);

    assertThat((System.nanoTime() - begin) / 1e9).isGreaterThan(1);
  }

  /** A time so long that no other program can hide it. */
  @Test
  void aServerWaitsForItsMemoryBeforeItAnswersAndItsClientDoesNot() throws Exception {
    Shim shim = install(Purpose.COMPARISON, Optional.of(SHARED));
    run(shim, Map.of(), "owes", 200_000_000, 256);
    run(shim, Map.of(), "owes", 300_000_000, 256);
    assertThat(word(shim, OWED)).isEqualTo(500_000_000);
    assertThat(word(shim, BUSY_UNTIL)).isZero();
    long begin = System.nanoTime();
    run(shim, Map.of(), "files", data);

    assertThat((System.nanoTime() - begin) / 1e9).isGreaterThan(0.5);
    assertThat(word(shim, OWED)).isZero();
    assertThat(word(shim, BUSY_UNTIL)).as("the bandwidth of all readers").isPositive();
  }

  @Test
  void syncsOfFilesInTheFolderGoThroughTheModelOfADisk() throws Exception {
    Shim shim = install(Purpose.COMPARISON, Optional.of(DISK));
    run(shim, Map.of(), "files", data);

    assertThat(word(shim, DRAWS)).isEqualTo(3);
    run(shim, Map.of(), "loop", 5, 64, 2);
    assertThat(word(shim, BUSY_UNTIL)).isZero();
    run(shim, Map.of("PMEM_IS_PMEM_FORCE", "0"), "transactions", data.resolve("pool"), 1);
    assertThat(word(shim, DRAWS)).isGreaterThan(3);
  }
}
