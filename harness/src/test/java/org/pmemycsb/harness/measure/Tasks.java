package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Runs;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ProcessStarter;
import site.ycsb.DB;

/** Makes tasks for tests of runners: 10 records in the database {@code noop}. */
public final class Tasks {
  private Tasks() {}

  /** A task in two new folders, {@code scratch} and {@code workloads}. */
  public static RunTask of(Path folder, ExperimentDraft draft, RunnerKind runner)
      throws IOException {
    return of(folder, draft, runner, 1);
  }

  /** The same with so many client threads. */
  public static RunTask of(Path folder, ExperimentDraft draft, RunnerKind runner, int threads)
      throws IOException {
    draft.set(Settings.DATABASES, List.of(DatabaseChoice.NOOP));
    draft.set(Settings.RECORDS, 10L);
    Path scratch = Files.createDirectories(folder.resolve("scratch"));
    Path workloads = Files.createDirectories(folder.resolve("workloads"));
    Files.writeString(workloads.resolve("workloada"), "readproportion=1\n");
    return new RunTask(
        draft.finish(),
        Runs.of(DatabaseChoice.NOOP, runner, threads, 100, Durability.COMMIT, 1),
        Verify.OFF,
        new RunTask.Client(
            "none", List.of(), new Properties(), Map.of("GREETING", "good morning"), true, false),
        ProcessBuilder::start,
        live(new ServerProcesses(ProcessBuilder::start)),
        new Feature.Folders(scratch, Optional.empty(), scratch, workloads, scratch),
        List.of(),
        Duration.ZERO);
  }

  /** A database without a server, which cannot be emptied. */
  public static Live live(ServerProcesses servers) {
    return new Live(null, true, false, servers, Optional.empty());
  }

  /** The task with another client. */
  public static RunTask with(
      RunTask task, Class<? extends DB> client, Properties properties, ProcessStarter processes) {
    return new RunTask(
        task.experiment(),
        task.spec(),
        task.verify(),
        new RunTask.Client(client.getName(), List.of(), properties, Map.of(), true, false),
        processes,
        task.database(),
        task.folders(),
        task.features(),
        task.iteration());
  }
}
