package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.spi.Medium;

/** The script of docs/guide/pandas-and-r.md finds the figures of the report in runs.csv. */
class PandasExampleTest {
  private static final Path PAGE = Path.of("..", "docs", "guide", "pandas-and-r.md");
  private static final Pattern SCRIPT = Pattern.compile("(?s)```python\n(.*?)```");
  private static final List<String> CELL =
      List.of(
          "database",
          "phase",
          "threads",
          "durability",
          "medium",
          "runner",
          "place",
          "memory",
          "log_place");
  private static final Pattern NUMBER = Pattern.compile("\\d+\\.\\d+");

  // Quantiles of Student's distribution have no more digits in common.
  private static final Percentage SAME = Percentage.withPercentage(1e-6);

  @TempDir private Path folder;
  private String python;

  @BeforeEach
  void findPandas() throws Exception {
    for (String each : List.of("python3", "/usr/bin/python3")) {
      if (python == null && run(each, "-c", "import pandas, scipy") == 0) {
        python = each;
      }
    }
    assumeTrue(
        python != null,
        "this machine lacks pandas and scipy for Python; to mend it: bin/install-packages reports");
  }

  private int run(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("output.txt").toFile())
              .start();
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      return process.exitValue();
    } catch (IOException missing) {
      return -1;
    }
  }

  /**
   * Fourteen rounds with scatter; one cell is INVALID, one round is missing, noop made two runs
   * each. Two cells differ from another one in their log or their memory only.
   */
  private static List<PhaseResult> phases() {
    Random random = new Random(1);
    List<PhaseResult> phases = new ArrayList<>();
    for (int round = 1; round <= 14; round++) {
      for (String phase : List.of("load", "A", "C")) {
        for (String where : List.of("redis@pmem", "redis@disk", "pm-redis@pmem", "noop@")) {
          String[] parts = where.split("@", -1);
          double speed = (parts[0].equals("redis") ? 34_000 : 67_000) * (1 + random.nextDouble());
          if (round == 2 && parts[0].equals("pm-redis")) {
            continue;
          }
          PhaseResult made =
              round == 3 && phase.equals("C") && where.equals("redis@disk")
                  ? Phases.invalid("redis", "trace", phase, 1, round, "3 failed, \"why\"")
                  : Phases.valid(parts[0], "trace", phase, 1, round, speed);
          made = Phases.at(parts[1], parts[1].equals("disk") ? "disk" : "tmpfs", made);
          if (!phase.equals("load")) {
            made = Phases.with(Latency.unpaced(1.0, 1.0 + round * round % 11, null), made);
          }
          phases.add(made);
        }
      }
    }
    for (int round = 1; round <= 3; round++) {
      PhaseResult made = Phases.valid("redis", "trace", "A", 1, round, 200_000 + 10_000 * round);
      phases.add(Phases.at("disk+log@pmem", "disk", made));
      PhaseResult limited = Phases.valid("redis", "trace", "A", 1, round, 100_000 + 10_000 * round);
      phases.add(Phases.limited(Phases.at("disk", "disk", limited), "25%", 1000));
    }
    return phases;
  }

  @Test
  void itFindsTheMediansIntervalsAndRatiosOfTheReport() throws Exception {
    List<PhaseResult> phases = phases();
    Results results =
        Samples.results(
            "redis",
            Samples.places(Medium.TMPFS, Map.of("pm-redis", List.of("redis"))),
            phases,
            List.of(),
            List.of());
    Files.createDirectories(folder.resolve("results"));
    Files.writeString(folder.resolve("results/runs.csv"), RunsCsv.render(phases));
    Matcher script = SCRIPT.matcher(Files.readString(PAGE));
    assertThat(script.find()).isTrue();
    Files.writeString(
        folder.resolve("example.py"), script.group(1) + "cells.to_csv(\"cells.csv\")\n");

    int status = run(python, "example.py");

    String output = Files.readString(folder.resolve("output.txt"));
    assertThat(status).as(output).isZero();
    Map<List<String>, Map<String, String>> found =
        rows(Files.readString(folder.resolve("cells.csv")));
    Map<List<String>, Map<String, String>> cells = rows(SummaryCsv.render(results.cells()));
    assertThat(cells).hasSize(13);
    assertThat(found).containsOnlyKeys(cells.keySet());
    cells.forEach(
        (key, cell) -> {
          for (String figure : List.of("throughput_ops_s", "read_p99_us")) {
            String exact = found.get(key).get(figure);
            assertThat(exact.isEmpty() ? "" : rounded(Double.parseDouble(exact)))
                .as("%s of %s", figure, key)
                .isEqualTo(cell.get(figure));
          }
          for (String end : List.of("throughput_ci95_low", "throughput_ci95_high")) {
            assertThat(Double.parseDouble(found.get(key).get(end)))
                .as("%s of %s", end, key)
                .isCloseTo(Double.parseDouble(cell.get(end)), SAME);
          }
        });
    Buys.Ratio expected =
        Buys.of(results).rows().stream()
            .filter(row -> row.key().phase().equals("A"))
            .findFirst()
            .flatMap(Buys.Row::bySoftware)
            .orElseThrow();
    double[] ratio =
        NUMBER
            .matcher(output.lines().reduce((before, line) -> line).orElseThrow())
            .results()
            .mapToDouble(number -> Double.parseDouble(number.group()))
            .toArray();
    assertThat(ratio).hasSize(3);
    assertThat(ratio[0]).isCloseTo(expected.figure(), SAME);
    assertThat(ratio[1]).isCloseTo(expected.low().getAsDouble(), SAME);
    assertThat(ratio[2]).isCloseTo(expected.high().getAsDouble(), SAME);
  }

  /** The cells that have figures, by their conditions. */
  private static Map<List<String>, Map<String, String>> rows(String csv) throws IOException {
    Map<List<String>, Map<String, String>> rows = new HashMap<>();
    for (Map<String, String> row : Rows.of(csv)) {
      if (!row.get("throughput_ops_s").isEmpty()) {
        rows.put(CELL.stream().map(row::get).toList(), row);
      }
    }
    return rows;
  }

  private static String rounded(double figure) {
    return String.format(Locale.ROOT, "%.3f", figure);
  }
}
