package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.harness.experiment.ExperimentFile;
import org.pmemycsb.harness.report.chart.Chart;
import org.pmemycsb.harness.report.chart.SvgChart;

/** The file {@code report.html}: one page that needs nothing beside it. */
final class HtmlReport {
  static final String FILE = "report.html";

  private HtmlReport() {}

  /** A question with its charts drawn; what the template sees. */
  record Answer(String id, String title, String reading, List<Key> legend, List<Choice> choices) {
    boolean several() {
      return choices.size() > 1;
    }
  }

  /** An entry of a legend. */
  record Key(String swatch, String name) {}

  /** The charts of one set of conditions. */
  record Choice(String id, String label, boolean first, List<Figure> figures) {}

  /** A chart. */
  record Figure(String title, String svg, String remark) {}

  /** A database that was measured. */
  record Database(String label, String versions, List<ConfigurationFile> files) {
    boolean configured() {
      return !files.isEmpty();
    }
  }

  /** A file that a database was configured with. */
  record ConfigurationFile(String name, String text) {}

  /** The whole page. */
  static String render(Results results, List<Pairs.Pair> pairs, List<Question> questions) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("title", results.experiment().title());
    page.put("name", results.experiment().name());
    page.put("measure", MarkdownReport.measure(results.experiment()));
    page.put("subtitle", subtitle(results));
    page.put("notes", Notes.of(results));
    HtmlTables tables = new HtmlTables(results, pairs);
    page.put("comparison", tables.comparison());
    page.put("bold", tables.anyFastest());
    page.put("answers", questions.stream().map(HtmlReport::answer).toList());
    page.put("latency", tables.latency().stream().toList());
    page.put("invalid", tables.invalid().stream().toList());
    page.put("claims", tables.claims().stream().toList());
    page.put("bounds", tables.bounds().stream().toList());
    page.put("boundsLegend", CalibrationTable.LEGEND.replace("`", ""));
    page.put("pairs", tables.pairs().stream().toList());
    page.put("pairsRule", Pairs.RULE);
    page.put("cells", tables.cells());
    page.put("databases", databases(results));
    page.put("asked", Facts.asked(results));
    page.put("where", Facts.where(results));
    page.put("yaml", ExperimentFile.write(results.experiment()));
    page.put("patterns", SvgChart.patterns());
    return HtmlPage.render("report.mustache", page);
  }

  private static String subtitle(Results results) {
    return results.environment().pmem().medium().id()
        + " · "
        + results.environment().cpu()
        + results
            .begun()
            .map(begun -> " · " + begun.substring(0, Math.min(10, begun.length())))
            .orElse("")
        + " · pmem-ycsb "
        + results.environment().harness();
  }

  private static Answer answer(Question question) {
    Map<String, Key> legend = new LinkedHashMap<>();
    List<Choice> choices = new ArrayList<>();
    for (Question.Group group : question.groups()) {
      List<Figure> figures = new ArrayList<>();
      for (Chart chart : group.charts()) {
        for (Chart.Series series : chart.series()) {
          legend.putIfAbsent(
              series.name(),
              new Key(SvgChart.swatch(series.role(), series.style()), series.name()));
        }
        List<String> hidden = chart.boundsOutOfSight();
        figures.add(
            new Figure(
                chart.title(),
                SvgChart.render(chart),
                hidden.isEmpty() ? "" : "Far above, and not drawn: " + String.join(", ", hidden)));
      }
      choices.add(
          new Choice(
              question.id() + "-" + choices.size(), group.label(), choices.isEmpty(), figures));
    }
    return new Answer(
        question.id(), question.title(), question.reading(), List.copyOf(legend.values()), choices);
  }

  private static List<Database> databases(Results results) {
    List<Database> all = new ArrayList<>();
    results
        .versions()
        .forEach(
            (label, versions) ->
                all.add(
                    new Database(
                        label,
                        String.join("; ", versions),
                        results
                            .configuration()
                            .getOrDefault(Configurations.folderName(label), new TreeMap<>())
                            .entrySet()
                            .stream()
                            .map(file -> new ConfigurationFile(file.getKey(), file.getValue()))
                            .toList())));
    return all;
  }
}
