package org.pmemycsb.harness.client.replay;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.replay.Shared.Stage;

/**
 * The threads of a phase. It sends them through a stage together, samples their progress, and waits
 * for all of them; never for ever. For one thread.
 */
final class Watchdog {
  private static final int LOOKS_OF_GRACE = 200;
  private static final long LOOKS_BEFORE_STUCK = 8;
  private static final long MOST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long LOOK_AT_LOST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  // Each message takes time of a processor that the database may need.
  private static final long PROGRESS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long HOPELESS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final List<ClientThread> clientThreads;
  private final List<ExecutorService> executors = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Shared shared;
  private final ReplaySettings settings;
  private final BitSet lost = new BitSet();
  private final List<PhaseMeasurement.DeadThread> stuck = new ArrayList<>();
  private final List<Long> sampleEnds = new ArrayList<>();
  private final List<Long> samples = new ArrayList<>();
  private long sampled;
  private long progressNanos = -PROGRESS_NANOS;
  private boolean hopeless;
  private Stage last;

  Watchdog(List<ClientThread> clientThreads, Shared shared, ReplaySettings settings) {
    this.clientThreads = clientThreads;
    this.shared = shared;
    this.settings = settings;
    for (int t = 0; t < clientThreads.size(); t++) {
      String name = Replayer.THREADS + t;
      executors.add(
          Executors.newSingleThreadExecutor(
              stages -> {
                Thread thread = new Thread(stages, name);
                thread.setDaemon(true);
                threads.add(thread); // in their order, as each gets its first stage
                return thread;
              }));
    }
  }

  /** Sends all threads through a stage, and waits until all but the lost ones are through. */
  void run(Stage stage) throws InterruptedException {
    await(stage, System.nanoTime(), Segments.FOREVER, () -> {});
  }

  /** Runs the warm-up until it is over or every thread is through. */
  void warmUp(WarmUp warmUp) throws InterruptedException {
    long begin = System.nanoTime();
    await(
        Stage.WARM_UP,
        begin,
        WarmUp.INTERVAL_NANOS,
        () -> {
          if (warmUp.isOver(System.nanoTime() - begin, done())) {
            shared.halt();
          }
        });
  }

  void warmUpAgain(long nanos) throws InterruptedException {
    await(Stage.WARM_UP, System.nanoTime(), nanos, shared::halt);
  }

  private long done() {
    return clientThreads.stream().mapToLong(ClientThread::done).sum();
  }

  /** As {@link #run}, with a sample at each interval of the measured time. */
  void runSampled(Stage stage, long asked, ProgressListener listener) throws InterruptedException {
    await(
        stage,
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
    int end = samples.size() - 1;
    if (end >= 0 && sampleEnds.get(end) >= elapsedNanos) {
      sampleEnds.remove(end);
      sampled -= samples.remove(end);
    }
    sample(elapsedNanos);
  }

  PhaseMeasurement.Series series() {
    return new PhaseMeasurement.Series(
        sampleEnds.stream().map(nanos -> nanos / 1e9).toList(), List.copyOf(samples));
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

  /** Stops all threads. Each tears down its client when it comes back. */
  void end() {
    shared.stop();
    if (last != Stage.CLEANUP) {
      send(Stage.CLEANUP);
    }
    executors.forEach(ExecutorService::shutdown);
  }

  /** Sends each thread into a stage; the futures end with it, one for each thread. */
  private List<CompletableFuture<Void>> send(Stage stage) {
    last = stage;
    shared.begin();
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (int t = 0; t < clientThreads.size(); t++) {
      ClientThread clientThread = clientThreads.get(t);
      ends.add(CompletableFuture.runAsync(() -> clientThread.pass(stage), executors.get(t)));
    }
    return ends;
  }

  private void await(Stage stage, long start, long interval, Runnable tick)
      throws InterruptedException {
    List<CompletableFuture<Void>> ends = send(stage);
    CompletableFuture<Void> all = CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
    long patience = settings.stuckAfter().toNanos();
    long look = Math.max(1, Math.min(patience / LOOKS_BEFORE_STUCK, MOST_LOOK_NANOS));
    long[] before = clientThreads.stream().mapToLong(ClientThread::done).toArray();
    long now = System.nanoTime();
    long[] idle = new long[clientThreads.size()];
    long nextTick = start + ((now - start) / interval + 1) * interval;
    Hope hope = new Hope();
    while (isUnderWay(ends)) {
      long wait = Math.min(look, nextTick - now);
      if (isOver(all, lost.isEmpty() ? wait : Math.min(wait, LOOK_AT_LOST_NANOS))) {
        return;
      }
      // At most a look: no thread is to blame for time in which the machine stood still.
      long awake = System.nanoTime();
      long passed = Math.min(look, awake - now);
      now = awake;
      if (!shared.isStopped() && hope.isLostAfter(passed)) {
        hopeless = true;
        shared.stop();
      }
      if (now - nextTick >= 0) {
        tick.run();
        nextTick += interval * ((now - nextTick) / interval + 1);
      }
      List<Integer> overdue = new ArrayList<>();
      for (int t = 0; t < before.length; t++) {
        ClientThread clientThread = clientThreads.get(t);
        long done = clientThread.done();
        if (lost.get(t) || done != before[t] || clientThread.isWaiting() || ends.get(t).isDone()) {
          before[t] = done;
          idle[t] = 0;
        } else {
          idle[t] += passed;
          if (idle[t] >= patience) {
            overdue.add(t);
          }
        }
      }
      if (!overdue.isEmpty()) {
        giveUp(overdue, ends, patience);
      }
    }
  }

  private boolean isUnderWay(List<CompletableFuture<Void>> ends) {
    return IntStream.range(0, ends.size()).anyMatch(t -> !lost.get(t) && !ends.get(t).isDone());
  }

  private static boolean isOver(CompletableFuture<Void> all, long nanos)
      throws InterruptedException {
    try {
      all.get(Math.max(1, nanos), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    } catch (ExecutionException broken) {
      throw new IllegalStateException("a stage throws nothing", broken);
    }
  }

  /** Interrupts all threads that are stuck before it waits for any of them. */
  private void giveUp(List<Integer> overdue, List<CompletableFuture<Void>> ends, long patience)
      throws InterruptedException {
    String cause = "stuck: no progress for " + TimeUnit.NANOSECONDS.toMillis(patience) + " ms";
    shared.stop();
    for (int thread : overdue) {
      stuck.add(
          new PhaseMeasurement.DeadThread(thread, clientThreads.get(thread).activity(), cause));
      threads.get(thread).interrupt();
    }
    int looks = LOOKS_OF_GRACE;
    for (int thread : overdue) {
      for (; looks > 0 && !ends.get(thread).isDone(); looks--) {
        Thread.sleep(5);
      }
      lost.set(thread, !ends.get(thread).isDone());
    }
  }

  /** Notices that every operation of all threads fails for a second. */
  private final class Hope {
    private long good = Long.MIN_VALUE;
    private long badThen;
    private long idle;

    Hope() {
      isLostAfter(0);
    }

    /** Whether operations failed and none was good for a second, after so many nanoseconds more. */
    boolean isLostAfter(long passed) {
      // An operation counts as bad before it counts as done, so no bad one is taken for good.
      long done = done();
      long bad =
          clientThreads.stream().mapToLong(clientThread -> clientThread.tally().notGood()).sum();
      if (done - bad > good) {
        good = done - bad;
        badThen = bad;
        idle = 0;
      } else {
        idle += passed;
      }
      return bad > badThen && idle >= HOPELESS_NANOS;
    }
  }
}
