package org.pmemycsb.harness.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import org.pmemycsb.spi.Durability;

/** Expands an experiment into its runs. */
public final class Grid {
  private Grid() {}

  /**
   * All runs in the order in which they are to be made: repeat by repeat, and within a repeat
   * shuffled by the experiment's seed, so that a drift of the machine hits all databases alike. The
   * same experiment gives the same list.
   *
   * @param offered whether a database has a durability level; combinations that are not offered are
   *     left out
   */
  public static List<RunSpec> expand(
      Experiment experiment, BiPredicate<DatabaseChoice, Durability> offered) {
    List<RunSpec> runs = new ArrayList<>();
    Random order = new Random(experiment.seed());
    for (int repeat = 1; repeat <= experiment.repeats(); repeat++) {
      List<RunSpec> round = new ArrayList<>();
      for (DatabaseChoice database : experiment.databases()) {
        for (int threads : experiment.threads()) {
          for (int valueSize : experiment.valueSizes()) {
            for (Durability durability : experiment.durabilities()) {
              if (offered.test(database, durability)) {
                round.add(run(database, threads, valueSize, durability, repeat));
              }
            }
          }
        }
      }
      Collections.shuffle(round, order);
      runs.addAll(round);
    }
    return List.copyOf(runs);
  }

  private static RunSpec run(
      DatabaseChoice database, int threads, int valueSize, Durability durability, int repeat) {
    String id =
        String.join(
            "/",
            database.label(),
            "t" + threads,
            "v" + valueSize,
            durability.id(),
            Integer.toString(repeat));
    return new RunSpec(id, database, threads, valueSize, durability, repeat);
  }
}
