package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.probe.MediumFigure;
import org.pmemycsb.harness.probe.Pattern;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.spi.Medium;

/** The probes of places as tables. */
public final class MediumTables {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double GIGA = 1e9;
  private static final String READING =
      "Time of one operation of one thread: mean of the rounds, in brackets its 95 % interval."
          + " These figures bound what a database on the place can reach.";

  private static final List<String> MAIN =
      List.of(
          "load 8 B random",
          "pmem_flush 64 B random",
          "pmem_persist 64 B random",
          "pmem_persist 4 KiB seq.",
          "pmem_memcpy 4 KiB seq.",
          "read 4 KiB seq.",
          "append_fdatasync 4 KiB seq.",
          "append_o_dsync 4 KiB seq.",
          "read_direct 4 KiB random");

  private MediumTables() {}

  private record Line(String place, Probe probe, MediumFigure figure) {
    private Field percentile(Double nanos) {
      return MediumTables.percentile(probe, nanos, NANOS_PER_MICRO);
    }
  }

  /** The section of a report; without content if nothing was probed. */
  public static Section section(Map<String, Probe> probes) {
    List<Line> lines = new ArrayList<>();
    probes.forEach(
        (name, probe) ->
            measured(probe, any -> true)
                .forEach(figure -> lines.add(new Line(name, probe, figure))));
    Table table =
        new Columns<Line>()
            .text(Table.PLACE, Line::place)
            .text(Table.OPERATION, line -> line.figure().request().operation())
            .number("size", line -> Field.bytes(line.figure().request().sizeBytes()))
            .text("addresses", line -> line.figure().request().pattern().id())
            .number("threads", line -> Field.whole(line.figure().request().threads()))
            .number("time \u00b5s", line -> time(line.figure(), NANOS_PER_MICRO))
            .number("p50 \u00b5s", line -> line.percentile(line.figure().percentiles().p50()))
            .number("p99 \u00b5s", line -> line.percentile(line.figure().percentiles().p99()))
            .number("GB/s", line -> bandwidth(line.figure()))
            .table("medium", "", lines);
    List<Note> notes =
        probes.entrySet().stream()
            .map(each -> new Note(false, head(each.getKey(), each.getValue()) + "."))
            .toList();
    return Section.of("medium-section", "The medium", lines.isEmpty() ? "" : READING, table)
        .notes(notes);
  }

  private static Field bandwidth(MediumFigure figure) {
    return Field.number(Figures.trimmed(figure.bytesPerSecond() / GIGA), figure.bytesPerSecond());
  }

  /** One line about the probe, or the reason for its failure. */
  public static String head(String name, Probe probe) {
    String place = "place " + name + ": " + probe.folder() + " (" + probe.mediumId() + ")";
    if (probe.reason() != null) {
      return place + " was not measured: " + probe.reason();
    }
    return place
        + ", file of "
        + ByteSize.format(probe.method().workingSetBytes())
        + (probe.method().cacheBytes() == null
            ? ""
            : ", largest cache " + ByteSize.format(probe.method().cacheBytes()))
        + ", "
        + Plural.of(probe.method().rounds(), "round")
        + " by "
        + probe.method().tool()
        + (probe.method().flushing() == null ? "" : "; " + probe.method().flushing().describe())
        + (probe.model() == null ? "" : "; " + probe.readsNote());
  }

  /** The figures of a place that matter most to a database, for a terminal: a few lines. */
  public static String summary(String name, Probe probe) {
    double unit = unit(probe);
    int most =
        probe.figures().stream().mapToInt(figure -> figure.request().threads()).max().orElse(1);
    List<MediumFigure> figures =
        measured(probe, figure -> MAIN.contains(label(figure))).stream()
            .filter(
                figure ->
                    figure.request().threads() == 1
                        || figure.request().threads() == most
                            && figure.request().operation().equals("read"))
            .sorted(
                Comparator.comparingInt((MediumFigure figure) -> MAIN.indexOf(label(figure)))
                    .thenComparingInt(figure -> figure.request().threads()))
            .toList();
    Columns<MediumFigure> columns =
        new Columns<MediumFigure>()
            .text(Table.OPERATION, MediumTables::label)
            .number("threads", figure -> Field.whole(figure.request().threads()))
            .number(
                probe.medium() == Medium.DISK ? "us" : "ns",
                figure -> number(figure.nanos() / unit))
            .number("p50", figure -> percentile(probe, figure.percentiles().p50(), unit))
            .number("p99", figure -> percentile(probe, figure.percentiles().p99(), unit))
            .number("GB/s", MediumTables::bandwidth);
    List<String> failed = failed(probe);
    return String.join("\n", PlainText.wrapped(head(name, probe), PlainText.WIDTH, ""))
        + "\n"
        + text("", columns, figures)
        + (failed.isEmpty()
            ? ""
            : Plural.of(failed.size(), "operation") + " failed, first " + failed.get(0) + "\n");
  }

  private static List<String> failed(Probe probe) {
    return probe.figures().stream()
        .filter(figure -> !figure.measured())
        .map(figure -> figure.request().operation() + ": " + figure.error())
        .distinct()
        .toList();
  }

