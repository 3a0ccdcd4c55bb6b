package org.pmemycsb.harness.shim;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.MediumReads;

/** Models of media for tests. */
final class TestModels {
  private TestModels() {}

  /**
   * @param persists nanoseconds of a fence by bytes; null for none
   * @param writes gigabytes per second by writers; null for no limit
   */
  static MediumModel memory(
      Map<Integer, Double> persists, Map<Integer, Double> writes, long buffer, MediumReads reads) {
    return new MediumModel(
        "tested", "t", "", sorted(persists), sorted(writes), buffer, reads, Map.of(), Map.of());
  }

  /**
   * @param syncs microseconds by percentile
   */
  static MediumModel disk(Map<String, Double> syncs) {
    return new MediumModel("tested", "t", "", null, null, 0, MediumReads.NONE, syncs, Map.of());
  }

  private static SortedMap<Integer, Double> sorted(Map<Integer, Double> points) {
    return points == null ? null : new TreeMap<>(points);
  }
}
