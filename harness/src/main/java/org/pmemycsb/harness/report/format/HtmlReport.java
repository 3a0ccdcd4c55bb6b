package org.pmemycsb.harness.report.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;

/** The file {@code report.html}: one page without other files. */
public final class HtmlReport {
  public static final String FILE = "report.html";

  private HtmlReport() {}

  /** A section as the template sees it. */
  public record Part(
      Section section,
      String reading,
      List<HtmlTable> tables,
      List<Fact> facts,
      List<Attached> below,
      List<Choice> choices) {
    public boolean noted() {
      return !section.notes().isEmpty();
    }

    public boolean said() {
      return !section.lines().isEmpty();
    }

    public boolean listed() {
      return !facts.isEmpty();
    }

    public boolean charted() {
      return !choices.isEmpty();
    }

    public boolean several() {
      return choices.size() > 1;
    }
  }

  public record Key(String swatch, String name) {}

  /** The charts of one set of conditions. */
  public record Choice(String id, String label, List<Key> legend, List<HtmlChart> figures) {}

  public record HtmlChart(String title, String svg, String remark) {}

  public record Fact(String name, String value, List<Attached> files) {
    public boolean configured() {
      return !files.isEmpty();
    }
  }

  public record Attached(String name, String text) {}

  /**
   * @param files texts that readers can unfold, by name: for a section by its id, and for a row of
   *     a table by {@link #fileKey}
   */
  public static String render(
      String title,
      String subtitle,
      List<Section> sections,
      Map<String, Map<String, String>> files) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("title", title);
    page.put("subtitle", subtitle);
    Map<Boolean, List<Part>> parts =
        Section.in(sections, Section.Output.PAGE).stream()
            .map(section -> part(files, section))
            .collect(Collectors.partitioningBy(part -> part.section().folded()));
    page.put("parts", parts.get(false));
    page.put("rest", parts.get(true));
    page.put("folds", !parts.get(true).isEmpty());
    return HtmlPage.render("report.mustache", page);
  }

  private static Part part(Map<String, Map<String, String>> files, Section section) {
    List<Choice> choices = new ArrayList<>();
    for (Section.Group group : section.groups()) {
      Map<String, Key> legend = new LinkedHashMap<>();
      List<HtmlChart> figures = new ArrayList<>();
      for (Chart chart : group.charts()) {
        for (Chart.Series series : chart.series()) {
          legend.putIfAbsent(
              series.name(),
              new Key(
                  SvgChart.swatch(!chart.overNames(), series.role(), series.look()),
                  series.name()));
        }
        List<String> hidden = chart.boundsOutOfSight();
        String notDrawn =
            hidden.isEmpty() ? "" : ". Far above, and not drawn: " + String.join(", ", hidden);
        figures.add(
            new HtmlChart(chart.title(), SvgChart.render(chart), chart.caption() + notDrawn));
      }
      choices.add(
          new Choice(
              section.id() + "-" + choices.size(),
              group.label(),
              List.copyOf(legend.values()),
              figures));
    }
    List<Table> tables = section.table().stream().toList();
    return new Part(
        section,
        section.reading().replace("`", ""),
        tables.stream().filter(table -> !table.headless()).map(HtmlTable::of).toList(),
        tables.stream()
            .filter(Table::headless)
            .flatMap(table -> table.rows().stream().map(row -> fact(files, table, row)))
            .toList(),
        attached(files, section.id()),
        choices);
  }

  private static Fact fact(Map<String, Map<String, String>> files, Table table, Table.Row row) {
    String name = row.fields().get(0).text();
    return new Fact(name, row.fields().get(1).text(), attached(files, fileKey(table.id(), name)));
  }

  /** The key for files that belong to a row of a table of names and values. */
  public static String fileKey(String table, String name) {
    return table + "/" + name;
  }

  private static List<Attached> attached(Map<String, Map<String, String>> files, String to) {
    return files.getOrDefault(to, Map.of()).entrySet().stream()
        .map(file -> new Attached(file.getKey(), file.getValue()))
        .toList();
  }
}
