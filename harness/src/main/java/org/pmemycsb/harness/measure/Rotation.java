package org.pmemycsb.harness.measure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;

/**
 * Lets the databases of an invocation work one at a time. Each has a thread of its own, which waits
 * here unless it is the turn of its database.
 *
 * <p>A database begins when it may, opens, loads, and warms up for its first workload. When all
 * have come so far, they make the iterations of the workload in turn. After the last iteration of
 * all, each checks what it did and gets ready for the next workload, and so on.
 *
 * <p>Noise of a shared machine lasts seconds. Two databases are measured under the same noise only
 * if their iterations lie fractions of a second apart. Thread-safe.
 */
final class Rotation {
  /** What a database is to do when it is its turn. */
  private record Turn(int member, boolean iteration) {}

  private enum State {
    NOT_BEGUN,
    WORKING,
    WAITING,
    GONE
  }

  private final State[] states;
  private final int iterations;
  private final Random order;
  private final Deque<Turn> turns = new ArrayDeque<>();
  private Turn now;
  private boolean aborted;

  /**
   * @param members how many databases there are
   * @param iterations of each workload on each database
   * @param order shuffles the members before each workload
   */
  Rotation(int members, int iterations, Random order) {
    this.states = new State[members];
    Arrays.fill(states, State.NOT_BEGUN);
    this.iterations = iterations;
    this.order = order;
    advance();
  }

  /**
   * Waits until a database may open.
   *
   * @throws CancellationException if the invocation is broken off
   */
  synchronized void begin(int member) throws InterruptedException {
    await(member);
    states[member] = State.WORKING;
  }

  /**
   * Waits for the turn of a database that is ready for an iteration.
   *
   * @return false if the workload is over, and the database may go on
   * @throws CancellationException if the invocation is broken off
   */
  synchronized boolean next(int member) throws InterruptedException {
    states[member] = State.WAITING;
    advance();
    Turn turn = await(member);
    if (!turn.iteration) {
      states[member] = State.WORKING;
    }
    return turn.iteration;
  }

  /** A database is closed, or failed. The others go on. */
  synchronized void leave(int member) {
    states[member] = State.GONE;
    turns.removeIf(turn -> turn.member == member);
    if (now != null && now.member == member) {
      advance();
    }
  }

  /** Breaks the invocation off: nobody gets a turn any more. */
  synchronized void abort() {
    aborted = true;
    notifyAll();
  }

  private Turn await(int member) throws InterruptedException {
    while (!aborted && (now == null || now.member != member)) {
      wait();
    }
    if (aborted) {
      throw new CancellationException("another database of the invocation broke it off");
    }
    return now;
  }

  /** Gives the turn to the next one. */
  private synchronized void advance() {
    now = turns.poll();
    if (now == null) {
      for (int i = 0; i < states.length && now == null; i++) {
        if (states[i] == State.NOT_BEGUN) {
          now = new Turn(i, false);
        }
      }
    }
    if (now == null && Arrays.asList(states).contains(State.WAITING)) {
      turns.addAll(workload());
      now = turns.poll();
    }
    notifyAll();
  }

  /**
   * The turns of a workload: in each round another member begins, so that each is measured at each
   * place of a round, and in every other round they go backwards.
   */
  private List<Turn> workload() {
    List<Integer> members = new ArrayList<>();
    for (int i = 0; i < states.length; i++) {
      if (states[i] == State.WAITING) {
        members.add(i);
      }
    }
    List<Turn> all = new ArrayList<>();
    for (List<Integer> round : balanced(members, iterations, order)) {
      round.forEach(member -> all.add(new Turn(member, true)));
    }
    members.forEach(member -> all.add(new Turn(member, false)));
    return all;
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
