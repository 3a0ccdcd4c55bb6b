package org.pmemycsb.harness.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.pmemycsb.harness.experiment.RunSpec;

/**
 * How long the rest of a grid will take, learnt from the runs that are finished. Not thread-safe.
 *
 * <p>An open run is taken to last as long as the finished runs most like it: those of the same
 * database, threads and value size, or else those of the same database, or else all.
 */
public final class TimeLeft {
  private record Finished(RunSpec run, Duration took) {}

  private final List<RunSpec> open;
  private final List<Finished> finished = new ArrayList<>();

  public TimeLeft(List<RunSpec> runs) {
    this.open = new ArrayList<>(runs);
  }

  /** A run is done. */
  public void finished(RunSpec run, Duration took) {
    open.remove(run);
    finished.add(new Finished(run, took));
  }

  /**
   * The time from now to the end of the grid.
   *
   * @param current how long the run under way has taken so far
   * @return empty as long as no run is finished
   */
  public Optional<Duration> estimate(Duration current) {
    if (finished.isEmpty()) {
      return Optional.empty();
    }
    long millis = open.stream().mapToLong(this::expectedMillis).sum() - current.toMillis();
    return Optional.of(Duration.ofMillis(Math.max(0, millis)));
  }

  private long expectedMillis(RunSpec run) {
    return mean(other -> alike(run, other))
        .or(() -> mean(other -> other.database().equals(run.database())))
        .or(() -> mean(other -> true))
        .orElse(0L);
  }

  private static boolean alike(RunSpec a, RunSpec b) {
    return a.database().equals(b.database())
        && a.runner() == b.runner()
        && a.threads() == b.threads()
        && a.valueSize() == b.valueSize()
        && a.durability() == b.durability();
  }

  private Optional<Long> mean(Predicate<RunSpec> which) {
    var times =
        finished.stream()
            .filter(done -> which.test(done.run()))
            .mapToLong(done -> done.took().toMillis())
            .average();
    return times.isPresent() ? Optional.of((long) times.getAsDouble()) : Optional.empty();
  }
}
