package org.pmemycsb.harness.report.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.pmemycsb.harness.report.model.Table.Field;

/**
 * A part of a report without a format. Each writer takes its sections from one list, in order.
 *
 * @param id for links: lower-case letters and hyphens
 * @param outputs where it is shown
 * @param folded whether the page hides it behind its title, below all others
 * @param title its heading, and its name in the contents of the page; empty for none
 * @param reading help for readers; may be empty
 * @param notes beside a table
 * @param table at most one; one without rows is none
 * @param lines text in the place of a table, an entry a line
 */
public record Section(
    String id,
    Set<Output> outputs,
    boolean folded,
    String title,
    String reading,
    List<Note> notes,
    Optional<Table> table,
    List<String> lines,
    List<Group> groups,
    List<Attached> files) {

  public Section {
    table = table.filter(any -> !any.rows().isEmpty());
  }

  public enum Output {
    /** {@code report.html}. */
    PAGE,
    /** {@code report.md}. */
    DOCUMENT,
    /** {@code tables.tex}. */
    PAPER,
    TERMINAL,
    /** A terminal, with {@code --output details} only. */
    DETAILS
  }

  /**
   * Charts that are shown together.
   *
   * @param id unique in a report
   * @param label the conditions; empty when there is only one group
   */
  public record Group(String id, String label, List<Chart> charts) {
    public List<Field> legend() {
      Map<String, Field> legend = new LinkedHashMap<>();
      for (Chart chart : charts) {
        for (Chart.Series series : chart.series()) {
          legend.putIfAbsent(series.name(), Field.text(series.name()).with(chart.swatch(series)));
        }
      }
      return List.copyOf(legend.values());
    }
  }

  /** A text that readers of the page can unfold. */
  public record Attached(String name, String text) {}

  private static Section of(
      String id,
      String title,
      String reading,
      Optional<Table> table,
      List<String> lines,
      List<Group> groups,
      Output... outputs) {
    Set<Output> shown = Set.of(outputs);
    return new Section(
        id, shown, false, title, reading, List.of(), table, lines, groups, List.of());
  }

  public static Section of(String id, Table table, Output... outputs) {
    return of(id, "", "", Optional.of(table), List.of(), List.of(), outputs);
  }

  /** A table of the page and of the document. */
  public static Section of(String id, String title, String reading, Table table) {
    return of(id, table, Output.PAGE, Output.DOCUMENT).titled(title, reading);
  }

  public static Section of(
      String id, String title, String reading, List<String> lines, Output... outputs) {
    return of(id, title, reading, Optional.empty(), lines, List.of(), outputs);
  }

  /**
   * @param charts by the conditions that a reader chooses from
   */
  public static Section charts(
      String id, String title, String reading, Map<String, List<Chart>> charts) {
    List<Group> groups = new ArrayList<>();
    charts.forEach(
        (label, some) -> {
          if (!some.isEmpty()) {
            groups.add(new Group(id + "-" + groups.size(), label, some));
          }
        });
    return of(id, title, reading, Optional.empty(), List.of(), groups, Output.PAGE);
  }

  public Section captioned(String text) {
    return redrawn(chart -> chart.captioned(text));
  }

  public Section redrawn(UnaryOperator<Chart> by) {
    List<Group> others =
        groups.stream()
            .map(
                each -> new Group(each.id(), each.label(), each.charts().stream().map(by).toList()))
            .toList();
    return new Section(id, outputs, folded, title, reading, notes, table, lines, others, files);
  }

  public Section in(Output... others) {
    Set<Output> shown = Set.of(others);
    return new Section(id, shown, folded, title, reading, notes, table, lines, groups, files);
  }

  /** The same with a heading and how to read it. */
  public Section titled(String heading, String text) {
    return new Section(id, outputs, folded, heading, text, notes, table, lines, groups, files);
  }

  public Section notes(List<Note> all) {
    return new Section(id, outputs, folded, title, reading, all, table, lines, groups, files);
  }

  /** The same, hidden by the page. */
  public Section fold() {
    return new Section(id, outputs, true, title, reading, notes, table, lines, groups, files);
  }

  public Section with(List<Attached> attached) {
    return new Section(id, outputs, folded, title, reading, notes, table, lines, groups, attached);
  }

  public static List<Section> in(List<Section> all, Output output) {
    return all.stream().filter(section -> section.outputs().contains(output)).toList();
  }

  /** The reading for the page, which has no markup for names in backticks. */
  public String spoken() {
    return reading.replace("`", "");
  }

  public boolean severalGroups() {
    return groups.size() > 1;
  }

  public boolean any() {
    return !lines.isEmpty() || !notes.isEmpty() || !groups.isEmpty() || table.isPresent();
  }
}
