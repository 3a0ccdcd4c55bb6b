package org.pmemycsb.harness.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import org.pmemycsb.harness.plan.settings.RunSpec;

/**
 * How long the rest of a grid will take, learnt from the runs that are finished. Not thread-safe.
 *
 * <p>An open run is taken to last as long as the finished runs most like it: those of the same
 * database, place, threads and value size, or else those of the same database and place. Where none
 * is finished, it lasts as long as was estimated.
 */
final class TimeLeft {
  private record Finished(RunSpec run, Duration took) {}

  private final List<RunSpec> open;
  private final Function<RunSpec, Duration> estimate;
  private final List<Finished> finished = new ArrayList<>();

  /**
   * @param estimate of a run before any run like it is finished
   */
  TimeLeft(List<RunSpec> runs, Function<RunSpec, Duration> estimate) {
    this.open = new ArrayList<>(runs);
    this.estimate = estimate;
  }

  /** A run comes after the others. */
  void added(RunSpec run) {
    open.add(run);
  }

  void finished(RunSpec run, Duration took) {
    open.remove(run);
    finished.add(new Finished(run, took));
  }

  /**
   * The time from now to the end of the grid.
   *
   * @param atLeast how long it will last at least from now on
   */
  Duration of(RunSpec current, Duration soFar, Duration atLeast) {
    long others =
        open.stream().filter(run -> !run.equals(current)).mapToLong(this::expectedMillis).sum();
    long rest = expectedMillis(current) - soFar.toMillis();
    return Duration.ofMillis(others + Math.max(rest, atLeast.toMillis()));
  }

  private long expectedMillis(RunSpec run) {
    return (long)
        mean(other -> alike(run, other))
            .orElseGet(
                () ->
                    mean(other -> other.database().equals(run.database()))
                        .orElseGet(() -> estimate.apply(run).toMillis()));
  }

  private static boolean alike(RunSpec a, RunSpec b) {
    return a.database().equals(b.database()) && a.runner() == b.runner() && a.at().equals(b.at());
  }

  private OptionalDouble mean(Predicate<RunSpec> which) {
    return finished.stream()
        .filter(done -> which.test(done.run()))
        .mapToLong(done -> done.took().toMillis())
        .average();
  }
}
