package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.pmemycsb.harness.plan.design.Phase;

/**
 * Takes the databases of an invocation through their phases, each in a thread of its own, and lets
 * them measure one at a time.
 *
 * <p>A few databases at once open, practise, warm up and check, because nothing of this is
 * measured. The iterations of a phase begin when all databases are ready for it. Then one database
 * works, and all others wait. A load is one iteration.
 *
 * <p>Noise of a shared machine lasts seconds. Two databases are measured under the same noise only
 * if their iterations lie fractions of a second apart. Thread-safe.
 */
final class Rotation {
  private enum State {
    /** It waits to do what is not measured. */
    QUEUED,
    /** It does what is not measured. */
    WORKING,
    /** It waits for an iteration. */
    READY,
    MEASURED,
    GONE
  }

  private final State[] states;
  private final int[] iterations;
  private final int atOnce;
  private final Random order;
  private final Deque<Integer> turns = new ArrayDeque<>();
  private boolean inTurns;
  private boolean aborted;
  private long workedNanos;
  private long since = System.nanoTime();

  /**
   * @param atOnce how many of them work at the same time where nothing is measured
   * @param order shuffles the members before each phase
   */
  Rotation(int members, int atOnce, Random order) {
    this.states = new State[members];
    Arrays.fill(states, State.QUEUED);
    this.iterations = new int[members];
    this.atOnce = atOnce;
    this.order = order;
    advance();
  }

  /**
   * A database of an invocation.
   *
   * @param iteration how long its iterations are; zero if it makes each phase in one piece
   * @param iterations of each workload; a load has one
   */
  record Member(Rotation rotation, int number, Duration iteration, int iterations) {
    /** The only database of an invocation. */
    static Member alone() {
      return new Member(new Rotation(1, 1, new Random(0)), 0, Duration.ZERO, 1);
    }

    boolean isAlone() {
      return rotation.states.length == 1;
    }

    /** Waits for the turn to make an iteration; false if the phase is over for all databases. */
    boolean next(Phase phase) throws InterruptedException {
      return rotation.next(number, phase.isLoad() ? 1 : iterations);
    }
  }

  @FunctionalInterface
  interface Work {
    /** Makes the run of a member; false if the harness is being stopped. */
    boolean make(int member) throws IOException, InterruptedException;
  }

