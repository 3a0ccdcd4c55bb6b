package org.pmemycsb.harness.report.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * A table without a format. The formats escape its text.
 *
 * @param id unique in a report; lower-case letters and hyphens
 * @param title what it shows; empty where the heading above says it
 * @param columns from left to right; without any text in a table of names and values
 * @param rows each with a field for each column
 */
public record Table(String id, String title, List<Column> columns, List<Row> rows) {
  public static final String PLACE = "place";

  public static final String OPERATION = "operation";

  private static final int LARGE = 12;

  // More do not fit on a page of a paper; an interval takes a line of its own.
  private static final int ROWS = 36;
  private static final int BOUNDED_ROWS = 24;
  private static final int COLUMNS = 6;

  private static final Set<String> CONDITIONS = Set.of("threads", "value");
  private static final Set<String> LABELS =
      Set.of("database", PLACE, "threads", "value", "phase", OPERATION);

  public Table {
    List<Column> heads = List.copyOf(columns);
    columns = heads;
    rows = rows.stream().map(row -> row.under(heads)).toList();
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

  public record Row(boolean bound, List<Field> fields) {
    public Row {
      fields = List.copyOf(fields);
    }

    public boolean bounded() {
      return fields.stream().anyMatch(field -> !field.interval().isEmpty());
    }

    private Row under(List<Column> columns) {
      return new Row(
          bound,
          IntStream.range(0, columns.size())
              .mapToObj(i -> fields.get(i).in(columns.get(i)))
              .toList());
    }
  }

  public enum Mark {
    NONE(""),
    FASTEST("fastest"),
    INVALID("invalid"),
    HOLDS("verdict holds"),
    FAILS("verdict fails"),
    UNDECIDED("verdict undecided");

    private final String kind;

    Mark(String kind) {
      this.kind = kind;
    }
  }

  /**
   * @param figure the text, without the interval
   * @param interval of a figure, from low to high; empty for none
   * @param number whether its column has numbers
   * @param sort the number to sort by; empty to sort by the text
   * @param swatch the symbol of its series, shown before the text
   * @param link path of a file beside the report that the field opens; empty for none
   */
  public record Field(
      String figure,
      String interval,
      boolean number,
      Optional<Double> sort,
      Mark mark,
      Optional<Chart.Swatch> swatch,
      String link) {
    public static final Field NONE = text("");
    public static final Field INVALID = number("INVALID", -1).marked(Mark.INVALID);

    private static Field of(String text, Optional<Double> sort) {
      return new Field(text, "", false, sort, Mark.NONE, Optional.empty(), "");
    }

    public static Field text(String text) {
      return of(text, Optional.empty());
    }

    public static Field number(String text, double sort) {
      return of(text, Optional.of(sort));
    }

    /** A number; empty if it is unknown. */
    public static Field of(OptionalDouble figure, DoubleFunction<String> text) {
      return figure.isPresent()
          ? number(text.apply(figure.getAsDouble()), figure.getAsDouble())
          : NONE;
    }

    /** A figure with its interval, if it has one. */
    public static Field of(Estimate known, DoubleFunction<String> text, String between) {
      return number(text.apply(known.figure()), known.figure())
          .within(Figures.interval(known, text, between).orElse(""));
    }

    public static Field whole(long number) {
      return number(Long.toString(number), number);
    }

    public static Field bytes(long bytes) {
      return number(ByteSize.format(bytes), bytes);
    }

    public Field within(String other) {
      return new Field(figure, other, number, sort, mark, swatch, link);
    }

    public Field linked(String path) {
      return new Field(figure, interval, number, sort, mark, swatch, path);
    }

    public Field marked(Mark other) {
      return new Field(figure, interval, number, sort, other, swatch, link);
    }

    public Field with(Chart.Swatch symbol) {
      return new Field(figure, interval, number, sort, mark, Optional.of(symbol), link);
    }

    private Field in(Column column) {
      return new Field(figure, interval, column.number, sort, mark, swatch, link);
    }

    public String text() {
      return interval.isEmpty() ? figure : figure + " [" + interval + "]";
    }

    /** The interval with the dash of a range. */
    public String ends() {
      return interval.replace('-', '–');
    }

    public String sortKey() {
      return sort.map(Object::toString).orElse("");
    }

    /** Classes of the style sheet. */
    public String kind() {
      return ((number ? "number " : "") + mark.kind).strip();
    }

    /** Whether the text is a judgement, which papers set in small capitals. */
    public boolean stated() {
      return mark != Mark.NONE && mark != Mark.FASTEST;
    }

    public String word() {
      return figure.toLowerCase(Locale.ROOT);
    }

    /** Whether a paper has a dash for a figure. */
    public boolean lacking() {
      return number && (figure.isEmpty() || figure.equals("-"));
    }
  }

  public Table columns(Predicate<Column> kept) {
    return columns(
        IntStream.range(0, columns.size()).filter(i -> kept.test(columns.get(i))).boxed().toList());
  }

  /** The labels, and the columns from one index to before another. */
  public Table columns(int from, int to) {
    return columns(
        IntStream.concat(IntStream.range(0, labels()), IntStream.range(from, to)).boxed().toList());
  }

  /** Pages of a paper: what is too long or too wide is continued below, with the same labels. */
  public List<Table> pages() {
    int most =
        columns.stream().anyMatch(Column::broken) ? ROWS / 3 : bounded() ? BOUNDED_ROWS : ROWS;
    List<Table> pages = new ArrayList<>();
    for (int row = 0; row < rows.size(); row += most) {
      Table some =
          new Table(id, title, columns, rows.subList(row, Math.min(rows.size(), row + most)));
      for (int from = labels(); from < columns.size(); from += COLUMNS) {
        pages.add(some.columns(from, Math.min(columns.size(), from + COLUMNS)));
      }
    }
    return pages;
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
    return rows.stream().anyMatch(Row::bounded);
  }

  public boolean large() {
    return rows.size() > LARGE;
  }

  /** Whether the columns have no headers: a list of names and values. */
  public boolean headless() {
    return columns.stream().allMatch(column -> column.text().isEmpty());
  }

  /**
   * The columns of a table, each with its field for one thing. Each row is about one thing.
   *
   * @param <T> what the rows are about
   */
  public static final class Columns<T> {
    private final List<Column> heads = new ArrayList<>();
    private final List<Function<T, Field>> fields = new ArrayList<>();
    private Predicate<T> bound = any -> false;

    public Columns<T> add(Column head, Function<T, Field> field) {
      heads.add(head);
      fields.add(field);
      return this;
    }

    public Columns<T> text(String head, Function<T, String> text) {
      return add(Column.text(head), each -> Field.text(text.apply(each)));
    }

    public Columns<T> number(String head, Function<T, Field> field) {
      return add(Column.number(head), field);
    }

    /** Says which rows are less prominent. */
    public Columns<T> bound(Predicate<T> things) {
      bound = things;
      return this;
    }

    public List<Column> heads() {
      return heads;
    }

    public Row row(T thing) {
      return new Row(bound.test(thing), fields.stream().map(each -> each.apply(thing)).toList());
    }

    public Table table(String id, String title, List<T> things) {
      return new Table(id, title, heads, things.stream().map(this::row).toList());
    }
  }
}
