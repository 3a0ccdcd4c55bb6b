package org.pmemycsb.harness.run;

import java.util.Map;
import org.pmemycsb.harness.database.Databases;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.Placement;
import org.pmemycsb.harness.design.RunSpec;
import org.pmemycsb.harness.design.RunnerKind;

/**
 * The process of the clients. Successive runs share it where they can; closing ends the last one.
 * Not thread-safe.
 */
final class Invocations implements AutoCloseable {
  private final Placement placement;
  private final Databases databases;
  private final Map<RunnerKind, Runner> runners;
  private RunSpec latest;
  private Runner.Invocation invocation;

  Invocations(Placement placement, Databases databases, Map<RunnerKind, Runner> runners) {
    this.placement = placement;
    this.databases = databases;
    this.runners = runners;
  }

  /** The process for the next run. If it cannot be that of the run before, that one ends. */
  Runner.Invocation next(RunSpec spec) {
    if (latest == null || !isShared(latest, spec)) {
      close();
      invocation = runners.get(spec.runner()).invoke();
    }
    latest = spec;
    return invocation;
  }

  /**
   * Whether the process of a run's clients may make the next run. Another database may follow if
   * its clients have the same code, unless that is unknown code, the place chooses the processors,
   * or what the first database left in the process would count in the limit of memory.
   */
  boolean isShared(RunSpec before, RunSpec spec) {
    DatabaseChoice database = spec.database();
    return spec.isBeside(before)
        && (database.equals(before.database())
            || !database.isClass()
                && databases.client(database) == databases.client(before.database())
                && placement.mode() == Placement.Mode.NONE
                && spec.memory().isAll());
  }

  @Override
  public void close() {
    if (invocation != null) {
      invocation.close();
    }
  }
}
