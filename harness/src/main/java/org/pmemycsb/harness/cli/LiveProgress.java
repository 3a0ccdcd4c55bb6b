package org.pmemycsb.harness.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.pmemycsb.harness.measure.Progress;
import org.pmemycsb.harness.measure.RunEstimate;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.report.model.Figures;
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
  private final Experiment experiment;
  private final LongSupplier nanos;
  private final Thread ticker = new Thread(this::tick, "progress");
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
    this.experiment = estimate.experiment();
    this.nanos = nanos;
  }

  @Override
  public synchronized void gridStarted(List<RunSpec> runs) {
    timeLeft = new TimeLeft(runs, estimate::of);
    total = runs.size();
    gridNanos = nanos.getAsLong();
    ticker.setDaemon(true);
    ticker.start();
  }

  @Override
  public synchronized void runAdded(RunSpec run) {
    timeLeft.open.add(run);
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
    String of = PlainProgress.of(!experiment.budget().isZero());
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
    name += " " + phase.id();
    if (part != RunPart.PHASE) {
      return name + ": " + part.id();
    }
    return Figures.text("%s %.0f %%", name, 100 * share())
        + (perSecond > 0 ? Figures.text(", %,.0f op/s", perSecond) : "");
  }

  private double share() {
    if (experiment.endsByTime(phase)) {
      return Math.min(1, seconds(partNanos) / (experiment.duration().toMillis() / 1e3));
    }
    long asked =
        phase.isLoad() ? experiment.records() : experiment.operations(phase, run.clients());
    return Math.min(1, (done + perSecond * seconds(doneNanos)) / asked);
  }

  /** The time to the end of the runs: of those planned, or of the budget if it fixes the end. */
  private Duration left() {
    Duration ofPlanned =
        timeLeft.of(run, Duration.ofNanos(nanos.getAsLong() - runNanos), atLeast());
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
    double share = part == RunPart.PHASE ? share() : 0;
    double rest = share > 0 ? seconds(partNanos) * (1 - share) / share : 0;
    List<Phase> phases = experiment.phases();
    long later =
        phases.stream().skip(phases.indexOf(phase) + 1).filter(experiment::endsByTime).count();
    return experiment.duration().multipliedBy(later).plusMillis((long) (1000 * rest));
  }

  private double seconds(long since) {
    return (nanos.getAsLong() - since) / 1e9;
  }

  private static String format(Duration time) {
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
    if (!closed) {
      clear();
      to.print(text);
      to.flush();
      show();
    }
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
    ticker.interrupt();
    closed = true;
    clear();
  }

  /**
   * How long the rest of a grid will take, learnt from the runs that are finished.
   *
   * <p>An open run is taken to last as long as the finished runs most like it: those of the same
   * database, place, threads and value size, or else those of the same database and place. Where
   * none is finished, it lasts as long as was estimated.
   */
  static final class TimeLeft {
    private record Finished(RunSpec run, Duration took) {}

    private final List<RunSpec> open;
    private final Function<RunSpec, Duration> estimate;
    private final List<Finished> finished = new ArrayList<>();

    TimeLeft(List<RunSpec> runs, Function<RunSpec, Duration> estimate) {
      this.open = new ArrayList<>(runs);
      this.estimate = estimate;
    }

    void finished(RunSpec run, Duration took) {
      open.remove(run);
      finished.add(new Finished(run, took));
    }

    /**
     * The time from now to the end of the grid.
     *
     * @param atLeast how long the current run will last at least from now on
     */
    Duration of(RunSpec current, Duration soFar, Duration atLeast) {
      long others =
          open.stream().filter(run -> !run.equals(current)).mapToLong(this::expectedMillis).sum();
      long rest = expectedMillis(current) - soFar.toMillis();
      return Duration.ofMillis(others + Math.max(rest, atLeast.toMillis()));
    }

    private long expectedMillis(RunSpec run) {
      Predicate<RunSpec> ofDatabase = other -> other.database().equals(run.database());
      Predicate<RunSpec> alike =
          ofDatabase.and(other -> other.runner() == run.runner() && other.at().equals(run.at()));
      return (long)
          mean(alike)
              .orElseGet(() -> mean(ofDatabase).orElseGet(() -> estimate.apply(run).toMillis()));
    }

    private OptionalDouble mean(Predicate<RunSpec> which) {
      return finished.stream()
          .filter(done -> which.test(done.run()))
          .mapToLong(done -> done.took().toMillis())
          .average();
    }
  }
}
