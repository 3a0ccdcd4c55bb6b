package org.pmemycsb.harness.report.tables;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.statistics.Estimate;

/** The times of the restarts, as a section and as a sentence. */
public final class RestartTables {
  private static final String TITLE = "Restart";
  private static final String ANSWER = "restart_answer_s";
  private static final String READING =
      "Seconds after SIGKILL and the command to start again: until the database is up, until its"
          + " first right answer, and until its throughput is within 10 % of that before the kill."
          + " A store in the process of its clients comes back in a fresh JVM. Its compiler is part"
          + " of the last figure. Data is the size of keys and values.";

  private RestartTables() {}

  /** A row for each cell; nothing without restarts. */
  public static Section section(Results results) {
    List<Cell> cells = results.restarts();
    Names names = Names.of(cells);
    Table table =
        Throughput.labels(names, Cell::key)
            .number(
                "data", cell -> data(results.experiment().dataBytes(cell.key().valueSizeBytes())))
            .number("up, s", cell -> seconds(cell, "restart_up_s"))
            .number("first answer, s", cell -> seconds(cell, ANSWER))
            .number("throughput back, s", RestartTables::back)
            .table("restart", TITLE, cells);
    return Section.of("restart-section", TITLE, READING, table)
        .in(Output.PAGE, Output.DOCUMENT, Output.DETAILS);
  }

  private static Field data(long bytes) {
    return Field.number(Figures.readable(bytes / (double) (1 << 20)) + " MiB", bytes);
  }

  private static Field back(Cell cell) {
    Field back = seconds(cell, "restart_back_s");
    return back.equals(Field.NONE) ? Field.text("not in the phase") : back;
  }

  /** The shortest and the longest time until the first right answer; empty without valid ones. */
  public static Optional<String> range(List<Cell> cells) {
    Names names = Names.of(cells);
    List<Cell> known =
        cells.stream()
            .filter(cell -> cell.valid() && answer(cell).isPresent())
            .sorted(Comparator.comparingDouble(cell -> answer(cell).get().figure()))
            .toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    Cell fastest = known.get(0);
    Cell slowest = known.get(known.size() - 1);
    String least = shown(answer(fastest).get());
    return Optional.of(
        known.size() == 1
            ? "After a kill, %s gives the first right answer after %s."
                .formatted(where(fastest, names, cells), least)
            : "After a kill, the first right answer comes from %s after %s, and from %s after %s."
                .formatted(
                    where(fastest, names, cells),
                    least,
                    where(slowest, names, cells),
                    shown(answer(slowest).get())));
  }

  /** The time until the first right answer, in seconds; empty if unknown. */
  public static Optional<Estimate> answer(Cell cell) {
    return cell.estimate(ANSWER);
  }

  private static String where(Cell cell, Names names, List<Cell> cells) {
    boolean sizes = several(cells, each -> each.key().valueSizeBytes());
    boolean threads = several(cells, each -> each.key().threads());
    return Stream.of(
            names.of(cell.key()),
            names.placed() ? "@" + cell.key().where() : "",
            sizes ? "with " + ByteSize.format(cell.key().valueSizeBytes()) + " values" : "",
            threads ? "with " + cell.key().threads() + " threads" : "")
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private static boolean several(List<Cell> cells, Function<Cell, Object> part) {
    return cells.stream().map(part).distinct().count() > 1;
  }

  private static String shown(Estimate known) {
    return Figures.trimmed(known.figure())
        + " s"
        + Figures.interval(known, Figures::trimmed, " to ").map(" (%s)"::formatted).orElse("");
  }

  private static Field seconds(Cell cell, String time) {
    if (!cell.valid()) {
      return Field.INVALID;
    }
    return cell.estimate(time)
        .map(
            known ->
                Field.number(Figures.trimmed(known.figure()), known.figure())
                    .within(Figures.interval(known, Figures::trimmed, ", ").orElse("")))
        .orElse(Field.NONE);
  }
}
