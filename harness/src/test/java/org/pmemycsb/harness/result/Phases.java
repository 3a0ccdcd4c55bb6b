package org.pmemycsb.harness.result;

import java.util.List;
import java.util.Map;

/** Makes phase results for tests. */
public final class Phases {
  private Phases() {}

  public static PhaseResult valid(
      String database, String phase, int threads, int repeat, double throughput) {
    return valid(database, "ycsb", phase, threads, repeat, throughput);
  }

  public static PhaseResult valid(
      String database, String runner, String phase, int threads, int repeat, double throughput) {
    return phase(database, runner, phase, threads, repeat, throughput, 0, null);
  }

  public static PhaseResult invalid(
      String database, String phase, int threads, int repeat, String reason) {
    return invalid(database, "ycsb", phase, threads, repeat, reason);
  }

  public static PhaseResult invalid(
      String database, String runner, String phase, int threads, int repeat, String reason) {
    return phase(database, runner, phase, threads, repeat, 99_999_999, 3, reason);
  }

  private static PhaseResult phase(
      String database,
      String runner,
      String phase,
      int threads,
      int repeat,
      double throughput,
      long errors,
      String reason) {
    boolean reads = !phase.equals("load");
    boolean writes = !phase.equals("C");
    return new PhaseResult(
        database + "/" + runner + "/t" + threads + "/" + repeat,
        2,
        database,
        database + " 1.0",
        phase,
        threads,
        1024,
        "commit",
        "tmpfs",
        runner,
        repeat,
        "2026-01-02T03:04:05.678Z",
        1000,
        1000 - errors,
        1000 / throughput,
        throughput,
        reads ? 1.5 : null,
        reads ? 9.25 : null,
        writes ? 4.0 : null,
        writes ? 20.0 : null,
        null,
        null,
        List.of(1.0, 2.0),
        List.of(600L, 400L),
        10,
        0,
        Map.of(),
        errors,
        1000L,
        reason == null,
        reason);
  }
}
