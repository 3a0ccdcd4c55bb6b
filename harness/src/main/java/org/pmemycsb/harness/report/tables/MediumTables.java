package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
            measured(probe).forEach(figure -> lines.add(new Line(name, probe, figure))));
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

  /**
   * The table of a place for a terminal.
   *
   * @param details with every figure; otherwise with those that matter most to a database
   */
  public static String text(String name, Probe probe, boolean details) {
    double unit = unit(probe);
    Columns<MediumFigure> columns =
        new Columns<MediumFigure>()
            .text(Table.OPERATION, MediumTables::label)
            .number("threads", figure -> Field.whole(figure.request().threads()))
            .number(
                probe.medium() == Medium.DISK ? "us" : "ns",
                figure -> details ? time(figure, unit) : number(figure.nanos() / unit))
            .number("p50", figure -> percentile(probe, figure.percentiles().p50(), unit))
            .number("p99", figure -> percentile(probe, figure.percentiles().p99(), unit));
    if (details) {
      columns.number("p99.9", figure -> percentile(probe, figure.percentiles().p999(), unit));
    }
    columns.number("GB/s", MediumTables::bandwidth);
    List<MediumFigure> figures = details ? measured(probe) : main(probe);
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
  private static List<MediumFigure> main(Probe probe) {
    int most =
        probe.figures().stream().mapToInt(figure -> figure.request().threads()).max().orElse(1);
    return measured(probe).stream()
        .filter(figure -> MAIN.contains(label(figure)))
        .filter(
            figure ->
                figure.request().threads() == 1
                    || figure.request().threads() == most
                        && figure.request().operation().equals("read"))
        .sorted(
            Comparator.comparingInt((MediumFigure figure) -> MAIN.indexOf(label(figure)))
                .thenComparingInt(figure -> figure.request().threads()))
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

  private static List<MediumFigure> measured(Probe probe) {
    return probe.figures().stream().filter(MediumFigure::measured).toList();
  }

  private static double unit(Probe probe) {
    return probe.medium() == Medium.DISK ? NANOS_PER_MICRO : 1;
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
