package org.pmemycsb.cluster;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.BarrierTaskContext;
import org.pmemycsb.harness.measure.WorkerGroup;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** A task of a Spark job. It runs in an executor, for one machine of the cluster. */
abstract class MachineTask extends AbstractFunction1<Iterator<Integer>, Iterator<Report>>
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The time between the last machine's answer and the first operation: see {@link RunPhase}. */
  private static final long LEAD_MICROS = 2_500_000;

  final String job = UUID.randomUUID().toString();

  /**
   * @return empty if the machine takes no part
   * @throws IOException if it fails; the message names the machine and the cause
   */
  abstract Optional<Report> perform(int task) throws IOException, InterruptedException;

  /** Whether all tasks run at the same time. */
  boolean together() {
    return true;
  }

  @Override
  public final Iterator<Report> apply(Iterator<Integer> tasks) {
    try {
      return CollectionConverters.asScala(perform(tasks.next()).stream().iterator());
    } catch (IOException failed) {
      Line.failed(job, failed.getMessage());
      throw new IllegalStateException(failed.getMessage(), failed);
    } catch (InterruptedException cancelled) {
      throw new IllegalStateException("cancelled", cancelled);
    }
  }

  final int machine() throws IOException {
    int machine = ExecutorMachines.claim(job);
    if (machine < 0) {
      throw new IOException("an executor was replaced");
    }
    return machine;
  }

  static final class NumberMachines extends MachineTask {
    private static final long serialVersionUID = 1L;

    @Override
    Optional<Report> perform(int task) {
      ExecutorMachines.bind(job, task);
      return Optional.of(Line.report(task, "", 0, 0));
    }
  }

  static final class StartWorkers extends MachineTask {
    private static final long serialVersionUID = 1L;
    private final int machines;
    private final ClassPath classPath;
    private final ArrayList<String> javaArguments;
    private final HashMap<String, String> environment;

    StartWorkers(
        int machines,
        ClassPath classPath,
        List<String> javaArguments,
        Map<String, String> environment) {
      this.machines = machines;
      this.classPath = classPath;
      this.javaArguments = new ArrayList<>(javaArguments);
      this.environment = new HashMap<>(environment);
    }

    @Override
    Optional<Report> perform(int task) throws IOException {
      int machine = machine();
      if (machine >= machines) {
        return Optional.empty();
      }
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      try {
        command.add("-cp");
        command.add(classPath.resolve());
        command.addAll(javaArguments);
        ExecutorMachines.hold(machine, Worker.start(command, environment));
      } catch (IOException failed) {
        throw new IOException(
            "%s: cannot start a worker: %s"
                .formatted(Report.name(machine, Line.host()), failed.getMessage()),
            failed);
      }
      return Optional.of(Line.report(machine, "", 0, 0));
    }
  }

  /**
   * Runs a phase. The machines meet in {@code allGather}. It releases each machine up to 1 s after
   * the last has come, so the first operation is {@value #LEAD_MICROS} microseconds later.
   */
  static final class RunPhase extends MachineTask {
    private static final long serialVersionUID = 1L;
    private final ArrayList<ArrayList<String>> lines = new ArrayList<>();

    /**
     * @param lines for each machine that takes part, the lines for its worker
     */
    RunPhase(List<? extends List<String>> lines) {
      lines.forEach(each -> this.lines.add(new ArrayList<>(each)));
    }

    @Override
    Optional<Report> perform(int task) throws IOException, InterruptedException {
      int machine = machine();
      if (machine >= lines.size()) {
        BarrierTaskContext.get().allGather("");
        return Optional.empty();
      }
      Worker worker = ExecutorMachines.worker(machine);
      boolean done = false;
      try {
        Report report = converse(machine, worker);
        done = true;
        return Optional.of(report);
      } catch (IOException failed) {
        throw new IOException(
            Report.name(machine, Line.host()) + ": " + failed.getMessage(), failed);
      } finally {
        // The worker is in an unknown state.
        if (!done) {
          worker.kill();
        }
      }
    }

    private Report converse(int machine, Worker worker) throws IOException, InterruptedException {
      for (String line : lines.get(machine)) {
        worker.say(line);
      }
      String answer = answer(machine, worker);
      boolean ready = answer.equals(WorkerGroup.READY);
      long clock = Line.clockMicros();
      long start = LEAD_MICROS;
      boolean all = true;
      for (String each :
          BarrierTaskContext.get().allGather(ready ? "" + (Line.micros() - clock) : "failed")) {
        if (each.equals("failed")) {
          all = false;
        } else if (!each.isEmpty()) {
          start = Math.max(start, Long.parseLong(each) + LEAD_MICROS);
        }
      }
      long late = 0;
      if (ready) {
        worker.say(all ? WorkerGroup.START + (start + clock) : WorkerGroup.ABORT);
        late = all ? Math.max(0, Line.micros() - start - clock) : 0;
        answer = answer(machine, worker);
      }
      return Line.report(machine, answer.substring(WorkerGroup.ANSWER.length()), clock, late);
    }

    private String answer(int machine, Worker worker) throws IOException, InterruptedException {
      return worker.answer(operations -> Line.progress(job, machine, operations));
    }
  }

  /** Kills the workers. A task waits, so that each executor gets one. */
  static final class KillWorkers extends MachineTask {
    private static final long serialVersionUID = 1L;
    private static final long MILLIS = 200;

    @Override
    Optional<Report> perform(int task) throws InterruptedException {
      ExecutorMachines.killWorkers();
      Thread.sleep(MILLIS);
      return Optional.empty();
    }

    @Override
    boolean together() {
      return false;
    }
  }
}