  /** The tables of a place for a terminal. */
  public static String text(String name, Probe probe) {
    List<String> parts = new ArrayList<>();
    parts.add(String.join("\n", PlainText.wrapped(head(name, probe), PlainText.WIDTH, "")) + "\n");
    for (Pattern pattern : Pattern.values()) {
      parts.add(times(probe, pattern));
    }
    parts.add(scaling(probe));
    parts.add(percentiles(probe));
    parts.add(
        failed(probe).stream().map(each -> "failed: " + each + "\n").collect(Collectors.joining()));
    return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining("\n"));
  }

  /** One thread: operations by sizes. */
  private static String times(Probe probe, Pattern pattern) {
    double unit = unit(probe);
    return pivot(
        "%s addresses, 1 thread: %s per operation, and 95 %% interval"
            .formatted(pattern.id(), unitName(probe)),
        measured(
            probe,
            figure -> figure.request().threads() == 1 && figure.request().pattern() == pattern),
        figure -> figure.request().operation(),
        figure -> figure.request().sizeBytes(),
        size -> ByteSize.format(size),
        figure -> time(figure, unit));
  }

  /** Operations and sizes by threads. */
  private static String scaling(Probe probe) {
    List<MediumFigure> all = measured(probe, any -> true);
    List<String> scaled =
        all.stream()
            .filter(figure -> figure.request().threads() > 1)
            .map(MediumTables::label)
            .toList();
    return pivot(
        "operations per second of all threads, by threads",
        all.stream().filter(figure -> scaled.contains(label(figure))).toList(),
        MediumTables::label,
        figure -> figure.request().threads(),
        threads -> Integer.toString(threads),
        figure -> Field.number(Figures.brief(figure.rate().mean()), figure.rate().mean()));
  }

  private static String label(MediumFigure figure) {
    return figure.request().operation()
        + " "
        + ByteSize.format(figure.request().sizeBytes())
        + (figure.request().pattern() == Pattern.RANDOM ? " random" : " seq.");
  }

  private static String percentiles(Probe probe) {
    double unit = unit(probe);
    Columns<MediumFigure> columns =
        new Columns<MediumFigure>()
            .text(Table.OPERATION, MediumTables::label)
            .number("p50", figure -> percentile(probe, figure.percentiles().p50(), unit))
            .number("p99", figure -> percentile(probe, figure.percentiles().p99(), unit))
            .number("p99.9", figure -> percentile(probe, figure.percentiles().p999(), unit));
    return text(
        "percentiles in " + unitName(probe) + ", 1 thread",
        columns,
        measured(
            probe,
            figure ->
                figure.request().threads() == 1
                    && figure.percentiles().p99() != null
                    && (probe.medium() == Medium.DISK
                        || figure.request().sizeBytes() == 64
                        || figure.request().operation().equals("load"))));
  }

  private static String pivot(
      String title,
      List<MediumFigure> figures,
      Function<MediumFigure, String> label,
      Function<MediumFigure, Integer> column,
      Function<Integer, String> head,
      Function<MediumFigure, Field> field) {
    Columns<String> columns = new Columns<String>().text(Table.OPERATION, name -> name);
    figures.stream()
        .map(column)
        .distinct()
        .sorted()
        .forEach(
            each ->
                columns.number(
                    head.apply(each),
                    name ->
                        figures.stream()
                            .filter(figure -> label.apply(figure).equals(name))
                            .filter(figure -> column.apply(figure).equals(each))
                            .findFirst()
                            .map(field)
                            .orElse(Field.NONE)));
    return text(title, columns, figures.stream().map(label).distinct().toList());
  }

  private static <T> String text(String title, Columns<T> columns, List<T> rows) {
    return rows.isEmpty()
        ? ""
        : (title.isEmpty() ? "" : title + "\n") + PlainText.narrow(columns.grid("", "", rows));
  }

  private static List<MediumFigure> measured(Probe probe, Predicate<MediumFigure> wanted) {
    return probe.figures().stream().filter(MediumFigure::measured).filter(wanted).toList();
  }

  private static double unit(Probe probe) {
    return probe.medium() == Medium.DISK ? NANOS_PER_MICRO : 1;
  }

  private static String unitName(Probe probe) {
    return probe.medium() == Medium.DISK ? "microseconds" : "nanoseconds";
  }

  private static Field time(MediumFigure figure, double unit) {
    Field time = number(figure.nanos() / unit);
    return figure.rate().low() == null
        ? time
        : time.within(
            // The highest rate is the shortest time.
            Figures.range(
                figure.nanos(figure.rate().high()) / unit,
                figure.nanos(figure.rate().low()) / unit));
  }

  /** The time of reading the clock is subtracted; shorter times are unknown. */
  private static Field percentile(Probe probe, Double nanos, double unit) {
    if (nanos == null) {
      return Field.NONE;
    }
    return nanos > 0 || probe.method().clockNs() == null
        ? number(nanos / unit)
        : Field.number("< " + Figures.readable(Math.max(1, probe.method().clockNs()) / unit), 0);
  }

  private static Field number(double figure) {
    return Field.number(Figures.readable(figure), figure);
  }
}
