package org.pmemycsb.harness.report.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Row;

/**
 * The columns of a table, each with its field for one thing. Each row is about one thing.
 *
 * @param <T> what the rows are about
 */
public final class Columns<T> {
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
