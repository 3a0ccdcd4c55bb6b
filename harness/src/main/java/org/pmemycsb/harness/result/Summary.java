package org.pmemycsb.harness.result;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.pmemycsb.harness.statistics.Estimate;

/** How the valid runs of a cell make its figure. */
public enum Summary {
  /** The column has its own rule, or is no figure. */
  NONE(""),
  MEAN("geometric mean"),
  /** A phase that misses its target has latencies that measure how long it lasted. */
  PERCENTILE("geometric mean; none if a run missed its target"),
  /** What some runs took, divided by their operations. */
  PER_OPERATION("total, divided by all operations"),
  LARGEST("largest");

  private final String says;

  Summary(String says) {
    this.says = says;
  }

  public String says() {
    return says;
  }

  /**
   * The figure of a cell, with its interval if it is a mean.
   *
   * @param valid runs
   * @param value of a run; null if it has no such thing, and NaN if it is not known
   * @return empty if no run has it, or if one does not know it
   */
  Optional<Estimate> of(List<PhaseResult> valid, Function<PhaseResult, Double> value) {
    List<PhaseResult> having = valid.stream().filter(run -> value.apply(run) != null).toList();
    double[] figures = having.stream().mapToDouble(value::apply).toArray();
    if (Arrays.stream(figures).anyMatch(Double::isNaN)) {
      return Optional.empty();
    }
    return switch (this) {
      case NONE -> Optional.empty();
      case MEAN -> Estimate.of(figures);
      case PERCENTILE ->
          valid.stream().anyMatch(run -> run.measurement().pace().unsustained())
              ? Optional.empty()
              : Estimate.of(figures);
      case LARGEST -> one(Arrays.stream(figures).max());
      case PER_OPERATION -> one(perOperation(having, figures));
    };
  }

  private static OptionalDouble perOperation(List<PhaseResult> runs, double[] figures) {
    double total = 0;
    double operations = 0;
    for (int i = 0; i < figures.length; i++) {
      long made =
          Objects.requireNonNull(runs.get(i).measurement().resources().usage()).operations();
      total += figures[i] * made;
      operations += made;
    }
    return operations > 0 ? OptionalDouble.of(total / operations) : OptionalDouble.empty();
  }

  private static Optional<Estimate> one(OptionalDouble figure) {
    OptionalDouble none = OptionalDouble.empty();
    return figure.stream().mapToObj(each -> new Estimate(1, each, none, none, none)).findFirst();
  }
}
