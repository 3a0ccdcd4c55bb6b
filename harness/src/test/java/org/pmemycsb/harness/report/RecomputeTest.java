package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Usage;
import org.pmemycsb.harness.statistics.Interval;

/** The script docs/examples/recompute.py finds the figures and ratios of the report in runs.csv. */
class RecomputeTest {
  private static final Path SCRIPT = Path.of("..", "docs", "examples", "recompute.py");
  private static final int ITERATIONS = 8;
  private static final Percentage SAME = Percentage.withPercentage(1e-3);

  @TempDir private Path folder;

  private final Random random = new Random(1);

  /** A phase in iterations whose noise has a memory. */
  private PhaseResult iterated(double[] common, double scatter, PhaseResult phase) {
    double level = phase.throughputOpsS() * Math.exp(scatter * random.nextGaussian());
    List<Double> rates =
        IntStream.range(0, ITERATIONS)
            .mapToObj(k -> level * (1 + common[k] + 0.05 * random.nextGaussian()))
            .toList();
    double mean = rates.stream().mapToDouble(rate -> rate).average().orElseThrow();
    PhaseResult made =
        Phases.valid(
            phase.database(), "trace", phase.phase(), 1, phase.origin().invocation(), mean);
    PhaseResult inTurn = Changed.with(made, "measurement.replay.iterationsOpsS", rates);
    ProcessUsage some = new ProcessUsage(500, 500, 1000, 500, 4096, 8192, 3 << 20);
    return Phases.using(new Usage(900, some, isServer(phase) ? some : null, null), inTurn);
  }

  private static boolean isServer(PhaseResult phase) {
    return !List.of("lmdb", "rocksdb").contains(phase.database());
  }

  /**
   * One cell is INVALID, one lacks an invocation, one is an outlier, one load is alone, and one
   * store in the client's process is alone among servers.
   */
  private List<PhaseResult> phases() {
    List<PhaseResult> all = new ArrayList<>();
    for (int invocation = 1; invocation <= 4; invocation++) {
      for (String phase : List.of("load", "A", "C")) {
        double[] common = new double[ITERATIONS];
        for (int k = 1; k < common.length; k++) {
          common[k] = 0.7 * common[k - 1] + 0.05 * random.nextGaussian();
        }
        for (String database : List.of("redis", "pm-redis", "postgres", "lmdb", "rocksdb")) {
          boolean load = phase.equals("load");
          if (load && !database.equals("redis") || database.equals("lmdb") && invocation == 2) {
            continue;
          }
          PhaseResult valid = Phases.valid(database, "trace", phase, 1, invocation, 10_000);
          double scatter = database.equals("postgres") && phase.equals("C") ? 1 : 0.03;
          boolean broken = invocation == 3 && database.equals("lmdb") && phase.equals("A");
          all.add(
              broken
                  ? Phases.invalid(database, "trace", phase, 1, invocation, "3 failed, \"why\"")
                  : load ? valid : iterated(common, scatter, valid));
        }
      }
    }
    return all;
  }

  @Test
  void itFindsTheFiguresAndRatiosOfTheReport() throws Exception {
    List<PhaseResult> phases = phases();
    Files.createDirectories(folder.resolve("results"));
    Files.writeString(folder.resolve("results/runs.csv"), Csv.runs(phases));
    Files.writeString(
        folder.resolve("example.py"),
        Files.readString(SCRIPT)
            + """
            for c, known in figures.items(): print("F", c[0], c[7], *map(repr, known), sep=";")
            for (a, b), known in ratios.items():
                print("R", a[0], a[7], b[7], *map(repr, known), sep=";")
            """);
    Process process =
        new ProcessBuilder("python3", "example.py")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output.txt").toFile())
            .start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    String output = Files.readString(folder.resolve("output.txt"));
    assertThat(process.exitValue()).as(output).isZero();

    List<Cell> cells = Cells.of(phases).stream().filter(Cell::usable).toList();
    assertThat(cells.stream().filter(cell -> cell.invocations().isOutlier()))
        .extracting(cell -> cell.key().database())
        .containsExactly("postgres");
    int ratios = 0;
    for (Cell a : cells) {
      same(
          output,
          "F;%s;%s;".formatted(a.key().phase(), a.key().database()),
          a.invocations().mean().interval());
      for (Cell b : cells) {
        if (!a.equals(b) && a.key().common().equals(b.key().common())) {
          ratios++;
          same(
              output,
              String.format(
                  Locale.ROOT,
                  "R;%s;%s;%s;",
                  a.key().phase(),
                  a.key().database(),
                  b.key().database()),
              a.invocations().ratio(b.invocations()).interval());
        }
      }
    }
    assertThat(cells).hasSize(10);
    assertThat(ratios).isEqualTo(12 + 20);
  }

  private static void same(String output, String start, Interval expected) {
    String[] found =
        output
            .lines()
            .filter(line -> line.startsWith(start))
            .findFirst()
            .orElseThrow()
            .substring(start.length())
            .split(";");
    assertThat(Double.parseDouble(found[0])).as(start).isCloseTo(expected.figure(), SAME);
    assertThat(Double.parseDouble(found[1])).as(start).isCloseTo(expected.low(), SAME);
    assertThat(Double.parseDouble(found[2])).as(start).isCloseTo(expected.high(), SAME);
  }
}
