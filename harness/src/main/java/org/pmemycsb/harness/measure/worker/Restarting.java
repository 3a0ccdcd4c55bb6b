package org.pmemycsb.harness.measure.worker;

import java.io.IOException;
import java.time.Duration;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.worker.Messages.PhaseCommand;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;

/**
 * Kills a database with SIGKILL and starts it again. The workload is made before the kill and after
 * the restart. A store in the process of its clients is killed with that process, while it is open,
 * and a fresh process opens it again.
 */
record Restarting(
    RunTask task, Messages.Setup setup, OneWorker worker, Workers workers, DatabaseServer server) {

  /**
   * @return the figures after the restart; the failure, if there is one
   */
  Measurement make(PhaseCommand command, Runner.Watch watch)
      throws IOException, InterruptedException {
    boolean inClient = server.livesInClient();
    Measurement before =
        workers.make(
            command.beforeRestart(inClient), Workers.Keep.NONE, watch.during(RunPart.WARM_UP));
    if (!before.valid()) {
      return before;
    }
    watch.enter(RunPart.SERVER);
    try {
      // At periodic, the last moments before a kill may be lost. No record of them is asked for.
      Thread.sleep(server.lossWindow().orElse(Duration.ZERO).toMillis());
      if (inClient) {
        worker.renew(task, setup);
      } else {
        task.database().servers().crash(server);
      }
      worker.startsDatabase(() -> inClient ? 0 : ServerProcesses.restart(server));
      return workers.make(command.afterRestart(before.throughputOpsS()), Workers.Keep.NONE, watch);
    } catch (DatabaseException failed) {
      return command.failed("the restart failed: " + failed.getMessage());
    }
  }
}
