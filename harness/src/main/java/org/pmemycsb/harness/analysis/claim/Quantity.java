package org.pmemycsb.harness.analysis.claim;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;
import org.pmemycsb.harness.statistics.Interval;
import org.pmemycsb.harness.statistics.LogMean;

/**
 * The quantity that a claim is about, as a tree. A leaf is a figure or a ratio of two. A node above
 * chooses the smallest, largest or middle one of several figures.
 *
 * <p>The truth is below an interval with a probability of at most {@code lowTail}, and above it
 * with at most {@code highTail}, also if leaves share cells. The true smallest figure is below the
 * interval only if it is below its own interval. So the lower end is the smallest of all lower
 * ends. It is above only if some figure is above. So each of k figures has a k-th of the upper
 * tail. For the largest figure, the two ends change places. A middle figure divides both tails.
 *
 * <p>{@code samples} gives the figure or the ratio of a leaf.
 */
sealed interface Quantity {
  /** The value. */
  double value(Function<Cells, LogMean> samples);

  /** The value with its interval; each cell needs at least two invocations. */
  Interval interval(Function<Cells, LogMean> samples, double lowTail, double highTail);

  Stream<Cells> leaves();

  /** The leaves that have the value: one, or the two around the middle. */
  Stream<Cells> deciding(Function<Cells, LogMean> samples);

  /**
   * @param cells one for its figure, or two for the ratio of the first to the second
   */
  record Cells(List<CellRef> cells) implements Quantity {
    @Override
    public double value(Function<Cells, LogMean> samples) {
      return samples.apply(this).figure();
    }

    @Override
    public Interval interval(Function<Cells, LogMean> samples, double lowTail, double highTail) {
      return samples.apply(this).interval(lowTail, highTail);
    }

    @Override
    public Stream<Cells> leaves() {
      return Stream.of(this);
    }

    @Override
    public Stream<Cells> deciding(Function<Cells, LogMean> samples) {
      return leaves();
    }
  }

  /** The figure that is chosen from several. */
  enum Choice {
    SMALLEST,
    LARGEST,
    /** The mean of the two in the middle if their number is even. */
    MIDDLE
  }

  record Chosen(Choice choice, List<Quantity> parts) implements Quantity {
    @Override
    public double value(Function<Cells, LogMean> samples) {
      return choose(parts, part -> part.value(samples));
    }

    @Override
    public Interval interval(Function<Cells, LogMean> samples, double lowTail, double highTail) {
      double low = choice == Choice.SMALLEST ? lowTail : lowTail / parts.size();
      double high = choice == Choice.LARGEST ? highTail : highTail / parts.size();
      List<Interval> each = parts.stream().map(part -> part.interval(samples, low, high)).toList();
      return new Interval(
          value(samples), choose(each, Interval::low), choose(each, Interval::high));
    }

    private <T> double choose(List<T> of, ToDoubleFunction<T> figure) {
      double[] figures = of.stream().mapToDouble(figure).sorted().toArray();
      return switch (choice) {
        case SMALLEST -> figures[0];
        case LARGEST -> figures[figures.length - 1];
        case MIDDLE -> Median.withDefaults().evaluate(figures);
      };
    }

    @Override
    public Stream<Cells> leaves() {
      return parts.stream().flatMap(Quantity::leaves);
    }

    @Override
    public Stream<Cells> deciding(Function<Cells, LogMean> samples) {
      List<Quantity> sorted =
          parts.stream().sorted(Comparator.comparingDouble(part -> part.value(samples))).toList();
      int last = sorted.size() - 1;
      return switch (choice) {
        case SMALLEST -> sorted.get(0).deciding(samples);
        case LARGEST -> sorted.get(last).deciding(samples);
        case MIDDLE ->
            sorted.subList(last / 2, last - last / 2 + 1).stream()
                .flatMap(part -> part.deciding(samples));
      };
    }
  }
}
