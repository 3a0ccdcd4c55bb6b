package org.pmemycsb.harness.measure;

import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.statistics.CapacitySearch;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;

/**
 * How long a run will take, before its database has run once. The speed of a database is unknown
 * then, so this class assumes that of its kind. The speeds are below the medians over the databases
 * on tmpfs in {@code docs/measurements/results.md}, A to D, one thread.
 *
 * @param media of the places, by their names
 * @param inClient whether a database works in the process of its clients
 */
public record RunEstimate(
    Experiment experiment, Map<String, Medium> media, Predicate<DatabaseChoice> inClient) {
  public static final double SERVER_OPERATIONS_PER_SECOND = 30_000;

  public static final double STORE_OPERATIONS_PER_SECOND = 600_000;

  public static final double STORE_LOADS_PER_SECOND = 100_000;

  /** Of a load where each record waits for a disk. */
  public static final double SYNCED_LOADS_PER_SECOND = 1_000;

  // Of the default run: starts of processes and servers, practice, warm-up and checks.
  private static final double SECONDS_OUTSIDE_A_RUN = 1.3;
  private static final double SECONDS_OUTSIDE_A_PHASE = 0.3;

  // The machines of a cluster agree on an instant that lies ahead.
  private static final double SECONDS_TO_A_COMMON_START = 4;

  public Duration inPhases(RunSpec run) {
    return sum(run, false);
  }

  public Duration of(RunSpec run) {
    return sum(run, true);
  }

  private Duration sum(RunSpec run, boolean whole) {
    double seconds = whole ? SECONDS_OUTSIDE_A_RUN : 0;
    for (Phase phase : experiment.phases()) {
      double inPhase = seconds(run, phase);
      seconds += inPhase;
      // The workload is made before the kill, too.
      seconds += phase.isRestart() ? inPhase : 0;
      if (whole) {
        boolean timed = experiment.endsByTime(phase);
        seconds += SECONDS_OUTSIDE_A_PHASE;
        seconds += timed ? Phase.warmUp(RunTask.duration(experiment, run)).toMillis() / 1e3 : 0;
        seconds += run.machines() > 0 ? SECONDS_TO_A_COMMON_START : 0;
        seconds += experiment.searches(phase) ? CapacitySearch.USUAL_TRIALS * inPhase : 0;
      }
    }
    return Duration.ofMillis((long) (1000 * seconds));
  }

  private double seconds(RunSpec run, Phase phase) {
    if (phase.isLoad()) {
      return experiment.records()
          / (waitsForDisk(run) ? SYNCED_LOADS_PER_SECOND : rate(run, STORE_LOADS_PER_SECOND));
    }
    double seconds =
        experiment.operations(phase, run.clients()) / rate(run, STORE_OPERATIONS_PER_SECOND);
    return experiment.endsByTime(phase)
        ? Math.min(seconds, RunTask.duration(experiment, run).toMillis() / 1e3)
        : seconds;
  }

  private double rate(RunSpec run, double ofStore) {
    return inClient.test(run.database()) ? ofStore : SERVER_OPERATIONS_PER_SECOND;
  }

  private boolean waitsForDisk(RunSpec run) {
    return run.durability() == Durability.COMMIT
        && run.database()
            .logPlace()
            .or(run.database()::place)
            .map(media::get)
            .filter(Medium.DISK::equals)
            .isPresent();
  }
}
