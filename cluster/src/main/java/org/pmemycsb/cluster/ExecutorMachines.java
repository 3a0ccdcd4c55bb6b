package org.pmemycsb.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * The machines of this executor, and their workers: one machine in an executor of a cluster, N in
 * the JVM of {@code local[N]}. Spark may give a task to another executor in each job, so a task
 * asks here for its machine.
 *
 * <p>Thread-safe.
 */
final class ExecutorMachines {
  private static final Map<Integer, Worker> WORKERS = new TreeMap<>();
  private static final Deque<Integer> UNCLAIMED = new ArrayDeque<>();
  private static String numbering = "";
  private static String job = "";

  private ExecutorMachines() {}

  /** Adds a machine, and forgets the machines of an earlier numbering. */
  static synchronized void bind(String forNumbering, int machine) {
    if (!forNumbering.equals(numbering)) {
      killAll();
      numbering = forNumbering;
    }
    WORKERS.put(machine, Worker.NONE);
  }

  /** Gives each task of a job another machine of this executor; -1 if none is left. */
  static synchronized int claim(String forJob) {
    if (!forJob.equals(job)) {
      job = forJob;
      UNCLAIMED.clear();
      UNCLAIMED.addAll(WORKERS.keySet());
    }
    return UNCLAIMED.isEmpty() ? -1 : UNCLAIMED.poll();
  }

  /** Keeps a worker, and kills the machine's last one. */
  static synchronized void hold(int machine, Worker worker) {
    WORKERS.put(machine, worker).kill();
  }

  static synchronized Worker worker(int machine) {
    return WORKERS.get(machine);
  }

  static synchronized void killAll() {
    WORKERS.values().forEach(Worker::kill);
    WORKERS.clear();
  }

  /** Kills the workers, and keeps the machines. */
  static synchronized void killWorkers() {
    WORKERS.replaceAll(
        (machine, worker) -> {
          worker.kill();
          return Worker.NONE;
        });
  }
}
