package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.probe.MediumFigure;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.harness.probe.Request;
import org.pmemycsb.harness.probe.Request.Pattern;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Columns;
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

  /** A figure of a place, with the unit of its times in nanoseconds. */
  private record Line(String place, Probe probe, MediumFigure figure, double unit) {
    Field time() {
      Field time = bareTime();
      return figure.rate().low() == null
          ? time
          : time.within(
              // The highest rate is the shortest time.
              Figures.range(
                  figure.nanos(figure.rate().high()) / unit,
                  figure.nanos(figure.rate().low()) / unit));
    }

    Field bareTime() {
      return number(figure.nanos() / unit);
    }

    /** The time of reading the clock is subtracted; shorter times are unknown. */
    Field percentile(Function<MediumFigure.Percentiles, Double> which) {
      Double nanos = which.apply(figure.percentiles());
      if (nanos == null) {
        return Field.NONE;
      }
      Long clock = probe.method().clockNs();
      return nanos > 0 || clock == null
          ? number(nanos / unit)
          : Field.number("< " + Figures.readable(Math.max(1, clock) / unit), 0);
    }

    Field bandwidth() {
      return Field.number(Figures.trimmed(figure.bytesPerSecond() / GIGA), figure.bytesPerSecond());
    }

    private static Field number(double figure) {
      return Field.number(Figures.readable(figure), figure);
    }
  }

  /** The section of a report; without content if nothing was probed. */
  public static Section section(Map<String, Probe> probes) {
    List<Line> lines = new ArrayList<>();
    List<Note> notes = new ArrayList<>();
    probes.forEach(
        (name, probe) -> {
          lines.addAll(lines(name, probe, NANOS_PER_MICRO));
          notes.add(new Note(false, head(name, probe) + "."));
        });
    Table table =
        new Columns<Line>()
            .text(Table.PLACE, Line::place)
            .text(Table.OPERATION, line -> line.figure().request().operation())
            .number("size", line -> Field.bytes(line.figure().request().sizeBytes()))
            .text("addresses", line -> line.figure().request().pattern().id())
            .number("threads", line -> Field.whole(line.figure().request().threads()))
            .number("time \u00b5s", Line::time)
            .number("p50 \u00b5s", line -> line.percentile(MediumFigure.Percentiles::p50))
            .number("p99 \u00b5s", line -> line.percentile(MediumFigure.Percentiles::p99))
            .number("GB/s", Line::bandwidth)
            .table("medium", "", lines);
    return Section.of("medium-section", "The medium", lines.isEmpty() ? "" : READING, table)
        .notes(notes);
  }

  private static List<Line> lines(String name, Probe probe, double unit) {
    return probe.figures().stream()
        .filter(MediumFigure::measured)
        .map(figure -> new Line(name, probe, figure, unit))
        .toList();
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

  /**
   * The table of a place for a terminal.
   *
   * @param details with every figure; otherwise with those that matter most to a database
   */
  public static String text(String name, Probe probe, boolean details) {
    boolean disk = probe.medium() == Medium.DISK;
    List<Line> all = lines(name, probe, disk ? NANOS_PER_MICRO : 1);
    Columns<Line> columns =
        new Columns<Line>()
            .text(Table.OPERATION, line -> label(line.figure()))
            .number("threads", line -> Field.whole(line.figure().request().threads()))
            .number(disk ? "us" : "ns", details ? Line::time : Line::bareTime)
            .number("p50", line -> line.percentile(MediumFigure.Percentiles::p50))
            .number("p99", line -> line.percentile(MediumFigure.Percentiles::p99));
    if (details) {
      columns.number("p99.9", line -> line.percentile(MediumFigure.Percentiles::p999));
    }
    columns.number("GB/s", Line::bandwidth);
    List<Line> figures = details ? all : main(probe, all);
    List<String> lines = new ArrayList<>(PlainText.wrapped(head(name, probe), PlainText.WIDTH, ""));
    if (!figures.isEmpty()) {
      PlainText.narrow(columns.table("", "", figures)).lines().forEach(lines::add);
    }
    List<String> failed = failed(probe);
    if (details) {
      failed.forEach(each -> lines.add("failed: " + each));
    } else if (!failed.isEmpty()) {
      lines.add(Plural.of(failed.size(), "operation") + " failed, first " + failed.get(0));
    }
    return String.join("\n", lines) + "\n";
  }

  /** With one thread, and reads with as many as were measured. */
  private static List<Line> main(Probe probe, List<Line> all) {
    int most =
        probe.figures().stream().mapToInt(figure -> figure.request().threads()).max().orElse(1);
    return all.stream()
        .filter(line -> MAIN.contains(label(line.figure())))
        .filter(
            line -> {
              Request request = line.figure().request();
              return request.threads() == 1
                  || request.threads() == most && request.operation().equals("read");
            })
        .sorted(
            Comparator.comparingInt((Line line) -> MAIN.indexOf(label(line.figure())))
                .thenComparingInt(line -> line.figure().request().threads()))
        .toList();
  }

  private static List<String> failed(Probe probe) {
    return probe.figures().stream()
        .filter(figure -> !figure.measured())
        .map(figure -> figure.request().operation() + ": " + figure.error())
        .distinct()
        .toList();
  }

  private static String label(MediumFigure figure) {
    return figure.request().operation()
        + " "
        + ByteSize.format(figure.request().sizeBytes())
        + (figure.request().pattern() == Pattern.RANDOM ? " random" : " seq.");
  }
}
