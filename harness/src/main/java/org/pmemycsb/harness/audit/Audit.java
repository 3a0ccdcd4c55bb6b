package org.pmemycsb.harness.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.audit.Audited.RoundResult;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.host.workspace.Workspace;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.harness.result.Label;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;

/**
 * Audits databases, one after the other. Not thread-safe.
 *
 * @param workspace for the databases, on the medium
 */
public record Audit(
    AuditPlan plan, Workspace workspace, Medium medium, ChildJvm jvm, Progress progress) {

  public interface Progress {
    void started(String database, Durability durability, int rounds);

    void round(RoundResult result);
  }

  public static final class NotOpenedException extends Exception {
    private static final long serialVersionUID = 1L;

    NotOpenedException(DatabaseException why) {
      super(why.getMessage(), why);
    }
  }

  /**
   * Audits one database that keeps records. A log on a place of its own gets a folder of its own.
   *
   * @param jars jars that the client needs beside the harness's class path
   * @throws NotOpenedException if it cannot be opened with these settings
   * @throws ConfigurationException if it has another durability, or cannot be crashed
   * @throws IOException if a log or snapshot cannot be written, or the harness is being stopped
   */
  public Audited run(
      DatabaseAdapter adapter, List<Path> jars, DatabaseChoice choice, Durability durability)
      throws IOException, InterruptedException, NotOpenedException {
    Path folder = workspace.newFolder(adapter.name());
    Path log = workspace.newFolder("log");
    Path writeLogs = workspace.newFolder("writeLogs");
    ServerProcesses processes = new ServerProcesses(workspace::start);
    ServerSettings settings =
        new ServerSettings(
                folder,
                medium,
                durability,
                plan.layout(),
                false,
                plan.threads(),
                Optional.empty(),
                new LocalHost(),
                processes,
                Secrets.resolved(choice.ownOptions(), System::getenv))
            .patient(plan.patience());
    if (choice.logPlace().isPresent()) {
      settings = settings.withLog(new ServerSettings.DataFolder(log, medium));
    }
    try (processes;
        DatabaseServer server = open(adapter, settings)) {
      Databases.refuseOtherDurability(choice, durability, server);
      refuseUncrashable(choice, server, processes);
      String name =
          new Label(choice.label(), server.standIn()).text()
              + (settings.log().isPresent() ? ", log apart" : "");
      String version = server.version();
      Optional<Duration> window = server.lossWindow();
      progress.started(name, durability, plan.rounds());
      Round round =
          new Round(
              plan,
              jvm,
              workspace::start,
              server,
              processes,
              adapter.client().getName(),
              jars,
              writeLogs);
      return new Audited(name, version, durability, window, rounds(round, server));
    } catch (DatabaseException failure) {
      workspace.refuseIfClosed();
      throw new ConfigurationException(choice.label() + ": " + failure.getMessage(), failure);
    } finally {
      SafeFolder.delete(folder);
      SafeFolder.delete(log);
      SafeFolder.delete(writeLogs);
    }
  }

  private DatabaseServer open(DatabaseAdapter adapter, ServerSettings settings)
      throws IOException, NotOpenedException {
    try {
      return adapter.open(settings);
    } catch (DatabaseException failure) {
      workspace.refuseIfClosed();
      throw new NotOpenedException(failure);
    }
  }

  /** Crashes the empty database, to refuse before the load one that cannot be crashed. */
  private static void refuseUncrashable(
      DatabaseChoice choice, DatabaseServer server, ServerProcesses processes)
      throws InterruptedException {
    if (server.livesInClient()) {
      return;
    }
    try {
      processes.crash(server);
      ServerProcesses.restart(server);
    } catch (DatabaseException cannot) {
      throw new ConfigurationException(
          choice.label() + " cannot be audited: " + cannot.getMessage(), cannot);
    }
  }

  private List<RoundResult> rounds(Round round, DatabaseServer server)
      throws IOException, InterruptedException {
    List<RoundResult> results = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(plan.seed());
    Snapshot known = new Snapshot(plan.records(), AuditPlan.FIELDS);
    long[] safeSince = new long[plan.records()];
    Arrays.fill(safeSince, System.nanoTime());
    int version = 1;
    for (int i = 1; i <= plan.rounds(); i++) {
      Duration load = Duration.ofNanos((long) (random.nextDouble() * plan.time().toNanos()));
      Round.Outcome outcome;
      try {
        outcome = round.run(i, known, safeSince, version, random.nextLong(), load);
      } catch (Round.FailedException failure) {
        // A harness that is being stopped kills the processes, which makes the round fail.
        workspace.refuseIfClosed();
        add(results, failure.result(i));
        break;
      }
      round.clean();
      workspace.refuseIfClosed();
      add(results, outcome.result());
      version += outcome.operations();
      known = outcome.found();
      if (outcome.result().losses().orElseThrow().damaged()) {
        // Each further round would find the same damage again.
        try {
          server.reset();
        } catch (DatabaseException failure) {
          workspace.refuseIfClosed();
          String why = "the reset failed: " + failure.getMessage();
          add(results, RoundResult.failed(i + 1, Optional.empty(), why));
          break;
        }
        known = new Snapshot(plan.records(), AuditPlan.FIELDS);
      }
      Arrays.fill(safeSince, outcome.endedAt());
    }
    return results;
  }

  private void add(List<RoundResult> results, RoundResult result) {
    results.add(result);
    progress.round(result);
  }
}
