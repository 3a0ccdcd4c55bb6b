package org.pmemycsb.harness.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.claim.ClaimResult;
import org.pmemycsb.harness.analysis.claim.Claims;
import org.pmemycsb.harness.analysis.claim.LatencyFigure;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.FigureUnit;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.ComponentFile;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.probe.MediumFigure;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.tables.MediumTables;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.statistics.Invocations;
import org.pmemycsb.harness.statistics.Sample;

/**
 * The report of an experiment about the medium: the tables, charts and claims of a comparison.
 * Calls stand in the place of databases, and the order of addresses in the place of phases. Figures
 * are in the experiment's unit.
 */
public final class ComponentReport {
  private final Results results;
  private final Probe probe;
  private final FigureUnit unit;
  private final List<Integer> leftOut;

  /**
   * @param probed has this probe alone
   */
  public ComponentReport(ComponentFile asked, Environment probed, Probe probe) {
    Experiment experiment = asked.experiment();
    unit = asked.unit();
    leftOut = asked.leftOut();
    List<Cell> speeds = cells(probe, experiment, figure -> speed(figure, unit));
    List<Cell> cells =
        cells(
            probe,
            experiment,
            figure -> rate -> unit.shown(speed(figure, unit).applyAsDouble(rate)));
    this.probe = probe;
    this.results =
        new Results(
            experiment,
            probed,
            new Journal.Contents(List.of(), List.of(), List.of()),
            cells,
            List.of(),
            List.of(),
            Claims.judge(experiment, List.of(), speeds, LatencyFigure.Source.NONE, unit.speed()),
            Map.of(),
            new TreeMap<>(),
            List.of(),
            Optional.empty());
  }

  private static DoubleUnaryOperator speed(MediumFigure figure, FigureUnit unit) {
    return rate -> unit.speed(rate, figure.request().sizeBytes(), figure.request().threads());
  }

  private static List<Cell> cells(
      Probe probe, Experiment experiment, Function<MediumFigure, DoubleUnaryOperator> of) {
    return probe.figures().stream()
        .map(figure -> cell(figure, probe, experiment, of.apply(figure)))
        .toList();
  }

  private static Cell cell(
      MediumFigure figure, Probe probe, Experiment experiment, DoubleUnaryOperator of) {
    double[] figures = figure.samplesOpsS().stream().mapToDouble(of::applyAsDouble).toArray();
    List<Sample> samples =
        IntStream.range(0, figures.length).mapToObj(i -> new Sample(i + 1, figures[i])).toList();
    return Cell.of(
        new Conditions(
            Map.of(
                Dimension.DATABASE, label(figure.request().operation(), experiment),
                Dimension.PHASE, figure.request().pattern().id(),
                Dimension.THREADS, figure.request().threads(),
                Dimension.VALUE_SIZE, figure.request().sizeBytes(),
                Dimension.DURABILITY, experiment.get(Settings.DURABILITIES).get(0).id(),
                Dimension.MEDIUM, probe.mediumId(),
                Dimension.RUNNER, RunnerKind.TRACE.id())),
        new Cell.Repeats(
            Math.max(1, samples.size()),
            samples.size(),
            0,
            null,
            figure.measured() ? 0 : 1,
            figure.measured() ? List.of() : List.of(figure.error())),
        Cell.Rate.of(Invocations.of(samples)));
  }

  private static String label(String call, Experiment experiment) {
    return experiment.databases().stream()
        .filter(each -> each.id().equals(call))
        .map(DatabaseChoice::label)
        .findFirst()
        .orElse(call);
  }

  public List<ClaimResult> claims() {
    return results.claims();
  }

  /** Writes report, tables and plots into a folder; returns what a terminal shows. */
  public String write(Path folder) throws IOException {
    Report.writeProbe(folder, results.environment());
    List<Section> sections = sections();
    String lacking = Report.write(folder, results, sections);
    return PlainText.of(sections, folder, false) + (lacking.isEmpty() ? "" : lacking + "\n");
  }

  List<Section> sections() {
    List<Section> all = new ArrayList<>();
    String title = Figures.capital(unit.label());
    Table table = Throughput.table(results.cells(), List.of(), Set.of()).titled(title);
    all.add(
        Section.of(Sections.COMPARISON, title, Sections.measure(title, results.runs()), table)
            .notes(leftOut()));
    all.add(
        Section.of(Sections.COMPARISON, table, Output.TERMINAL)
            .titled(results.experiment().get(Settings.TITLE) + "; " + unit.label(), "")
            .notes(leftOut()));
    boolean grid =
        results.experiment().valueSizes().size() > 1 || results.experiment().threads().size() > 1;
    Charts charts =
        new Charts(
            results.cells(),
            Names.of(results.cells()),
            unit,
            "order of addresses",
            addresses -> Figures.capital(addresses) + " addresses");
    Questions.of(charts, List.of(), Map.of()).stream()
        .filter(section -> grid != section.id().equals("workloads"))
        .map(section -> section.titled("Charts by " + section.id(), section.reading()))
        .forEach(all::add);
    Sections.addClaims(all, results.claims());
    all.add(MediumTables.section(results.environment().probes()));
    all.add(Sections.where(results));
    String caption =
        "Medium %s; %s%s"
            .formatted(
                probe.mediumId(),
                Plural.of(probe.method().rounds(), "round"),
                probe.method().flushing() == null
                    ? ""
                    : "; " + probe.method().flushing().describe());
    return all.stream().filter(Section::any).map(each -> each.captioned(caption)).toList();
  }

  private List<Note> leftOut() {
    return leftOut.isEmpty()
        ? List.of()
        : List.of(
            new Note(
                true,
                "Left out: %s threads, for which this machine has too few processors."
                    .formatted(
                        leftOut.stream().map(String::valueOf).collect(Collectors.joining(", ")))));
  }
}
