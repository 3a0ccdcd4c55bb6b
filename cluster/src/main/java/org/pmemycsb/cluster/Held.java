package org.pmemycsb.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * The machines that this executor stands for, and their workers. An executor of a cluster holds one
 * machine, the JVM of {@code local[N]} holds N. Spark gives the tasks of each job to other
 * executors than those of the last: a task asks here which machine it is for.
 *
 * <p>Thread-safe.
 */
final class Held {
  private static final Map<Integer, Worker> WORKERS = new TreeMap<>();
  private static final Deque<Integer> UNCLAIMED = new ArrayDeque<>();
  private static String roll = "";
  private static String job = "";

  private Held() {}

  /** This executor stands for a machine, from this roll call on. It forgets those of another. */
  static synchronized void bind(String rollCall, int machine) {
    if (!rollCall.equals(roll)) {
      killAll();
      roll = rollCall;
    }
    WORKERS.put(machine, Worker.NONE);
  }

  /** Gives each task of a job another machine of this executor; -1 if it has no more. */
  static synchronized int claim(String forJob) {
    if (!forJob.equals(job)) {
      job = forJob;
      UNCLAIMED.clear();
      UNCLAIMED.addAll(WORKERS.keySet());
    }
    return UNCLAIMED.isEmpty() ? -1 : UNCLAIMED.poll();
  }

  /** Keeps a worker, and kills the one before it. */
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

  /** Kills the workers; the machines stay. */
  static synchronized void dismiss() {
    WORKERS.replaceAll(
        (machine, worker) -> {
          worker.kill();
          return Worker.NONE;
        });
  }
}
