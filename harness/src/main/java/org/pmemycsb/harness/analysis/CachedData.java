package org.pmemycsb.harness.analysis;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.spi.RecordLayout;

/**
 * Data that fits into the last-level cache of one processor. Reads of such data may measure the
 * cache, not the memory or disk behind it.
 *
 * @param mostValueBytes the longest values whose data fits; empty if the data of all cells does
 * @param enoughRecords so many records are several times as large as the cache
 */
public record CachedData(long cacheBytes, OptionalInt mostValueBytes, long enoughRecords) {
  // A cache that holds a quarter of the data still answers some reads.
  private static final int TIMES_CACHE = 4;

  /** Only for data on this machine: the caches of other machines are unknown. */
  static Optional<CachedData> of(Results results) {
    Experiment experiment = results.experiment();
    SortedSet<Integer> sizes =
        results.contenders().stream()
            .map(Cell::key)
            .filter(key -> !key.place().isEmpty() && key.machines() == 0)
            .filter(key -> !key.phase().equals(Phase.LOAD.id()))
            .map(key -> key.valueSizeBytes())
            .collect(Collectors.toCollection(TreeSet::new));
    long cache = results.environment().largestCacheBytes().orElse(0);
    IntPredicate fits = size -> experiment.records() * recordBytes(experiment, size) < cache;
    OptionalInt most = sizes.stream().mapToInt(size -> size).filter(fits).max();
    if (most.isEmpty()) {
      return Optional.empty();
    }
    double enough =
        Math.ceil((double) TIMES_CACHE * cache / recordBytes(experiment, sizes.first()));
    return Optional.of(
        new CachedData(
            cache,
            most.getAsInt() == sizes.last() ? OptionalInt.empty() : most,
            inTwoDigits(enough)));
  }

  private static long recordBytes(Experiment experiment, int valueSize) {
    RecordLayout layout = experiment.layout(valueSize);
    return layout.keyBytes() + (long) layout.fieldCount() * layout.fieldBytes();
  }

  /** Rounded up to two digits and zeros. */
  private static long inTwoDigits(double figure) {
    double unit = Math.max(1, Math.pow(10, Math.floor(Math.log10(figure)) - 1));
    return Math.round(Math.ceil(figure / unit) * unit);
  }
}
