package org.pmemycsb.harness.plan.settings;

import java.util.Map;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.spi.Durability;

/** Makes runs for tests. */
public final class Runs {
  private Runs() {}

  /** A run of the comparison, without a cluster. */
  public static RunSpec of(
      DatabaseChoice database,
      RunnerKind runner,
      int threads,
      int valueSize,
      Durability durability,
      int repeat) {
    return new RunSpec(
        database,
        runner,
        Map.of(
            Dimension.THREADS, threads,
            Dimension.VALUE_SIZE, valueSize,
            Dimension.DURABILITY, durability.id()),
        repeat,
        Purpose.COMPARISON,
        0);
  }
}
