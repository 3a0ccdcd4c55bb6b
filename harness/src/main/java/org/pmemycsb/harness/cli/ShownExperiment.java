package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.pmemycsb.harness.feature.Features;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.Terminal;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.LazyFleet;
import org.pmemycsb.harness.measure.LocalExperiment;
import org.pmemycsb.harness.measure.Progress;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.nativereplay.NativeRunner;
import org.pmemycsb.harness.measure.worker.TraceRunner;
import org.pmemycsb.harness.measure.ycsb.YcsbRunner;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.TimeSpan;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.harness.report.Report;
import org.pmemycsb.harness.report.RerunScript;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.report.tables.MediumTables;
import org.pmemycsb.harness.result.ResultFolder;

/**
 * Prints the course of a experiment, and the report at its end.
 *
 * @param patience ends a phase if no operation finishes for so long, and each wait for an answer
 * @param output details: with a line for each phase, a table after each repeat and not only after
 *     the first on a terminal, and all tables
 */
record ShownExperiment(LocalExperiment experiment, Duration patience, SharedOptions.Output output)
    implements LocalExperiment.Listener {
  @Override
  public Map<RunnerKind, Runner> runners(ChildJvm jvm, LazyFleet fleet) {
    return Map.of(
        RunnerKind.TRACE, new TraceRunner(jvm, patience, fleet),
        RunnerKind.YCSB, new YcsbRunner(jvm, patience),
        RunnerKind.NATIVE,
            new NativeRunner(
                patience, database -> experiment.databases().get(database.id()).nativeReplay()));
  }

  @Override
  public List<Feature.Kind> features(Feature.Plan plan) {
    return Features.of(plan);
  }

  @Override
  public void warn(String line) {
    Main.warn(line);
  }

  @Override
  public void begun(ResultFolder results, boolean resumed) throws IOException {
    if (!output.quiet()) {
      PlainText.listed(
              Notes.before(experiment.experiment(), results.environment(), experiment.hasServers()))
          .forEach(System.err::println);
    }
    if (!resumed) {
      RerunScript.write(results, Installation.find().launcher(), TimeSpan.format(patience));
    }
  }

  @Override
  public Progress progress() {
    if (output.quiet()) {
      return new Progress() {};
    }
    OptionalInt width = Terminal.widthOfStandardError();
    return width.isPresent()
        ? new LiveProgress(System.err, width.getAsInt(), experiment.estimate(), System::nanoTime)
        : new PlainProgress(
            System.err, output.details(), !experiment.estimate().experiment().budget().isZero());
  }

  @Override
  public void probed(Map<String, Probe> probes, Progress progress) {
    List<String> missing =
        probes.entrySet().stream()
            .filter(each -> each.getValue().reason() != null)
            .map(each -> MediumTables.head(each.getKey(), each.getValue()))
            .toList();
    progress.print(
        System.err,
        PlainText.listed(missing).stream().map(line -> line + "\n").collect(Collectors.joining()));
  }

  @Override
  public void repeated(ResultFolder results, int repeats, Progress progress) throws IOException {
    boolean waits = !output.quiet() && repeats == 1 && Terminal.widthOfStandardError().isPresent();
    if (output.details() || waits) {
      progress.print(
          Terminal.isStandardOutput() ? System.out : System.err,
          Report.textAfter(results, repeats));
    }
  }

  @Override
  public int ended(ResultFolder results) throws IOException {
    return ReportCommand.show(results, false, output.details());
  }
}
