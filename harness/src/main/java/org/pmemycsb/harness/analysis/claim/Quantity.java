package org.pmemycsb.harness.analysis.claim;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;
import org.pmemycsb.harness.analysis.claim.Statement.Aggregate;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.SourcedValue;
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
 * @param choice of a node: all but {@code ALL}
 * @param parts of a node; none of a leaf
 * @param cells of a leaf: one for its figure, or two for the ratio of the first to the second
 */
record Quantity(Aggregate choice, List<Quantity> parts, List<CellRef> cells) {
  /**
   * A cell that a claim needs, on any medium.
   *
   * @param at value of each dimension; the place is empty where the experiment names none for the
   *     database
   */
  record CellRef(Map<Dimension, String> at) {
    String of(Dimension dimension) {
      return at.get(dimension);
    }

    /** Whether a cell is this one, of the database or of a product that stood in for it. */
    boolean is(Conditions key) {
      return is(key, EnumSet.allOf(Dimension.class));
    }

    /** Whether a cell is this one, but for its unknown durability. */
    boolean isWithUnknownDurability(Conditions key) {
      return key.sourcedDurability().source() == SourcedValue.Source.NONE
          && is(key, EnumSet.complementOf(EnumSet.of(Dimension.DURABILITY)));
    }

    private boolean is(Conditions key, Set<Dimension> dimensions) {
      return Dimension.inClaims()
          .filter(dimensions::contains)
          .allMatch(
              each ->
                  of(each).equals(key.claimed(each))
                      || each == Dimension.PLACE && of(each).isEmpty());
    }

    String shown() {
      Map<Dimension, Object> known = new EnumMap<>(at);
      known.entrySet().removeIf(each -> each.getValue().equals(absent(each.getKey())));
      return new Conditions(known).described();
    }

    private static String absent(Dimension dimension) {
      return dimension.column(dimension.absent()).toString();
    }
  }

  static Quantity leaf(CellRef... cells) {
    return new Quantity(Aggregate.MAX, List.of(), List.of(cells));
  }

  static Quantity chosen(Aggregate choice, List<Quantity> parts) {
    return parts.size() == 1 ? parts.get(0) : new Quantity(choice, parts, List.of());
  }

  /**
   * The value with its interval. If a cell has one invocation only, the ends mean nothing.
   *
   * @param of the figure of a leaf
   */
  Interval interval(Function<Quantity, LogMean> of, double lowTail, double highTail) {
    if (parts.isEmpty()) {
      return of.apply(this).interval(lowTail, highTail);
    }
    double low = choice == Aggregate.MIN ? lowTail : lowTail / parts.size();
    double high = choice == Aggregate.MAX ? highTail : highTail / parts.size();
    List<Interval> each = parts.stream().map(part -> part.interval(of, low, high)).toList();
    return new Interval(
        choose(each, Interval::figure), choose(each, Interval::low), choose(each, Interval::high));
  }

  private double choose(List<Interval> all, ToDoubleFunction<Interval> figure) {
    double[] figures = all.stream().mapToDouble(figure).sorted().toArray();
    return switch (choice) {
      case MIN -> figures[0];
      case MAX -> figures[figures.length - 1];
      default -> Median.withDefaults().evaluate(figures);
    };
  }

  Stream<Quantity> leaves() {
    return parts.isEmpty() ? Stream.of(this) : parts.stream().flatMap(Quantity::leaves);
  }

  /** The leaves that have the value: one, or the two around the middle. */
  Stream<Quantity> deciding(Function<Quantity, LogMean> of) {
    if (parts.isEmpty()) {
      return Stream.of(this);
    }
    List<Quantity> sorted =
        parts.stream()
            .sorted(Comparator.comparingDouble(part -> part.interval(of, 0.5, 0.5).figure()))
            .toList();
    int last = sorted.size() - 1;
    int from = choice == Aggregate.MIN ? 0 : choice == Aggregate.MAX ? last : last / 2;
    int to = choice == Aggregate.MIN ? 0 : choice == Aggregate.MAX ? last : last - last / 2;
    return sorted.subList(from, to + 1).stream().flatMap(part -> part.deciding(of));
  }
}
