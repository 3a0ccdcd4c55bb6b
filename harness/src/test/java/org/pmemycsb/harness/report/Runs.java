package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.spi.Medium;

/** Runs on a disk and on a place for persistent memory, and the answers that they give. */
final class Runs {
  static final Map<String, List<String>> VARIANTS =
      Map.of("pm-redis", List.of("redis"), "pm-postgres", List.of("postgres"));
  private static final double[] NOISY = {1.0, 1.5, 0.7, 1.3, 0.8};

  final List<PhaseResult> phases = new ArrayList<>();
  final List<Unavailable> unavailable = new ArrayList<>();
  Medium pmem = Medium.TMPFS;
  Map<String, List<String>> variants = VARIANTS;
  private final double[] steady;

  /**
   * @param steady the throughputs of the runs of a cell, over their mean
   */
  Runs(double... steady) {
    this.steady = steady;
  }

  /**
   * Adds cells: {@code redis@disk A=100 C=50~; redis@pmem A=10/11}. The first has runs around 100,
   * the second is noisy, and the third has exactly these two runs. A single one is {@code 10/}. A
   * blank in a name is written as {@code _}.
   */
  Runs add(String cells) {
    for (String database : cells.split("; *")) {
      String[] parts = database.split(" +");
      String[] where = parts[0].replace('_', ' ').split("@", 2);
      for (String phase : Arrays.asList(parts).subList(1, parts.length)) {
        String[] figures = phase.split("=");
        double[] throughputs = throughputs(where[0], where[1], figures[1]);
        for (int i = 0; i < throughputs.length; i++) {
          add(where[1], Phases.valid(where[0], "trace", figures[0], 1, i + 1, throughputs[i]));
        }
      }
    }
    return this;
  }

  /** Cells that scatter alike would differ by a constant, so each begins at another factor. */
  private double[] throughputs(String database, String place, String figure) {
    if (figure.contains("/")) {
      return Arrays.stream(figure.split("/")).mapToDouble(Double::parseDouble).toArray();
    }
    double[] factors = figure.endsWith("~") ? NOISY : steady;
    double mean = Double.parseDouble(figure.replace("~", ""));
    int shift = (place.startsWith("disk") ? 1 : 0) + (database.startsWith("pm") ? 2 : 0);
    double[] all = new double[factors.length];
    Arrays.setAll(all, i -> mean * factors[(i + shift) % factors.length]);
    return all;
  }

  void add(String place, PhaseResult phase) {
    phases.add(Phases.at(place, place.equals("disk") ? "disk" : pmem.id(), phase));
  }

  Results results() {
    return Samples.results("redis", Samples.places(pmem, variants), phases, List.of(), unavailable);
  }

  Answers answers() {
    return Answers.of(results());
  }

  Buys buys() {
    return Buys.of(results());
  }
}
