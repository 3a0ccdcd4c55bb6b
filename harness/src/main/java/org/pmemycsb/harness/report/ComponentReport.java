package org.pmemycsb.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.pmemycsb.harness.claim.ClaimResult;
import org.pmemycsb.harness.claim.Claims;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.RunnerKind;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.medium.Figure;
import org.pmemycsb.harness.medium.Probe;
import org.pmemycsb.harness.report.Section.Form;
import org.pmemycsb.harness.report.chart.Chart;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Label;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.Reading;
import org.pmemycsb.harness.statistics.Bootstrap;

/**
 * The report of an experiment about the medium: the tables, charts and claims of a comparison.
 * Calls stand in the place of databases, and the order of addresses in the place of phases.
 */
public final class ComponentReport {
  private final Results results;
  private final Probe probe;

  /**
   * Of a probe that measured the experiment.
   *
   * @param probed with this probe alone
   */
  public ComponentReport(Experiment experiment, Environment probed, Probe probe) {
    List<Cell> cells =
        probe.figures().stream().map(figure -> cell(figure, probe, experiment)).toList();
    this.probe = probe;
    this.results =
        new Results(
            experiment,
            probed,
            List.of(),
            List.of(),
            cells,
            List.of(),
            List.of(),
            Claims.judge(experiment, List.of(), cells),
            Map.of(),
            Optional.empty(),
            new TreeMap<>());
  }

  private static Cell cell(Figure figure, Probe probe, Experiment experiment) {
    List<Double> samples = figure.samplesOpsS();
    return new Cell(
        new Conditions(
            new Label(figure.operation(), Optional.empty()),
            figure.pattern().id(),
            figure.threads(),
            figure.sizeBytes(),
            Reading.read(experiment.durabilities().get(0).id()),
            Reading.read(probe.medium().id()),
            RunnerKind.TRACE.id(),
            ""),
        Math.max(1, samples.size()),
        samples.size(),
        Bootstrap.median(
            samples.stream().mapToDouble(Double::doubleValue).toArray(), experiment.seed()),
        samples,
        Latency.NONE,
        Latency.NONE,
        0,
        figure.measured() ? 0 : 1,
        figure.measured() ? List.of() : List.of(figure.error()),
        null,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty());
  }

  /** The claims of the experiment, judged. */
  public List<ClaimResult> claims() {
    return results.claims();
  }

  /** Writes report, tables and plots into a folder; returns what a terminal shows. */
  public String write(Path folder) throws IOException {
    Files.createDirectories(folder);
    ProbeFile.write(folder, results.environment());
    List<Section> sections = sections();
    Files.writeString(
        folder.resolve(MarkdownReport.FILE), MarkdownReport.render(results.experiment(), sections));
    Files.writeString(folder.resolve(HtmlReport.FILE), HtmlReport.render(results, sections));
    Files.writeString(folder.resolve(LatexTables.FILE), LatexTables.render(sections));
    String lacking = Plots.write(folder.resolve(Plots.FOLDER), sections);
    return PlainText.of(sections, folder) + (lacking.isEmpty() ? "" : lacking + "\n");
  }

  List<Section> sections() {
    List<Section> all = new ArrayList<>();
    Table table = Throughput.table(results.cells(), List.of(), Set.of());
    all.add(
        Section.of("comparison-section", table, Form.PAGE, Form.DOCUMENT)
            .linked("Operations per second")
            .titled("Operations per second", Sections.measure(results.experiment())));
    all.add(
        Section.of("comparison-section", table, Form.TERMINAL)
            .titled(results.experiment().title() + "; operations per second", ""));
    boolean grid =
        results.experiment().valueSizes().size() > 1 || results.experiment().threads().size() > 1;
    Questions.of(results.cells(), List.of(), Map.of()).stream()
        .filter(section -> grid != section.id().equals("workloads"))
        .map(ComponentReport::titled)
        .forEach(all::add);
    Sections.addClaims(all, results.claims());
    all.add(Sections.claimLines(results.claims()));
    all.add(MediumTables.section(results.environment().probes()));
    all.add(
        Section.of("where", Sections.where(results), Form.PAGE, Form.DOCUMENT)
            .linked("Where")
            .titled("Where", ""));
    String caption =
        "Medium %s; %d rounds%s"
            .formatted(
                probe.medium().id(),
                probe.rounds(),
                probe.flushing() == null ? "" : "; " + probe.flushing().describe());
    return all.stream().filter(Section::any).map(each -> each.captioned(caption)).toList();
  }

  /** The charts speak of addresses instead of workloads. */
  private static Section titled(Section section) {
    List<Section.Group> groups =
        section.groups().stream()
            .map(
                group ->
                    new Section.Group(
                        group.label(),
                        group.charts().stream().map(ComponentReport::titled).toList()))
            .toList();
    return Section.charts(section.id(), "Charts by " + section.id(), section.reading(), groups);
  }

  private static Chart titled(Chart chart) {
    return new Chart(
        chart.id(),
        chart
            .title()
            .replaceAll("Workload (random|sequential)", "$1 addresses")
            .replaceFirst("^r", "R")
            .replaceFirst("^s", "S"),
        chart.kind(),
        chart.x(),
        chart.y(),
        chart.series(),
        chart.caption());
  }
}
