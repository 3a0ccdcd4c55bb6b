package org.pmemycsb.harness.result;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * A condition or a figure. {@link FileColumns} lists all.
 *
 * @param name in the files; {@code read_p50_us} is {@code p50} of {@code read_us} in {@code
 *     summary.json}
 * @param unit empty for none
 * @param says the meaning, in Markdown, for docs/reference/formats.md
 * @param summary how the runs of a cell make its figure
 * @param head in a table of the report; empty where its tables lack it
 * @param run its value in {@code runs.csv}; null where that file lacks the column. The value is
 *     null or NaN if it is not known
 * @param cell its value in a summary; null where a summary lacks the column. A value is text, a
 *     number, a truth value, an {@link Optional} or an {@link OptionalDouble}. An invalid cell has
 *     no optional value
 */
public record FileColumn(
    String name,
    String unit,
    String says,
    Summary summary,
    String head,
    Function<PhaseResult, Object> run,
    Function<Cell, Object> cell) {

  static FileColumn of(String name, String unit, String says) {
    return new FileColumn(name, unit, says, Summary.NONE, "", null, null);
  }

  /** A figure of valid runs, of which a cell has one. */
  static FileColumn figure(
      String name,
      String unit,
      String says,
      Summary summary,
      Function<PhaseResult, Double> ofValid) {
    return new FileColumn(
        name,
        unit,
        says,
        summary,
        "",
        run -> run.valid() ? ofValid.apply(run) : null,
        cell -> cell.figure(name));
  }

  FileColumn run(Function<PhaseResult, Object> value) {
    return new FileColumn(name, unit, says, summary, head, value, cell);
  }

  /** A figure in {@code runs.csv}; invalid runs have none. */
  FileColumn validRun(Function<PhaseResult, Object> value) {
    return run(run -> run.valid() ? value.apply(run) : null);
  }

  FileColumn cell(Function<Cell, Object> value) {
    return new FileColumn(name, unit, says, summary, head, run, value);
  }

  FileColumn says(String meaning) {
    return new FileColumn(name, unit, meaning, summary, head, run, cell);
  }

  FileColumn shown(String heading) {
    return new FileColumn(name, unit, says, summary, heading, run, cell);
  }

  /** The figure that the summary makes of valid runs; empty without such a figure. */
  Optional<Estimate> summarised(List<PhaseResult> valid) {
    return summary == Summary.NONE
        ? Optional.empty()
        : summary.of(valid, each -> (Double) run.apply(each));
  }

  /** The value of a cell; empty if it is unknown, or optional in an invalid cell. */
  public Object of(Cell its) {
    Object known = cell.apply(its);
    boolean optional = known instanceof OptionalDouble || known instanceof Optional<?>;
    return optional && !its.valid() ? OptionalDouble.empty() : known;
  }

  /** The number of a cell; empty if it is unknown or none. */
  public OptionalDouble known(Cell its) {
    Object value = of(its);
    return value instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : value instanceof OptionalDouble figure ? figure : OptionalDouble.empty();
  }
}
