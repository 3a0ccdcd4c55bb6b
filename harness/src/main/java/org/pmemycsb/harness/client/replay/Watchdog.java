package org.pmemycsb.harness.client.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;

/**
 * The threads of a phase. It waits for a stage of all of them to be over, sampling their progress;
 * never for ever.
 */
final class Watchdog {
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOKS_BEFORE_STUCK = 8;
  // Each message takes time of a processor that the database may need.
  private static final long PROGRESS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final List<Worker> workers;
  private final List<Thread> threads = new ArrayList<>();
  private final Stages shared;
  private final ReplaySettings settings;
  private final BitSet lost = new BitSet();
  private final List<PhaseMeasurement.DeadThread> stuck = new ArrayList<>();
  private final List<Long> sampleEnds = new ArrayList<>();
  private final List<Long> samples = new ArrayList<>();
  private long sampled;
  private long progressNanos = -PROGRESS_NANOS;
  private boolean hopeless;

  /** Starts the threads, which wait for the first stage. */
  Watchdog(List<Worker> workers, Stages shared, ReplaySettings settings) {
    this.workers = workers;
    this.shared = shared;
    this.settings = settings;
    for (int t = 0; t < workers.size(); t++) {
      Thread thread = new Thread(workers.get(t), Replayer.THREADS + t);
      thread.setDaemon(true);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  /** Opens a stage's gate and waits until all threads but the lost ones have left it. */
  void run(Stage stage) throws InterruptedException {
    await(shared.open(stage), System.nanoTime(), Segments.FOREVER, () -> {});
  }

  /** Runs the warm-up until it is over or every thread has left it. */
  void warmUp(WarmUp warmUp) throws InterruptedException {
    long begin = System.nanoTime();
    await(
        shared.open(Stage.WARM_UP),
        begin,
        WarmUp.INTERVAL_NANOS,
        () -> {
          if (warmUp.isOver(System.nanoTime() - begin, done())) {
            shared.halt();
          }
        });
  }

  void warmUpAgain(long nanos) throws InterruptedException {
    await(shared.open(Stage.WARM_UP), System.nanoTime(), nanos, shared::halt);
  }

  private long done() {
    return workers.stream().mapToLong(Worker::done).sum();
  }

  /** As {@link #run}, with a sample at each interval of the measured time. */
  void runSampled(Stage stage, long asked, ProgressListener listener) throws InterruptedException {
    await(
        shared.open(stage),
        shared.startNanos,
        settings.seriesInterval().toNanos(),
        () -> {
          long elapsed = System.nanoTime() - shared.startNanos;
          long done = sample(elapsed);
          if (elapsed - progressNanos >= PROGRESS_NANOS) {
            progressNanos = elapsed;
            listener.progress(done, asked, elapsed);
          }
        });
  }

  /** Adds a sample up to now, and returns the operations done. */
  private long sample(long elapsedNanos) {
    long done = done();
    sampleEnds.add(elapsedNanos);
    samples.add(done - sampled);
    sampled = done;
    return done;
  }

  /** Adds the last sample. One that was taken after the last operation becomes a part of it. */
  void ended(long elapsedNanos) {
    int last = samples.size() - 1;
    if (last >= 0 && sampleEnds.get(last) >= elapsedNanos) {
      sampleEnds.remove(last);
      sampled -= samples.remove(last);
    }
    sample(elapsedNanos);
  }

  PhaseMeasurement.Series series() {
    return new PhaseMeasurement.Series(List.copyOf(sampleEnds), List.copyOf(samples));
  }

  List<PhaseMeasurement.DeadThread> stuck() {
    return stuck;
  }

  /** Whether the phase was given up because every operation failed. */
  boolean isHopeless() {
    return hopeless;
  }

  /** Whether a thread did not come back; nothing of its own may be looked at. */
  boolean isLost(int thread) {
    return lost.get(thread);
  }

  private void await(Stages.Step step, long start, long interval, Runnable tick)
      throws InterruptedException {
    CountDownLatch over = step.over;
    long patience = settings.stuckAfter().toNanos();
    long look = Math.max(1, patience / LOOKS_BEFORE_STUCK);
    long[] last = workers.stream().mapToLong(Worker::done).toArray();
    long now = System.nanoTime();
    long[] since = new long[workers.size()];
    Arrays.fill(since, now);
    long nextTick = start + ((now - start) / interval + 1) * interval;
    Hopeless failing = new Hopeless(workers, now);
    while (over.getCount() > lost.cardinality()) {
      long wait = Math.min(look, nextTick - now);
      // A latch that a lost thread holds up is never opened, so it is polled then.
      if (!lost.isEmpty()) {
        wait = Math.min(wait, TimeUnit.MILLISECONDS.toNanos(10));
      }
      if (over.await(Math.max(1, wait), TimeUnit.NANOSECONDS)) {
        return;
      }
      now = System.nanoTime();
      if (!shared.isStopped() && failing.isSo(now)) {
        hopeless = true;
        shared.stop();
      }
      if (now - nextTick >= 0) {
        tick.run();
        nextTick += interval * ((now - nextTick) / interval + 1);
      }
      List<Integer> overdue = new ArrayList<>();
      for (int t = 0; t < last.length; t++) {
        Worker worker = workers.get(t);
        long done = worker.done();
        if (lost.get(t) || done != last[t] || worker.isWaiting() || worker.hasLeft(step)) {
          last[t] = done;
          since[t] = now;
        } else if (now - since[t] >= patience) {
          overdue.add(t);
        }
      }
      if (!overdue.isEmpty()) {
        giveUp(overdue, step, patience);
      }
    }
  }

  /** Interrupts all threads that are stuck before it waits for any of them. */
  private void giveUp(List<Integer> overdue, Stages.Step step, long patience)
      throws InterruptedException {
    String cause = "stuck: no progress for " + TimeUnit.NANOSECONDS.toMillis(patience) + " ms";
    shared.stop();
    for (int thread : overdue) {
      stuck.add(new PhaseMeasurement.DeadThread(thread, workers.get(thread).activity(), cause));
      threads.get(thread).interrupt();
    }
    long deadline = System.nanoTime() + GRACE_NANOS;
    for (int thread : overdue) {
      Worker worker = workers.get(thread);
      while (!worker.hasLeft(step) && System.nanoTime() < deadline) {
        Thread.sleep(5);
      }
      lost.set(thread, !worker.hasLeft(step));
    }
  }
}
