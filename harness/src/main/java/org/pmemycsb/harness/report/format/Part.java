package org.pmemycsb.harness.report.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;

/** A section as the templates see it. */
public record Part(Section section, List<Grid> tables, List<Choice> choices) {
  /** The charts of one set of conditions. */
  public record Choice(String id, String label, List<Key> legend, List<Figure> figures) {}

  public record Key(String swatch, String name) {}

  public record Figure(String title, String svg, String remark) {}

  public record Attached(String name, String text) {}

  static Part of(Section section, Function<Table, List<Grid>> grids) {
    List<Choice> choices = new ArrayList<>();
    section
        .groups()
        .forEach(group -> choices.add(choice(section.id() + "-" + choices.size(), group)));
    return new Part(section, section.table().map(grids).orElse(List.of()), choices);
  }

  private static Choice choice(String id, Section.Group group) {
    Map<String, Key> legend = new LinkedHashMap<>();
    List<Figure> figures = new ArrayList<>();
    for (Chart chart : group.charts()) {
      for (Chart.Series series : chart.series()) {
        String swatch = SvgChart.swatch(!chart.overNames(), series.role(), series.look());
        legend.putIfAbsent(series.name(), new Key(swatch, series.name()));
      }
      List<String> hidden = chart.boundsOutOfSight();
      String notDrawn =
          hidden.isEmpty() ? "" : ". Far above, and not drawn: " + String.join(", ", hidden);
      figures.add(new Figure(chart.title(), SvgChart.render(chart), chart.caption() + notDrawn));
    }
    return new Choice(id, group.label(), List.copyOf(legend.values()), figures);
  }

  /** The page has no markup for names in backticks. */
  public String reading() {
    return section.reading().replace("`", "");
  }

  public List<Attached> files() {
    return section.files().entrySet().stream()
        .map(file -> new Attached(file.getKey(), file.getValue()))
        .toList();
  }

  public boolean charted() {
    return !choices.isEmpty();
  }

  public boolean several() {
    return choices.size() > 1;
  }
}