  /**
   * Makes the runs of all members. If one cannot be made, the others are broken off.
   *
   * @return false if the harness is being stopped
   * @throws IOException if the harness cannot work, for example because a disk is full
   */
  boolean run(Work each) throws IOException, InterruptedException {
    List<FutureTask<Boolean>> tasks =
        IntStream.range(0, states.length)
            .mapToObj(member -> new FutureTask<>(() -> made(member, each)))
            .toList();
    for (int i = 0; i < tasks.size(); i++) {
      Thread thread = new Thread(tasks.get(i), "database-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    boolean made = true;
    Throwable first = null;
    for (FutureTask<Boolean> task : tasks) {
      try {
        made &= task.get();
      } catch (ExecutionException failed) {
        if (first == null || first instanceof CancellationException) {
          first = failed.getCause();
        }
      }
    }
    if (first instanceof IOException broken) {
      throw broken;
    }
    if (first instanceof InterruptedException interrupted) {
      throw interrupted;
    }
    if (first instanceof RuntimeException refused) {
      throw refused;
    }
    if (first instanceof Error broken) {
      throw broken;
    }
    return made;
  }

  private boolean made(int member, Work work) throws IOException, InterruptedException {
    try {
      begin(member);
      return work.make(member);
    } catch (Exception | Error failed) {
      abort();
      throw failed;
    } finally {
      leave(member);
    }
  }

  private synchronized void begin(int member) throws InterruptedException {
    await(member);
  }

  /**
   * Waits for the turn of a database that is ready for an iteration.
   *
   * @param rounds iterations of this phase on each database
   * @return false if the phase is over, and the database may go on
   * @throws CancellationException if the invocation is broken off
   */
  synchronized boolean next(int member, int rounds) throws InterruptedException {
    iterations[member] = rounds;
    enter(member, State.READY);
    await(member);
    return states[member] == State.MEASURED;
  }

  /** A database is closed, or failed. The others go on. */
  private synchronized void leave(int member) {
    turns.removeIf(turn -> turn == member);
    enter(member, State.GONE);
  }

  /** Breaks the invocation off. No database gets a turn any more. */
  private synchronized void abort() {
    aborted = true;
    notifyAll();
  }

  /**
   * A clock for the time that a database takes from an invocation, in nanoseconds. Time in which
   * several work is divided among them.
   */
  synchronized long nanos() {
    long now = System.nanoTime();
    int working = (int) Arrays.stream(states).filter(Rotation::works).count();
    workedNanos += (now - since) / Math.max(1, working);
    since = now;
    return workedNanos;
  }

  private static boolean works(State state) {
    return state == State.WORKING || state == State.MEASURED;
  }

  private void await(int member) throws InterruptedException {
    while (!aborted && !works(states[member])) {
      wait();
    }
    if (aborted) {
      throw new CancellationException("another database of the invocation broke it off");
    }
  }

  private void enter(int member, State next) {
    nanos();
    states[member] = next;
    advance();
  }

  /** Gives the turn to the next ones. */
  private synchronized void advance() {
    if (members(State.MEASURED).isEmpty() && turns.isEmpty()) {
      if (inTurns) {
        inTurns = false;
        members(State.READY).forEach(member -> states[member] = State.QUEUED);
      }
      members(State.QUEUED).stream()
          .limit(atOnce - members(State.WORKING).size())
          .forEach(member -> states[member] = State.WORKING);
      if (members(State.WORKING).isEmpty()) {
        turns.addAll(phase());
        inTurns = true;
      }
    }
    if (members(State.MEASURED).isEmpty() && !turns.isEmpty()) {
      states[turns.poll()] = State.MEASURED;
    }
    notifyAll();
  }

  private List<Integer> members(State state) {
    return IntStream.range(0, states.length).filter(i -> states[i] == state).boxed().toList();
  }

  /** The turns of a phase, whose iterations all members make as often. */
  private List<Integer> phase() {
    List<Integer> ready = members(State.READY);
    int rounds = ready.stream().mapToInt(member -> iterations[member]).max().orElse(0);
    return balanced(ready, rounds, order).stream().flatMap(List::stream).toList();
  }

  /**
   * Rounds in which each follows each other one about equally often: the rows of a square that is
   * balanced for such effects, in random order, begun anew when they are used up.
   *
   * <p>For an even number of members, one square does it: E. J. Williams, Experimental Designs
   * Balanced for the Estimation of Residual Effects of Treatments, Australian Journal of Scientific
   * Research 2, 1949. For an odd number, the rows of the same square backwards come, too.
   */
  static List<List<Integer>> balanced(List<Integer> members, int rounds, Random random) {
    int n = members.size();
    List<Integer> named = new ArrayList<>(members);
    Collections.shuffle(named, random);
    List<List<Integer>> rows = new ArrayList<>();
    for (int row = 0; row < n; row++) {
      List<Integer> one = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        // 0, 1, n - 1, 2, n - 2 ...: each distance between neighbours occurs once.
        int step = i % 2 == 1 ? (i + 1) / 2 : (n - i / 2) % n;
        one.add(named.get((row + step) % n));
      }
      rows.add(one);
      if (n % 2 == 1 && n > 1) {
        List<Integer> backwards = new ArrayList<>(one);
        Collections.reverse(backwards);
        rows.add(backwards);
      }
    }
    List<List<Integer>> all = new ArrayList<>();
    while (all.size() < rounds) {
      Collections.shuffle(rows, random);
      all.addAll(rows.subList(0, Math.min(rows.size(), rounds - all.size())));
    }
    return all;
  }
}
