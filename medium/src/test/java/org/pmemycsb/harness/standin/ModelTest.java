package org.pmemycsb.harness.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.plan.settings.ModelFile;
import org.pmemycsb.harness.probe.Limit;

/**
 * The arithmetic of models, by a native program that is given the time. With the system property
 * {@code standin.test.sanitized}, a folder, it is the program that was built there with the
 * sanitizers.
 */
class ModelTest {
  private static final String SANITIZED = System.getProperty("standin.test.sanitized", "");
  private static final Path BUILT =
      SANITIZED.isEmpty() ? Path.of("target/native/release").toAbsolutePath() : Path.of(SANITIZED);
  // Threads are counted in windows that last so many nanoseconds.
  private static final long WINDOW = 1 << 20;
  // 256 lines.
  private static final long CACHE_BYTES = 16 << 10;

  @TempDir private Path folder;

  private static MediumModel memory(Map<Integer, Double> gigabytes, long buffer) {
    return TestModels.memory(
        Map.of(64, 100.0, 256, 200.0, 4096, 1160.0), gigabytes, buffer, MediumReads.NONE);
  }

  private static MediumModel disk(double p50, double p99) {
    return TestModels.disk(Map.of("p50", p50, "p99", p99));
  }

  private Path page(MediumModel model, long seed) throws IOException {
    return Files.write(
        Files.createTempFile(folder, "page", null), ModelPage.of(model, seed, CACHE_BYTES));
  }

  /** A process with a model, which is asked and answers. */
  private static final class Figures implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final Writer questions;

    Figures(Path page) throws IOException {
      ProcessBuilder command =
          new ProcessBuilder(BUILT.resolve("model_figures").toString(), page.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT);
      command.environment().put("ASAN_OPTIONS", "detect_leaks=0");
      process = command.start();
      answers = process.inputReader();
      questions = process.outputWriter();
    }

    String ask(String question) throws IOException {
      questions.write(question + "\n");
      questions.flush();
      return answers.readLine();
    }

    long number(String question) throws IOException {
      return Long.parseLong(ask(question));
    }

