package org.pmemycsb.harness.report.model;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.report.model.Chart.Look;
import org.pmemycsb.harness.report.model.Chart.Role;

/**
 * A table without a format. Each format has one writer, which escapes text.
 *
 * @param id unique in a report; lower-case letters and hyphens
 * @param title what it shows; empty where the heading above says it
 * @param columns from left to right; without any text in a table of names and values
 * @param rows each with a field for each column
 */
public record Table(String id, String title, List<Column> columns, List<Row> rows) {
  public static final String PLACE = "place";

  /** The column with the calls of a probe. */
  public static final String OPERATION = "operation";

  private static final Set<String> CONDITIONS = Set.of("threads", "value");
  private static final Set<String> LABELS =
      Set.of("database", PLACE, "threads", "value", "phase", OPERATION);

  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /**
   * @param text its header; a line feed where a terminal breaks it
   * @param number whether it has numbers, which are aligned to the right
   * @param width share of a paper's line, from 0 to 1, at which text is broken; 0 for none
   */
  public record Column(String text, boolean number, double width) {
    public static Column text(String text) {
      return new Column(text, false, 0);
    }

    public static Column wide(String text, double width) {
      return new Column(text, false, width);
    }

    public static Column number(String text) {
      return new Column(text, true, 0);
    }

    public boolean broken() {
      return width > 0;
    }
  }

  /** A row; bounds are less prominent. */
  public record Row(boolean bound, List<Field> fields) {
    public Row {
      fields = List.copyOf(fields);
    }
  }

  public enum Mark {
    NONE,
    FASTEST,
    INVALID,
    HOLDS,
    FAILS,
    UNDECIDED
  }

  /** The symbol of a series in the charts, shown before its name. */
  public record Swatch(Role role, Look look) {}

  /**
   * @param figure the text, without the interval
   * @param interval of a figure, from low to high; empty for none
   * @param sort the number to sort by; empty to sort by the text
   * @param link path of a file beside the report that the field opens; empty for none
   */
  public record Field(
      String figure,
      String interval,
      Optional<Double> sort,
      Mark mark,
      Optional<Swatch> swatch,
      String link) {
    public static final Field NONE = text("");
    public static final Field INVALID = number("INVALID", -1).marked(Mark.INVALID);

    public static Field text(String text) {
      return new Field(text, "", Optional.empty(), Mark.NONE, Optional.empty(), "");
    }

    /** A number; empty if it is unknown. */
    public static Field of(OptionalDouble figure, DoubleFunction<String> text) {
      return figure.isPresent()
          ? number(text.apply(figure.getAsDouble()), figure.getAsDouble())
          : NONE;
    }

    public static Field number(String text, double sort) {
      return new Field(text, "", Optional.of(sort), Mark.NONE, Optional.empty(), "");
    }

    /** The field as one line. */
    public String text() {
      return interval.isEmpty() ? figure : figure + " [" + interval + "]";
    }

    public Field within(String other) {
      return new Field(figure, other, sort, mark, swatch, link);
    }

    public Field linked(String path) {
      return new Field(figure, interval, sort, mark, swatch, path);
    }

    public static Field whole(long number) {
      return number(String.format(Locale.ROOT, "%d", number), number);
    }

    public static Field bytes(long bytes) {
      return number(ByteSize.format(bytes), bytes);
    }

    public Field marked(Mark other) {
      return new Field(figure, interval, sort, other, swatch, link);
    }

    public Field with(Role role, Look look) {
      return new Field(figure, interval, sort, mark, Optional.of(new Swatch(role, look)), link);
    }
  }

  /** The table without the columns that are not kept. */
  public Table columns(Predicate<Column> kept) {
    return columns(
        IntStream.range(0, columns.size()).filter(i -> kept.test(columns.get(i))).boxed().toList());
  }

  /** The labels, and the columns from one index to before another. */
  public Table columns(int from, int to) {
    return columns(
        IntStream.concat(IntStream.range(0, labels()), IntStream.range(from, to)).boxed().toList());
  }

  private Table columns(List<Integer> places) {
    return new Table(
        id,
        title,
        places.stream().map(columns::get).toList(),
        rows.stream()
            .map(row -> new Row(row.bound(), places.stream().map(row.fields()::get).toList()))
            .toList());
  }

  public Table titled(String other) {
    return new Table(id, other, columns, rows);
  }

  public Table rows(List<Row> other) {
    return new Table(id, title, columns, other);
  }

  /** The number of label columns, at the left. */
  public int labels() {
    int count = 0;
    while (count < columns.size() && LABELS.contains(columns.get(count).text())) {
      count++;
    }
    return count;
  }

  /** Threads and value size move from their columns to the title, if all rows have the same. */
  public Table brief() {
    Map<Column, String> same = new LinkedHashMap<>();
    for (int i = 0; i < labels(); i++) {
      int column = i;
      Set<String> texts = new HashSet<>();
      rows.forEach(row -> texts.add(row.fields().get(column).text()));
      texts.remove("");
      if (CONDITIONS.contains(columns.get(i).text()) && texts.size() == 1) {
        same.put(columns.get(i), texts.iterator().next());
      }
    }
    String said =
        Stream.concat(
                Stream.of(title).filter(text -> !text.isEmpty()),
                same.entrySet().stream().map(each -> each.getKey().text() + " " + each.getValue()))
            .collect(Collectors.joining("; "));
    return columns(column -> !same.containsKey(column)).titled(said);
  }

  public boolean bounded() {
    return rows.stream()
        .flatMap(row -> row.fields().stream())
        .anyMatch(field -> !field.interval().isEmpty());
  }

  /** Whether the columns have no headers: a list of names and values. */
  public boolean headless() {
    return columns.stream().allMatch(column -> column.text().isEmpty());
  }
}
