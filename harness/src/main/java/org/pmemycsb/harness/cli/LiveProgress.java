package org.pmemycsb.harness.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.pmemycsb.harness.measure.Progress;
import org.pmemycsb.harness.measure.RunEstimate;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;

/**
 * Progress for a person: one line that is written over and over. It shows which run of how many,
 * the phase, how much of the phase is over, its operations per second, and the time left for the
 * whole grid. A line about an invalid phase stays on the screen. Thread-safe.
 */
final class LiveProgress implements Progress {
  private static final int TICK_MILLIS = 500;
  private static final int LONGEST_BAR = 20;
  private static final int SHORTEST_BAR = 5;

  private final PrintStream out;
  private final int width;
  private final RunEstimate estimate;
  private final LongSupplier nanos;
  private Thread ticker;
  private TimeLeft timeLeft;
  private int total;
  private int current;
  private long gridNanos;
  private RunSpec run;
  private long runNanos;
  private Phase phase;
  private RunPart part;
  private long partNanos;
  private long done;
  private long doneNanos;
  private double perSecond;
  private boolean written;
  private boolean closed;

  LiveProgress(PrintStream out, int width, RunEstimate estimate, LongSupplier nanos) {
    this.out = out;
    this.width = width;
    this.estimate = estimate;
    this.nanos = nanos;
  }

  @Override
  public synchronized void gridStarted(List<RunSpec> runs) {
    timeLeft = new TimeLeft(runs, estimate::of);
    total = runs.size();
    gridNanos = nanos.getAsLong();
    ticker = new Thread(this::tick, "progress");
    ticker.setDaemon(true);
    ticker.start();
  }

  @Override
  public synchronized void runAdded(RunSpec run) {
    timeLeft.added(run);
    total++;
  }

  private void tick() {
    try {
      while (true) {
        Thread.sleep(TICK_MILLIS);
        show();
      }
    } catch (InterruptedException ended) {
      return;
    }
  }

  @Override
  public synchronized void runStarted(RunSpec started) {
    current++;
    run = started;
    runNanos = nanos.getAsLong();
    phase = null;
    partStarted(RunPart.SERVER);
    show();
  }

  @Override
  public synchronized void phaseStarted(RunSpec of, Phase started) {
    phase = started;
  }

  @Override
  public synchronized void partStarted(RunPart started) {
    part = started;
    partNanos = nanos.getAsLong();
    done = 0;
    doneNanos = partNanos;
    perSecond = 0;
  }

  @Override
  public synchronized void operations(Phase of, long finished) {
    long now = nanos.getAsLong();
    if (now > doneNanos && finished >= done) {
      perSecond = (finished - done) / ((now - doneNanos) / 1e9);
    }
    done = finished;
    doneNanos = now;
  }

  private synchronized void show() {
    if (!closed && run != null) {
      String line = line();
      out.write('\r');
      out.print(line + " ".repeat(Math.max(0, width - 1 - line.length())));
      out.flush();
      written = true;
    }
  }

  /** The line as it is now, narrower than the terminal. */
  synchronized String line() {
    Duration left = left();
    String of = PlainProgress.of(!estimate.experiment().budget().isZero());
    String text =
        " run " + current + of + total + ", " + activity() + ", " + format(left) + " left";
    int bar = Math.min(LONGEST_BAR, width - 3 - text.length());
    String whole = bar < SHORTEST_BAR ? text.strip() : bar(bar, left) + text;
    return whole.substring(0, Math.min(whole.length(), width - 1));
  }

  private String bar(int length, Duration left) {
    double over = seconds(gridNanos);
    int filled = (int) (length * over / (over + Math.max(0.001, left.toMillis() / 1e3)));
    return "[" + "#".repeat(filled) + " ".repeat(length - filled) + "]";
  }

  private String activity() {
    String name = run.database().identity();
    if (phase == null) {
      return name + ": " + part.id();
    }
    if (part != RunPart.PHASE) {
      return name + " " + phase.id() + ": " + part.id();
    }
    return String.format(
        Locale.ROOT,
        "%s %s %.0f %%%s",
        name,
        phase.id(),
        100 * share(),
        perSecond > 0 ? String.format(Locale.ROOT, ", %,.0f op/s", perSecond) : "");
  }

  /** How much of the phase's measured part is over, from 0 to 1. */
  private double share() {
    if (endsByTime(phase)) {
      return Math.min(1, seconds(partNanos) / (estimate.experiment().duration().toMillis() / 1e3));
    }
    long asked =
        phase.isLoad()
            ? estimate.experiment().records()
            : estimate.experiment().operations(phase, run.clients());
    return Math.min(1, (done + perSecond * seconds(doneNanos)) / asked);
  }

  private boolean endsByTime(Phase which) {
    return estimate.experiment().endsByTime(which);
  }

  /** The time to the end of the runs: of those planned, or of the budget if it fixes the end. */
  private Duration left() {
    Duration ofPlanned =
        timeLeft.of(run, Duration.ofNanos(nanos.getAsLong() - runNanos), atLeast());
    Experiment experiment = estimate.experiment();
    if (experiment.precision() > 0) {
      return ofPlanned;
    }
    Duration ofBudget = experiment.budget().minusNanos(nanos.getAsLong() - gridNanos);
    return ofBudget.compareTo(ofPlanned) > 0 ? ofBudget : ofPlanned;
  }

  /** How long the run lasts at least: the rest of the phase at its speed, and the later phases. */
  private Duration atLeast() {
    if (phase == null) {
      return Duration.ZERO;
    }
    double rest = 0;
    if (part == RunPart.PHASE) {
      double share = share();
      rest = share > 0 ? seconds(partNanos) * (1 - share) / share : 0;
    }
    List<Phase> phases = estimate.experiment().phases();
    long later =
        phases.subList(phases.indexOf(phase) + 1, phases.size()).stream()
            .filter(this::endsByTime)
            .count();
    return estimate.experiment().duration().multipliedBy(later).plusMillis((long) (1000 * rest));
  }

  private double seconds(long since) {
    return (nanos.getAsLong() - since) / 1e9;
  }

  static String format(Duration time) {
    return time.toHours() > 0
        ? time.toHours() + " h " + time.toMinutesPart() + " min"
        : time.toMinutes() > 0
            ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
            : time.toSeconds() + " s";
  }

  @Override
  public synchronized void phaseFinished(PhaseResult result) {
    if (!result.valid()) {
      print(
          out,
          "INVALID: " + result.run() + ", phase " + result.phase() + ": " + result.reason() + "\n");
    }
  }

  @Override
  public synchronized void runFinished(RunSpec finished) {
    timeLeft.finished(finished, Duration.ofNanos(nanos.getAsLong() - runNanos));
    run = null;
  }

  @Override
  public synchronized void print(PrintStream to, String text) {
    if (closed) {
      return;
    }
    clear();
    to.print(text);
    to.flush();
    show();
  }

  private void clear() {
    if (written) {
      out.write('\r');
      out.print(" ".repeat(width - 1));
      out.write('\r');
      out.flush();
      written = false;
    }
  }

  @Override
  public synchronized void close() {
    if (ticker != null) {
      ticker.interrupt();
    }
    closed = true;
    clear();
  }
}
