package org.pmemycsb.harness.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.RunSpec;
import org.pmemycsb.spi.RecordLayout;

/** Prints the runs of an experiment, and an estimate of time and space. */
record DryRun(Experiment experiment, List<RunSpec> runs) {
  // The speed of a database is unknown before it has run; the estimate names this assumption.
  private static final double ASSUMED_OPERATIONS_PER_SECOND = 50_000;
  private static final double SECONDS_TO_START = 1;
  // A database keeps more than the data for each record, and writes a new value beside the old.
  private static final double SPACE_PER_DATA = 2;

  void print(PrintStream out) {
    runs.forEach(run -> out.println(run.describe()));
    out.printf(
        Locale.ROOT,
        "%d runs of %d phases; about %s if a database makes %,.0f operations a second; about %s of"
            + " space at a time%n",
        runs.size(),
        experiment.phases().size(),
        time(),
        ASSUMED_OPERATIONS_PER_SECOND,
        space());
  }

  private String time() {
    double operations =
        experiment.records() + (experiment.phases().size() - 1.0) * experiment.operations();
    double seconds =
        runs.size()
            * (experiment.phases().size() * SECONDS_TO_START
                + operations / ASSUMED_OPERATIONS_PER_SECOND);
    Duration time = Duration.ofSeconds((long) Math.ceil(seconds));
    return time.toMinutes() < 2
        ? time.toSeconds() + " s"
        : time.toHours() < 2 ? time.toMinutes() + " min" : time.toHours() + " h";
  }

  private String space() {
    int largest = experiment.valueSizes().stream().max(Integer::compare).orElseThrow();
    RecordLayout layout = experiment.layout(largest);
    double bytes =
        SPACE_PER_DATA
            * layout.maxRecords()
            * (layout.keyBytes() + (double) layout.fieldCount() * layout.fieldBytes());
    return ByteSize.format((long) Math.ceil(bytes / (1 << 20)) << 20);
  }
}
