package org.pmemycsb.harness.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.experiment.RunSpec;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.run.Progress;
import org.pmemycsb.harness.run.TimeLeft;

/**
 * Progress for a person: one line that is written over and over. It shows which run of how many,
 * the phase and its operations per second, and the time left for the whole grid. A line about an
 * invalid phase stays on the screen.
 */
final class LiveProgress implements Progress {
  private final PrintStream out;
  private final int width;
  private ProgressBar bar;
  private TimeLeft timeLeft;
  private volatile long runStartedNanos;
  private long lastFinished;
  private long lastNanos;

  /**
   * @param width columns of the terminal
   */
  LiveProgress(PrintStream out, int width) {
    this.out = out;
    this.width = width;
  }

  @Override
  public void gridStarted(List<RunSpec> runs) {
    timeLeft = new TimeLeft(runs);
    bar =
        new ProgressBarBuilder()
            .setTaskName("run")
            .setInitialMax(runs.size())
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(500)
            .hideEta()
            // Without a width, the library asks JLine, which takes SIGINT away from the JVM: Ctrl-C
            // would then end it at once, and leave servers and data behind.
            .setConsumer(new ConsoleProgressBarConsumer(out, width - 1))
            .build();
  }

  @Override
  public void runStarted(RunSpec run) {
    runStartedNanos = System.nanoTime();
  }

  @Override
  public void phaseStarted(RunSpec run, Phase phase) {
    lastFinished = 0;
    lastNanos = System.nanoTime();
    show(run.database().label() + " " + phase.id() + " starts");
  }

  @Override
  public void operations(Phase phase, long finished) {
    long now = System.nanoTime();
    double seconds = (now - lastNanos) / 1e9;
    if (seconds > 0 && finished >= lastFinished) {
      show(
          String.format(
              Locale.ROOT, "%s %,.0f op/s", phase.id(), (finished - lastFinished) / seconds));
    }
    lastFinished = finished;
    lastNanos = now;
  }

  private void show(String what) {
    String left =
        timeLeft.estimate(runTime()).map(time -> ", " + format(time) + " left").orElse("");
    bar.setExtraMessage(" " + what + left);
  }

  private Duration runTime() {
    return Duration.ofNanos(System.nanoTime() - runStartedNanos);
  }

  private static String format(Duration time) {
    return time.toHours() > 0
        ? time.toHours() + " h " + time.toMinutesPart() + " min"
        : time.toMinutes() > 0
            ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
            : time.toSeconds() + " s";
  }

  @Override
  public void phaseFinished(PhaseResult result) {
    if (!result.valid()) {
      out.println();
      out.println(
          "INVALID: " + result.run() + ", phase " + result.phase() + ": " + result.reason());
    }
  }

  @Override
  public void runFinished(RunSpec run) {
    timeLeft.finished(run, runTime());
    bar.step();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
