package org.pmemycsb.harness.outcome;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The latencies of a phase over time.
 *
 * @param nanos length of an interval
 * @param calls latencies in nanoseconds of the calls that ended in each interval, from the start of
 *     the phase on
 * @param pauses for which the JVM of the clients collected garbage
 */
public record Intervals(long nanos, List<Histogram> calls, List<Pause> pauses) {
  /** The shortest interval. Each longer one is twice as long as the one before. */
  public static final long SHORTEST_NANOS = 10_000_000;

  public static final Intervals NONE = new Intervals(SHORTEST_NANOS, List.of(), List.of());

  /**
   * @param atMillis its beginning since that of the phase
   */
  public record Pause(long atMillis, long millis) {}

  public Intervals {
    calls = List.copyOf(calls);
    pauses = List.copyOf(pauses);
  }

  /** A histogram for an interval. */
  public static Histogram empty() {
    return new Histogram(1, Latencies.MAX_NANOS, 1);
  }

  /** These and others that began at the same time. */
  public Intervals and(Intervals others) {
    if (nanos > others.nanos) {
      return others.and(this);
    }
    if (nanos < others.nanos) {
      return doubled().and(others);
    }
    List<Histogram> sums = new ArrayList<>();
    for (int i = 0; i < Math.max(calls.size(), others.calls.size()); i++) {
      Histogram sum = empty();
      at(i).forEach(sum::add);
      others.at(i).forEach(sum::add);
      sums.add(sum);
    }
    return new Intervals(
        nanos, sums, Stream.concat(pauses.stream(), others.pauses.stream()).toList());
  }

  /** The same in intervals of twice the length. */
  private Intervals doubled() {
    List<Histogram> pairs = new ArrayList<>();
    for (int i = 0; i < calls.size(); i += 2) {
      Histogram pair = empty();
      at(i).forEach(pair::add);
      at(i + 1).forEach(pair::add);
      pairs.add(pair);
    }
    return new Intervals(2 * nanos, pairs, pauses);
  }

  private Stream<Histogram> at(int interval) {
    return interval < calls.size() ? Stream.of(calls.get(interval)) : Stream.empty();
  }

  /** The same without empty intervals at the end. */
  public Intervals trimmed() {
    int size = calls.size();
    while (size > 0 && calls.get(size - 1).getTotalCount() == 0) {
      size--;
    }
    return new Intervals(nanos, calls.subList(0, size), pauses);
  }

  public Intervals with(List<Pause> collections) {
    return new Intervals(nanos, calls, collections);
  }
}
