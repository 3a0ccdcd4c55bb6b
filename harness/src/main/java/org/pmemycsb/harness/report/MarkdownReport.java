package org.pmemycsb.harness.report;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.calibrate.Calibration;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.experiment.RunnerKind;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.Comparison;

/** The file {@code report.md}: the table, what it was measured on, and what it does not show. */
public final class MarkdownReport {
  /** Its name in a result folder. */
  public static final String FILE = "report.md";

  private static final double ENOUGH_SECONDS = 1;

  private MarkdownReport() {}

  /** The whole file. */
  public static String render(
      Experiment experiment,
      Environment environment,
      List<PhaseResult> phases,
      List<Cell> cells,
      List<Calibration> calibrations) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(experiment.title()).append("\n\n");
    text.append("Throughput in operations per second")
        .append(
            experiment.repeats() > 1
                ? ", median of " + experiment.repeats() + " runs, ± half of the 95 % interval"
                : ", one run, so nothing is known of its spread")
        .append(".\n\n");
    text.append(ThroughputTable.of(cells).toMarkdown()).append('\n');
    invalid(text, cells);
    bounds(text, calibrations);
    notes(text, cells);
    shortPhases(text, phases);
    String pairs = Pairs.markdown(contenders(experiment, cells), experiment.seed());
    if (!pairs.isEmpty()) {
      text.append("## Pairs\n\n").append(pairs).append('\n');
      text.append(
          "Two databases are told apart when the 95 % interval of their ratio does not hold 1 and a"
              + " Mann-Whitney test finds a difference at 5 %, which takes at least ");
      text.append(Comparison.FEWEST).append(" runs of each.\n\n");
    }
    text.append("## What was measured\n\n");
    text.append("| | |\n|---|---|\n");
    row(text, "records", String.format(Locale.ROOT, "%,d", experiment.records()));
    row(
        text,
        "operations in a workload",
        String.format(Locale.ROOT, "%,d", experiment.operations()));
    row(text, "key", experiment.keyLength() + " bytes");
    row(text, "fields in a record", Integer.toString(experiment.fieldCount()));
    row(
        text,
        "phases",
        experiment.phases().stream().map(Phase::id).collect(Collectors.joining(", ")));
    row(
        text,
        "runner",
        experiment.runners().stream().map(RunnerKind::id).collect(Collectors.joining(", ")));
    row(
        text,
        "target",
        experiment.target() == 0
            ? "none: as fast as it goes"
            : String.format(Locale.ROOT, "%,.0f operations per second", experiment.target()));
    row(
        text,
        "values compared with what was written",
        !experiment.runners().contains(RunnerKind.TRACE)
            ? "none: only the trace runner does"
            : String.format(
                Locale.ROOT,
                "%s, %,d in all",
                experiment.verify().id(),
                phases.stream().mapToLong(PhaseResult::valuesChecked).sum()));
    row(
        text,
        "databases",
        phases.stream()
            .map(phase -> phase.database() + " = " + phase.version())
            .distinct()
            .collect(Collectors.joining("; ")));
    text.append("\n## Where\n\n| | |\n|---|---|\n");
    row(
        text,
        "processor",
        environment.cpu() + ", " + environment.logicalCores() + " logical cores");
    row(text, "memory", (environment.memoryBytes() >> 20) + " MiB");
    row(text, "system", environment.operatingSystem() + ", " + environment.kernel());
    row(text, "Java", environment.jvm() + " with " + String.join(" ", environment.workerFlags()));
    row(
        text,
        "data on",
        environment.pmem().path()
            + " ("
            + environment.pmem().medium().id()
            + ", "
            + environment.pmem().fileSystem()
            + ")");
    row(
        text,
        "load of the machine before",
        String.format(Locale.ROOT, "%.2f", environment.loadAverage()));
    row(text, "harness", "pmem-ycsb " + environment.harness());
    return text.toString();
  }

  private static void shortPhases(StringBuilder text, List<PhaseResult> phases) {
    long tooShort =
        phases.stream().filter(phase -> phase.valid() && phase.seconds() < ENOUGH_SECONDS).count();
    if (tooShort > 0) {
      text.append(
          String.format(
              Locale.ROOT,
              "%d of %d phases were over in less than %.0f s, in which a hiccup of the machine or of"
                  + " the JVM weighs much; more operations give better figures.%n%n",
              tooShort,
              phases.size(),
              ENOUGH_SECONDS));
    }
  }

  private static void row(StringBuilder text, String name, String value) {
    text.append("| ").append(name).append(" | ").append(value).append(" |\n");
  }

  private static void invalid(StringBuilder text, List<Cell> cells) {
    List<Cell> bad = cells.stream().filter(cell -> !cell.valid()).toList();
    if (bad.isEmpty()) {
      return;
    }
    text.append("## INVALID\n\nThese cells have no figure that may be used:\n\n");
    for (Cell cell : bad) {
      Cell.Key key = cell.key();
      text.append(
          String.format(
              Locale.ROOT,
              "- %s, phase %s, threads %d, value %d bytes: %d of %d runs valid; %s%n",
              key.database(),
              key.phase(),
              key.threads(),
              key.valueSizeBytes(),
              cell.validRuns(),
              cell.runs(),
              String.join("; ", cell.reasons())));
    }
    text.append('\n');
  }

  /** What was asked for, without a floor that was only measured beside it. */
  private static List<Cell> contenders(Experiment experiment, List<Cell> cells) {
    Set<String> named =
        experiment.databases().stream().map(DatabaseChoice::label).collect(Collectors.toSet());
    return cells.stream()
        .filter(cell -> !isFloor(cell) || named.contains(cell.key().database()))
        .toList();
  }

  private static boolean isFloor(Cell cell) {
    return cell.key().database().equals(DatabaseChoice.NOOP.label());
  }

  private static void bounds(StringBuilder text, List<Calibration> cells) {
    if (!cells.isEmpty()) {
      text.append("## Floor and ceiling\n\n")
          .append(CalibrationTable.of(cells).toMarkdown())
          .append('\n')
          .append(CalibrationTable.LEGEND)
          .append('\n');
    }
  }

  private static void notes(StringBuilder text, List<Cell> cells) {
    List<String> levels = cells.stream().map(cell -> cell.key().durability()).distinct().toList();
    if (levels.size() > 1) {
      text.append("**This table mixes durability levels (")
          .append(String.join(", ", levels))
          .append("): the rows do not promise the same.**\n\n");
    }
    if (cells.stream()
        .anyMatch(
            cell ->
                cell.key().medium().equals("tmpfs") && cell.key().durability().equals("commit"))) {
      text.append(
          "The data lay in main memory (tmpfs): `commit` here survives the kill of a process, not"
              + " the loss of power, and writes cost what memory costs, not what persistent memory"
              + " costs.\n\n");
    }
    text.append(
        "Keys are chosen as YCSB does it: its scrambled zipfian draws from 10^10 items whatever the"
            + " number of records is, so the hottest keys are asked for less often than a true"
            + " zipfian of this size would.\n\n");
  }
}
