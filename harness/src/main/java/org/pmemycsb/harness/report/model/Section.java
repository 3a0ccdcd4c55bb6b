package org.pmemycsb.harness.report.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A part of a report without a format. Each writer takes its sections from one list, in order.
 *
 * @param id for links: lower-case letters and hyphens
 * @param outputs where it is shown
 * @param link its name in the contents of the page; empty for none
 * @param title its heading; empty for none
 * @param reading help for readers; may be empty
 * @param notes beside a table
 * @param table at most one
 * @param folded whether the page hides it behind its title, below all others
 * @param lines text in the place of a table, an entry a line
 * @param groups charts, by the conditions that a reader chooses from
 */
public record Section(
    String id,
    Set<Output> outputs,
    String link,
    String title,
    String reading,
    List<Note> notes,
    Optional<Table> table,
    boolean folded,
    List<String> lines,
    List<Group> groups) {

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
   * @param label the conditions; empty when there is only one group
   */
  public record Group(String label, List<Chart> charts) {}

  public static Section of(String id, Table table, Output... outputs) {
    return new Section(
        id,
        Set.of(outputs),
        "",
        "",
        "",
        List.of(),
        Optional.of(table),
        false,
        List.of(),
        List.of());
  }

  /** A table of the page, in its contents by the heading, and of the document. */
  public static Section of(String id, String title, String reading, Table table) {
    return of(id, table, Output.PAGE, Output.DOCUMENT).linked(title).titled(title, reading);
  }

  public static Section of(
      String id, String title, String reading, List<String> lines, Output... outputs) {
    return new Section(
        id,
        Set.of(outputs),
        "",
        title,
        reading,
        List.of(),
        Optional.empty(),
        false,
        lines,
        List.of());
  }

  public static Section charts(String id, String title, String reading, List<Group> groups) {
    Set<Output> page = Set.of(Output.PAGE);
    return new Section(
        id, page, title, title, reading, List.of(), Optional.empty(), false, List.of(), groups);
  }

  public Section captioned(String text) {
    return redrawn(chart -> chart.captioned(text));
  }

  public Section redrawn(UnaryOperator<Chart> by) {
    List<Group> others =
        groups.stream()
            .map(each -> new Group(each.label(), each.charts().stream().map(by).toList()))
            .toList();
    return new Section(id, outputs, link, title, reading, notes, table, folded, lines, others);
  }

  public Section in(Output... others) {
    return new Section(
        id, Set.of(others), link, title, reading, notes, table, folded, lines, groups);
  }

  /** The same in the contents of the page. */
  public Section linked(String name) {
    return new Section(id, outputs, name, title, reading, notes, table, folded, lines, groups);
  }

  /** The same with a heading and how to read it. */
  public Section titled(String heading, String text) {
    return new Section(id, outputs, link, heading, text, notes, table, folded, lines, groups);
  }

  public Section notes(List<Note> all) {
    return new Section(id, outputs, link, title, reading, all, table, folded, lines, groups);
  }

  /** The same, hidden by the page. */
  public Section fold() {
    return new Section(id, outputs, "", title, reading, notes, table, true, lines, groups);
  }

  public static List<Section> in(List<Section> all, Output output) {
    return all.stream().filter(section -> section.outputs().contains(output)).toList();
  }

  public boolean any() {
    return !lines.isEmpty()
        || !notes.isEmpty()
        || !groups.isEmpty()
        || table.isPresent() && !table.get().rows().isEmpty();
  }
}