    @Override
    public void close() {
      process.destroy();
    }
  }

  @Test
  void aReadTakesLongerByTheLoadAndByEachByte() throws Exception {
    Map<String, Double> load = Map.of("medium", 300.0, "dram", 100.0);
    Map<String, Double> bandwidth = Map.of("medium", 2.0, "dram", 8.0);
    MediumModel model = TestModels.memory(null, null, 0, new MediumReads(load, bandwidth));
    try (Figures figures = new Figures(page(model, 0));
        Figures others = new Figures(page(model.withoutReads(), 0))) {
      assertThat(figures.number("read 8")).isEqualTo(203);
      assertThat(figures.number("read 4096")).isEqualTo(200 + 1536);
      assertThat(others.number("read 4096")).isZero();
    }
  }

  @Test
  void theTimeOfAFenceIsThatOfTheNearestPointsAndThenOfTheBandwidth() throws Exception {
    try (Figures figures = new Figures(page(memory(Map.of(1, 2.0), 0), 0))) {
      assertThat(figures.number("persist 0")).isZero();
      assertThat(figures.number("persist 8")).isEqualTo(100);
      assertThat(figures.number("persist 160")).isEqualTo(150);
      assertThat(figures.number("persist 2176")).isEqualTo(680);
      assertThat(figures.number("persist 4096")).isEqualTo(1160);
      assertThat(figures.number("persist 8192")).isEqualTo(1160 + 4096 / 2);
    }
  }

  /** Lines of each of some fences, which are few more often than many. */
  private static List<Integer> fences(Random random) {
    return random
        .ints(1 + random.nextInt(20), 0, 12)
        .map(power -> 1 + random.nextInt(1 << power))
        .boxed()
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"optane-100", "optane-200", "cxl-dram"})
  void theLimitByTheMediumIsAtMostTheTimeOfItsModel(String name) throws Exception {
    MediumModel model = ModelFile.read(Path.of("../workloads/models", name + ".yaml"));
    Random random = new Random(1);
    try (Figures figures = new Figures(page(model, 0))) {
      Map<Integer, Long> times = new HashMap<>();
      for (int lines = 1; lines <= 2048; lines++) {
        times.put(lines, figures.number("persist " + 64 * lines));
      }
      double one = times.get(1);
      double many = times.get(64);
      double two = Math.min(times.get(2), one + (many - one) / 63);
      Limit limit = new Limit(one, two, many, (times.get(1024) - many) / (1024 - 64));
      for (int i = 0; i < 1000; i++) {
        List<Integer> fences = fences(random);
        double limited =
            limit.nanos(
                fences.size(),
                fences.stream().mapToLong(Integer::longValue).sum(),
                fences.stream().mapToLong(lines -> Math.max(0, lines - 64)).sum());
        long modelled = fences.stream().mapToLong(times::get).sum();
        // The model leaves out fractions of nanoseconds.
        assertThat(limited)
            .as("%s", fences)
            .isBetween(0.7 * modelled, modelled + 2.0 * fences.size());
      }
    }
  }

  @Test
  void blocksAreWrittenOneBehindTheOtherAsFastAsSoManyWritersAllow() throws Exception {
    // 100 and 200 ns for a block.
    try (Figures figures = new Figures(page(memory(Map.of(1, 2.56, 3, 1.28), 0), 0))) {
      assertThat(figures.number("reserve 1000 10 1")).isEqualTo(2000);
      assertThat(figures.number("reserve 1000 10 1")).isEqualTo(3000);
      assertThat(figures.number("reserve 10000 1 1")).isEqualTo(10_100);
      assertThat(figures.number("reserve 20000 10 3")).isEqualTo(22_000);
      assertThat(figures.number("reserve 30000 10 9")).isEqualTo(32_000);
      // Between both: 1.92 GB/s.
      assertThat(figures.number("reserve 40000 10 2")).isEqualTo(41_333);
    }
  }

  @Test
  void theBufferTakesBlocksAtOnceUntilItIsFull() throws Exception {
    try (Figures figures = new Figures(page(memory(Map.of(1, 2.56), 1024), 0))) {
      assertThat(figures.number("reserve 1000 4 1")).isEqualTo(1000);
      assertThat(figures.number("reserve 1000 4 1")).isEqualTo(1400);
      assertThat(figures.number("reserve 9000 5 1")).isEqualTo(9100);
    }
  }

  @Test
  void withoutABandwidthNothingWaits() throws Exception {
    try (Figures figures = new Figures(page(memory(Map.of(), 0), 0))) {
      assertThat(figures.number("reserve 1000 1000000 1")).isEqualTo(1000);
    }
  }

  @Test
  void processesShareTheBandwidthAndCountEachOther() throws Exception {
    Path page = page(memory(Map.of(1, 2.56), 0), 0);
    try (Figures one = new Figures(page);
        Figures two = new Figures(page)) {
      assertThat(one.number("reserve 1000 10 1")).isEqualTo(2000);
      assertThat(two.number("reserve 1000 10 1")).isEqualTo(3000);
      assertThat(one.number("join 5000 1")).isEqualTo(1);
      assertThat(two.number("join 5000 1")).isEqualTo(2);
    }
  }

  /** Of blocks of 256 B: 100 ns with one reader, and 50 ns with two or more. */
  private static MediumModel sharing(Map<Integer, Double> writes, long buffer) {
    return TestModels.memory(
        null,
        writes,
        buffer,
        new MediumReads(
            Map.of("medium", 300.0, "dram", 100.0),
            Map.of(),
            new TreeMap<>(Map.of(1, 2.56, 2, 5.12)),
            256,
            false));
  }

  @Test
  void readsOfAllProcessesShareABandwidthByWholeBlocks() throws Exception {
    Path page = page(sharing(Map.of(), 0), 0);
    try (Figures one = new Figures(page);
        Figures two = new Figures(page)) {
      assertThat(one.number("reads 1000 1 64 1")).isEqualTo(1100);
      assertThat(two.number("reads 1000 1 256 1")).isEqualTo(1200);
      assertThat(one.number("reads 1000 3 24 1")).as("three blocks").isEqualTo(1500);
      assertThat(one.number("reads 1000 1 257 1")).as("two blocks").isEqualTo(1700);
      assertThat(one.number("reads 10000 1 1024 2")).isEqualTo(10_200);
      assertThat(one.number("reserve 1000 9 1")).as("writes are not limited").isEqualTo(1000);
      assertThat(one.number("reads 20000 0 0 1")).isEqualTo(20_000);
    }
  }

  @Test
  void linesAreTheBlocksOfAMediumThatReadsThem() throws Exception {
    MediumReads lines =
        new MediumReads(
            Map.of("medium", 2.0, "dram", 1.0),
            Map.of(),
            new TreeMap<>(Map.of(1, 0.64)),
            MediumReads.LINE,
            false);
    MediumModel model = TestModels.memory(null, null, 0, lines);
    try (Figures figures = new Figures(page(model, 0))) {
      assertThat(figures.number("reads 1000 1 64 1")).isEqualTo(1100);
      assertThat(figures.number("reads 5000 1 256 1")).isEqualTo(5400);
    }
  }

  @Test
  void readsAndWritesTogetherTakeTheTimeOfBoth() throws Exception {
    // A write of a block takes 200 ns.
    try (Figures figures = new Figures(page(sharing(Map.of(1, 1.28), 0), 0))) {
      assertThat(figures.number("reserve 1000 2 1")).isEqualTo(1400);
      assertThat(figures.number("reads 1000 1 256 1")).isEqualTo(1500);
      assertThat(figures.number("reserve 1000 1 1")).isEqualTo(1700);
    }
  }

  @Test
  void readsOvertakeTheWritesThatTheBufferHolds() throws Exception {
    try (Figures figures = new Figures(page(sharing(Map.of(1, 1.28), 1024), 0))) {
      assertThat(figures.number("reserve 1000 4 1")).as("in the buffer").isEqualTo(1000);
      assertThat(figures.number("reads 1000 1 256 1")).as("as if alone").isEqualTo(1100);
      assertThat(figures.number("reads 1000 10 2560 1")).as("behind it").isEqualTo(2100);
    }
  }

  @Test
  void aThreadCountsForTheWindowInWhichItReadsOrWritesAndTheNext() throws Exception {
    try (Figures figures = new Figures(page(memory(Map.of(), 0), 0))) {
      assertThat(figures.number("join " + 5 * WINDOW + " 1")).isEqualTo(1);
      assertThat(figures.number("join " + 5 * WINDOW + " 1")).isEqualTo(1);
      assertThat(figures.number("join " + 5 * WINDOW + " 2")).isEqualTo(2);
      assertThat(figures.number("join " + 6 * WINDOW + " 1")).isEqualTo(2);
      assertThat(figures.number("join " + 8 * WINDOW + " 1")).isEqualTo(1);
      // It read the clock before the other, and comes behind it.
      assertThat(figures.number("join " + (8 * WINDOW - 1) + " 2")).isEqualTo(2);
    }
  }

  private static double[] syncs(Figures figures, int number) throws IOException {
    double[] all = new double[number];
    for (int i = 0; i < number; i++) {
      all[i] = figures.number("sync");
    }
    return all;
  }

  @Test
  void syncsAreDistributedAsTheModelSaysAndTheSameForASeed() throws Exception {
    double[] all;
    try (Figures figures = new Figures(page(disk(20, 80), 7))) {
      all = syncs(figures, 20_001);
    }
    try (Figures same = new Figures(page(disk(20, 80), 7));
        Figures other = new Figures(page(disk(20, 80), 8))) {
      assertThat(syncs(same, 5)).isEqualTo(Arrays.copyOf(all, 5));
      assertThat(syncs(other, 5)).isNotEqualTo(Arrays.copyOf(all, 5));
    }
    Arrays.sort(all);
    assertThat(all[10_000]).isCloseTo(20_000, within(1_000.0));
    assertThat(all[19_800]).isCloseTo(80_000, within(8_000.0));
  }

  @Test
  void processesShareTheSequenceOfSyncs() throws Exception {
    Path page = page(disk(20, 80), 7);
    try (Figures alone = new Figures(page(disk(20, 80), 7));
        Figures one = new Figures(page);
        Figures two = new Figures(page)) {
      double[] both = {one.number("sync"), two.number("sync"), one.number("sync")};
      assertThat(both).isEqualTo(syncs(alone, 3));
    }
  }

  @Test
  void aKnownMedianAloneIsTheTimeOfEachSync() throws Exception {
    MediumModel model = TestModels.disk(Map.of("p50", 26.0));
    try (Figures figures = new Figures(page(model, 7))) {
      assertThat(DoubleStream.of(syncs(figures, 10))).containsOnly(26_000.0);
    }
  }

  @Test
  void aBlockIsLoadedAgainIfAFlushTookOneOfItsLinesOutOfTheCache() throws Exception {
    try (Figures figures = new Figures(page(memory(Map.of(), 0), 0))) {
      assertThat(figures.number("flush 640 64")).isZero();
      assertThat(figures.number("flush 700 8")).as("a known line and a new one").isEqualTo(1);
      assertThat(figures.number("flush 704 64")).isEqualTo(1);
      assertThat(figures.number("flush 0 1024")).as("two lines of one block").isEqualTo(1);
      assertThat(figures.number("flush 0 1024")).isEqualTo(4);
      assertThat(figures.number("flush " + CACHE_BYTES + " 64")).isZero();
      assertThat(figures.number("flush 0 64")).as("another line took its place").isZero();
    }
  }

  @Test
  void linesAndBlocksCountOnceAndABlockThatALogGoesOnWithIsMerged() throws Exception {
    try (Figures figures = new Figures(page(memory(Map.of(), 0), 0))) {
      figures.ask("add 0 64");
      figures.ask("add 128 8");
      assertThat(figures.number("add 0 64")).isEqualTo(3);
      assertThat(figures.ask("take")).isEqualTo("2 1");
      figures.ask("add 250 12");
      assertThat(figures.ask("take")).isEqualTo("2 2");
      figures.ask("add 0 64");
      assertThat(figures.ask("merge")).isEqualTo("1 1");
      figures.ask("add 64 64");
      assertThat(figures.ask("merge")).isEqualTo("1 0");
      figures.ask("add 192 128");
      assertThat(figures.ask("merge")).isEqualTo("2 1");
      figures.ask("add 0 64");
      assertThat(figures.ask("merge")).isEqualTo("1 1");
      assertThat(figures.ask("merge")).isEqualTo("0 0");
    }
  }
}
