package org.pmemycsb.harness.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Calibration;
import org.pmemycsb.harness.analysis.Percentiles;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.analysis.claim.ClaimResult;
import org.pmemycsb.harness.analysis.claim.ClaimResult.Measured;
import org.pmemycsb.harness.analysis.claim.ClaimVerdict;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.LoadSummary;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Sample;
import org.pmemycsb.spi.Medium;

/** Results to render, with every mark that a report can have. */
public final class Samples {
  private Samples() {}

  public static Experiment experiment() {
    return experiment("noop");
  }

  private static Experiment experiment(String database) {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.TITLE, "A comparison <of> 100 % & more");
    draft.set(Settings.RECORDS, 30_000L);
    draft.set(Settings.DATABASES, List.of(new DatabaseChoice(database, Map.of())));
    return draft.finish();
  }

  public static Environment environment() {
    return environment(20, 30.0);
  }

  static Environment environment(Integer cpuLatency, Double roundTripMicros) {
    Environment.Folder pmem = folder("/mnt/pmem", Medium.TMPFS, "tmpfs", "rw");
    return environment(cpuLatency, roundTripMicros, Map.of("pmem", pmem), Map.of());
  }

  /** A machine with a folder on a disk and one on a medium that is taken for persistent memory. */
  static Environment places(Medium pmem, Map<String, List<String>> variants) {
    return environment(
        0,
        30.0,
        Map.of(
            "disk", folder("/var/tmp", Medium.DISK, "ext4", "rw"),
            "pmem", folder("/mnt/pmem", pmem, pmem.id(), "rw")),
        variants);
  }

  static Environment.Folder folder(String path, Medium medium, String type, String options) {
    return new Environment.Folder(path, medium, type, options, 1L << 30, "/dev/x", null, null);
  }

  static Environment environment(
      Integer cpuLatency,
      Double roundTripMicros,
      Map<String, Environment.Folder> places,
      Map<String, List<String>> variants) {
    return new Environment(
        "1.2.3",
        new Environment.Hardware(
            "host_1",
            "Processor X",
            4,
            2,
            List.of("L1 Data 32768"),
            List.of("node 0: processors 0 1 2 3"),
            8L << 30,
            "performance",
            "no hypervisor seen"),
        new Environment.Software(
            "Debian 12",
            "Linux 6.1",
            "none",
            "OpenJDK 17",
            List.of("-XX:+UseParallelGC"),
            Map.of("libpmem", "1.12.1")),
        new Environment.Libpmem("clwb", Map.of("PMEM_NO_MOVNT", "1"), true),
        new Environment.WakeUp(cpuLatency, roundTripMicros),
        new Environment.Load(0.25, new LoadSummary(1, 0.1, 0.02, 0.02, 0, 0, 0, 0), null),
        places,
        variants,
        folder("/home/results", Medium.DISK, "ext4", "rw,relatime"),
        null);
  }

  /** The sections of these ids in {@code report.md}. */
  static String document(Results results, String... ids) {
    List<Section> sections =
        Sections.of(Answers.of(results)).stream()
            .filter(section -> List.of(ids).contains(section.id()))
            .toList();
    String text = Report.text(Format.DOCUMENT, results, sections);
    return text.substring(text.indexOf('\n')).strip();
  }

  /** The whole report in a format. */
  static String text(Format format, Results results) {
    return Report.text(format, results, Sections.of(Answers.of(results)));
  }

  static String terminal(Results results, boolean details) {
    return PlainText.of(Sections.of(Answers.of(results)), Path.of("results"), details);
  }

  /** The charts of the sections with one of these ids; of all without. */
  static List<Chart> charts(List<Section> sections, String... ids) {
    return sections.stream()
        .filter(section -> ids.length == 0 || List.of(ids).contains(section.id()))
        .flatMap(section -> section.groups().stream())
        .flatMap(group -> group.charts().stream())
        .toList();
  }

  /** A run for each throughput, of a database with its data on a place. */
  static List<PhaseResult> runs(
      String database, String place, String phase, double... throughputs) {
    String medium = place.equals("disk") ? "disk" : "tmpfs";
    return IntStream.range(0, throughputs.length)
        .mapToObj(i -> Phases.valid(database, "trace", phase, 1, i + 1, throughputs[i]))
        .map(run -> Phases.at(place, medium, run))
        .toList();
  }

  /** The journal of a folder in which no run was made again. */
  static Journal.Contents journal(List<PhaseResult> compared, List<PhaseResult> beside) {
    return new Journal.Contents(
        Stream.concat(compared.stream(), beside.stream()).toList(), List.of(), List.of());
  }

  static Results results(List<PhaseResult> phases) {
    return results(phases, List.of());
  }

  static Results results(List<PhaseResult> phases, List<PhaseResult> bounded) {
    return results(environment(), phases, bounded);
  }

  static Results results(
      Environment environment, List<PhaseResult> phases, List<PhaseResult> bounded) {
    return results("noop", environment, phases, bounded);
  }

  static Results results(
      String database,
      Environment environment,
      List<PhaseResult> phases,
      List<PhaseResult> bounded) {
    return results(database, environment, phases, bounded, List.of());
  }

  static Results results(
      String database,
      Environment environment,
      List<PhaseResult> phases,
      List<PhaseResult> bounded,
      List<Unavailable> unavailable) {
    List<Cell> cells = Cells.of(phases);
    TreeMap<Double, Double> micros = new TreeMap<>(Map.of(50.0, 1.5, 90.0, 3.0, 99.0, 9.25));
    TreeMap<Double, List<Sample>> samples = new TreeMap<>();
    micros.forEach((percentile, median) -> samples.put(percentile, List.of(new Sample(1, median))));
    return new Results(
        experiment(database),
        environment,
        journal(phases, List.of()),
        cells,
        Calibration.of(bounded),
        unavailable,
        List.of(
            new ClaimResult(
                "fast",
                "pmemkv is <fast>",
                "throughput(pmemkv) >= 1",
                "4 times",
                "section 4",
                ClaimVerdict.HOLDS,
                Optional.of(
                    new Measured(
                        "5.2 times [4.9 to 5.5]",
                        5.2,
                        5.2,
                        OptionalDouble.of(4.9),
                        OptionalDouble.of(5.5),
                        1)),
                "")),
        Map.of(
            cells.get(Math.min(1, cells.size() - 1)).key(),
            Map.of(CallKind.READ, new Percentiles(micros, samples, 123.456))),
        new TreeMap<>(
            Map.of("noop", new TreeMap<>(Map.of("noop.conf", "port 0 # <b>not bold</b>\n")))),
        List.of(),
        Optional.of(new LoadSummary(20, 0.5, 0.2, 0.4, 0.01, 0.02, 0.5, 0)));
  }

  /** The same results of another experiment, under another load. */
  static Results with(Results of, Experiment experiment, Optional<LoadSummary> load) {
    return Changed.with(Changed.with(of, "experiment", experiment), "load", load);
  }
}
