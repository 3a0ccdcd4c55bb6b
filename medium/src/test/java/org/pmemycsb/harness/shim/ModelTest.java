package org.pmemycsb.harness.shim;

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
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.plan.settings.ModelFile;
import org.pmemycsb.harness.probe.Limit;

/**
 * The arithmetic of models, by a native program that is given the time. With the system property
 * {@code shim.test.sanitized}, a folder, it is the program that was built there with the
 * sanitizers.
 */
class ModelTest {
  private static final String SANITIZED = System.getProperty("shim.test.sanitized", "");
  private static final Path BUILT =
      SANITIZED.isEmpty() ? Path.of("target/native/release").toAbsolutePath() : Path.of(SANITIZED);
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

  /** Of blocks of 256 B: 100 ns with one reader, and 50 ns with two or more. */
  private static MediumModel sharing(Map<Integer, Double> writes, long buffer) {
    return reads(
        Map.of("medium", 300.0, "dram", 100.0), Map.of(1, 2.56, 2, 5.12), 256, writes, buffer);
  }

  private static MediumModel reads(
      Map<String, Double> load,
      Map<Integer, Double> shared,
      int block,
      Map<Integer, Double> writes,
      long buffer) {
    return TestModels.memory(
        null, writes, buffer, new MediumReads(load, Map.of(), new TreeMap<>(shared), block, false));
  }

  /**
   * Questions to processes that share a model, most with their answers.
   *
   * @param questions those that begin with {@code two:} are for the second process
   */
  private record Asked(String what, MediumModel model, String questions) {
    @Override
    public String toString() {
      return what;
    }
  }

  static List<Asked> questions() {
    MediumModel slow =
        TestModels.memory(
            null,
            null,
            0,
            new MediumReads(
                Map.of("medium", 300.0, "dram", 100.0), Map.of("medium", 2.0, "dram", 8.0)));
    MediumModel unlimited = memory(Map.of(), 0);
    return List.of(
        new Asked(
            "a read takes longer by the load and by each byte",
            slow,
            "read 8 = 203; read 4096 = 1736"),
        new Asked("without reads nothing takes longer", slow.withoutReads(), "read 4096 = 0"),
        new Asked(
            "a fence takes the time of the nearest points, and then of the bandwidth",
            memory(Map.of(1, 2.0), 0),
            "persist 0 = 0; persist 8 = 100; persist 160 = 150; persist 2176 = 680;"
                + " persist 4096 = 1160; persist 8192 = 3208"),
        // 100 and 200 ns for a block; with two writers 1.92 GB/s.
        new Asked(
            "blocks are written one behind the other, as fast as so many writers allow",
            memory(Map.of(1, 2.56, 3, 1.28), 0),
            "reserve 1000 10 1 = 2000; reserve 1000 10 1 = 3000; reserve 10000 1 1 = 10100;"
                + " reserve 20000 10 3 = 22000; reserve 30000 10 9 = 32000;"
                + " reserve 40000 10 2 = 41333"),
        new Asked(
            "the buffer takes blocks at once until it is full",
            memory(Map.of(1, 2.56), 1024),
            "reserve 1000 4 1 = 1000; reserve 1000 4 1 = 1400; reserve 9000 5 1 = 9100"),
        new Asked("without a bandwidth nothing waits", unlimited, "reserve 1000 1000000 1 = 1000"),
        new Asked(
            "processes share the bandwidth and count each other",
            memory(Map.of(1, 2.56), 0),
            "reserve 1000 10 1 = 2000; two: reserve 1000 10 1 = 3000; join 5000 1 = 1;"
                + " two: join 5000 1 = 2"),
        // The third read is of three blocks, the fourth of two. Writes are not limited.
        new Asked(
            "reads of all processes share a bandwidth by whole blocks",
            sharing(Map.of(), 0),
            "reads 1000 1 64 1 = 1100; two: reads 1000 1 256 1 = 1200;"
                + " reads 1000 3 24 1 = 1500; reads 1000 1 257 1 = 1700;"
                + " reads 10000 1 1024 2 = 10200; reserve 1000 9 1 = 1000;"
                + " reads 20000 0 0 1 = 20000"),
        new Asked(
            "lines are the blocks of a medium that reads them",
            reads(Map.of("medium", 2.0, "dram", 1.0), Map.of(1, 0.64), MediumReads.LINE, null, 0),
            "reads 1000 1 64 1 = 1100; reads 5000 1 256 1 = 5400"),
        // A write of a block takes 200 ns.
        new Asked(
            "reads and writes together take the time of both",
            sharing(Map.of(1, 1.28), 0),
            "reserve 1000 2 1 = 1400; reads 1000 1 256 1 = 1500; reserve 1000 1 1 = 1700"),
        // In the buffer; as if alone; behind it.
        new Asked(
            "reads overtake the writes that the buffer holds",
            sharing(Map.of(1, 1.28), 1024),
            "reserve 1000 4 1 = 1000; reads 1000 1 256 1 = 1100;" + " reads 1000 10 2560 1 = 2100"),
        // Windows of 1,048,576 ns. The last thread read the clock before the other.
        new Asked(
            "a thread counts for the window in which it reads or writes, and the next",
            unlimited,
            "join 5242880 1 = 1; join 5242880 1 = 1; join 5242880 2 = 2; join 6291456 1 = 2;"
                + " join 8388608 1 = 1; join 8388607 2 = 2"),
        // The second flush is of a known line and a new one, the fourth of two lines of one block.
        // The sixth takes the place of a line in the cache, which has 16 KiB.
        new Asked(
            "a block is loaded again if a flush took one of its lines out of the cache",
            unlimited,
            "flush 640 64 = 0; flush 700 8 = 1; flush 704 64 = 1; flush 0 1024 = 1;"
                + " flush 0 1024 = 4; flush 16384 64 = 0; flush 0 64 = 0"),
        new Asked(
            "lines and blocks count once, and a block that a log goes on with is merged",
            unlimited,
            "add 0 64; add 128 8; add 0 64 = 3; take = 2 1; add 250 12; take = 2 2;"
                + " add 0 64; merge = 1 1; add 64 64; merge = 1 0; add 192 128; merge = 2 1;"
                + " add 0 64; merge = 1 1; merge = 0 0"));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void theArithmeticIsThatOfTheModel(Asked asked) throws Exception {
    Path page = page(asked.model, 0);
    try (Figures one = new Figures(page);
        Figures two = new Figures(page)) {
      for (String each : asked.questions.split("; ")) {
        String[] parts = each.replaceFirst("^two: ", "").split(" = ");
        String answer = (each.startsWith("two: ") ? two : one).ask(parts[0]);
        assertThat(answer).as(each).isEqualTo(parts.length == 1 ? answer : parts[1]);
      }
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
}
