package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.experiment.ExperimentFile;
import org.pmemycsb.harness.report.chart.Chart;
import org.pmemycsb.harness.report.chart.SvgChart;
import org.pmemycsb.harness.result.Configurations;

/** The file {@code report.html}: one page without other files. */
final class HtmlReport {
  static final String FILE = "report.html";

  private HtmlReport() {}

  /** A section as the template sees it. */
  record Part(
      Section section,
      String reading,
      List<HtmlTable> tables,
      List<Fact> facts,
      List<Attached> below,
      List<Key> legend,
      List<Choice> choices) {
    boolean noted() {
      return !section.notes().isEmpty();
    }

    boolean listed() {
      return !facts.isEmpty();
    }

    boolean charted() {
      return !choices.isEmpty();
    }

    boolean several() {
      return choices.size() > 1;
    }
  }

  record Key(String swatch, String name) {}

  /** The charts of one set of conditions. */
  record Choice(String id, String label, List<Figure> figures) {}

  record Figure(String title, String svg, String remark) {}

  /** A name and its value, with files below. */
  record Fact(String name, String value, List<Attached> files) {
    boolean configured() {
      return !files.isEmpty();
    }
  }

  /** A file within the page. */
  record Attached(String name, String text) {}

  /** The whole page. */
  static String render(Results results, List<Section> sections) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("title", results.experiment().title());
    page.put("subtitle", subtitle(results));
    page.put(
        "parts",
        Sections.in(sections, Section.Form.PAGE).stream()
            .map(section -> part(results, section))
            .toList());
    page.put("patterns", SvgChart.patterns());
    return HtmlPage.render("report.mustache", page);
  }

  private static String subtitle(Results results) {
    return results.environment().media()
        + " · "
        + results.environment().cpu()
        + results
            .begun()
            .map(begun -> " · " + begun.substring(0, Math.min(10, begun.length())))
            .orElse("")
        + " · pmem-ycsb "
        + results.environment().harness();
  }

  private static Part part(Results results, Section section) {
    Map<String, Key> legend = new LinkedHashMap<>();
    List<Choice> choices = new ArrayList<>();
    for (Section.Group group : section.groups()) {
      List<Figure> figures = new ArrayList<>();
      for (Chart chart : group.charts()) {
        for (Chart.Series series : chart.series()) {
          legend.putIfAbsent(
              series.name(),
              new Key(SvgChart.swatch(series.role(), series.style()), series.name()));
        }
        List<String> hidden = chart.boundsOutOfSight();
        String notDrawn =
            hidden.isEmpty() ? "" : ". Far above, and not drawn: " + String.join(", ", hidden);
        figures.add(new Figure(chart.title(), SvgChart.render(chart), chart.caption() + notDrawn));
      }
      choices.add(new Choice(section.id() + "-" + choices.size(), group.label(), figures));
    }
    List<Table> tables = section.table().stream().toList();
    return new Part(
        section,
        section.reading().replace("`", ""),
        tables.stream().filter(table -> !table.headless()).map(HtmlTable::of).toList(),
        tables.stream().filter(Table::headless).flatMap(table -> facts(results, table)).toList(),
        section.id().equals("asked")
            ? List.of(
                new Attached(
                    "The experiment as a file", ExperimentFile.write(results.experiment())))
            : List.of(),
        List.copyOf(legend.values()),
        choices);
  }

  private static Stream<Fact> facts(Results results, Table table) {
    return table.rows().stream()
        .map(
            row -> {
              String name = row.fields().get(0).text();
              return new Fact(
                  name,
                  row.fields().get(1).text(),
                  table.id().equals("databases") ? files(results, name) : List.of());
            });
  }

  private static List<Attached> files(Results results, String database) {
    return results
        .configuration()
        .getOrDefault(Configurations.folderName(database), new TreeMap<>())
        .entrySet()
        .stream()
        .map(file -> new Attached(file.getKey(), file.getValue()))
        .toList();
  }
}
