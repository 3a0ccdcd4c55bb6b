package org.pmemycsb.harness.claim;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.pmemycsb.harness.statistics.Bootstrap;
import org.pmemycsb.harness.statistics.Bootstrap.Interval;
import org.pmemycsb.harness.statistics.RatioInterval;

/**
 * What a claim is about, as a tree: throughputs or ratios of two at the leaves, the smallest,
 * largest or middle one of several above them.
 *
 * <p>The truth lies below an interval at most as often as {@code lowTail} says, and above it at
 * most as often as {@code highTail} says, whatever cells the leaves share. A smallest figure lies
 * below the interval only if the one that is truly smallest does, so its lower end is that of the
 * lowest; it lies above only if some figure does, so each of k has a k-th of the tail for its upper
 * end. The largest is its mirror, and a middle one needs both.
 */
sealed interface Figure {
  /** Of a cell: its throughputs. */
  interface Samples extends Function<Place, double[]> {}

  /** The figure by itself, of the medians. */
  double value(Samples samples);

  /** The figure with its interval; each cell has at least two samples. */
  Interval interval(Samples samples, double lowTail, double highTail);

  /** The cells at the leaves, numerators with their denominators; of one or two each. */
  Stream<List<Place>> leaves();

  /** A throughput. */
  record Throughput(Place place) implements Figure {
    @Override
    public double value(Samples samples) {
      return Bootstrap.median(samples.apply(place));
    }

    @Override
    public Interval interval(Samples samples, double lowTail, double highTail) {
      return RatioInterval.of(samples.apply(place), lowTail, highTail);
    }

    @Override
    public Stream<List<Place>> leaves() {
      return Stream.of(List.of(place));
    }
  }

  /** How many times as large one throughput is as another. */
  record Ratio(Place above, Place below) implements Figure {
    @Override
    public double value(Samples samples) {
      return Bootstrap.median(samples.apply(above)) / Bootstrap.median(samples.apply(below));
    }

    @Override
    public Interval interval(Samples samples, double lowTail, double highTail) {
      return RatioInterval.of(samples.apply(above), samples.apply(below), lowTail, highTail);
    }

    @Override
    public Stream<List<Place>> leaves() {
      return Stream.of(List.of(above, below));
    }
  }

  /** The smallest of some. */
  record Smallest(List<Figure> parts) implements Figure {
    @Override
    public double value(Samples samples) {
      return of(parts, part -> part.value(samples)).min().orElseThrow();
    }

    @Override
    public Interval interval(Samples samples, double lowTail, double highTail) {
      List<Interval> each =
          parts.stream()
              .map(part -> part.interval(samples, lowTail, highTail / parts.size()))
              .toList();
      return new Interval(
          value(samples),
          of(each, Interval::low).min().orElseThrow(),
          of(each, Interval::high).min().orElseThrow());
    }

    @Override
    public Stream<List<Place>> leaves() {
      return parts.stream().flatMap(Figure::leaves);
    }
  }

  /** The largest of some. */
  record Largest(List<Figure> parts) implements Figure {
    @Override
    public double value(Samples samples) {
      return of(parts, part -> part.value(samples)).max().orElseThrow();
    }

    @Override
    public Interval interval(Samples samples, double lowTail, double highTail) {
      List<Interval> each =
          parts.stream()
              .map(part -> part.interval(samples, lowTail / parts.size(), highTail))
              .toList();
      return new Interval(
          value(samples),
          of(each, Interval::low).max().orElseThrow(),
          of(each, Interval::high).max().orElseThrow());
    }

    @Override
    public Stream<List<Place>> leaves() {
      return parts.stream().flatMap(Figure::leaves);
    }
  }

  /** The middle one of some; between the two in the middle where their number is even. */
  record Middle(List<Figure> parts) implements Figure {
    @Override
    public double value(Samples samples) {
      return Bootstrap.median(of(parts, part -> part.value(samples)).toArray());
    }

    @Override
    public Interval interval(Samples samples, double lowTail, double highTail) {
      List<Interval> each =
          parts.stream()
              .map(part -> part.interval(samples, lowTail / parts.size(), highTail / parts.size()))
              .toList();
      return new Interval(
          value(samples),
          Bootstrap.median(of(each, Interval::low).toArray()),
          Bootstrap.median(of(each, Interval::high).toArray()));
    }

    @Override
    public Stream<List<Place>> leaves() {
      return parts.stream().flatMap(Figure::leaves);
    }
  }

  private static <T> DoubleStream of(List<T> parts, ToDoubleFunction<T> figure) {
    return parts.stream().mapToDouble(figure);
  }
}
