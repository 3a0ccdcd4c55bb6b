package org.pmemycsb.harness.measure.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmemycsb.harness.client.trace.OperationKind.READ;
import static org.pmemycsb.harness.client.trace.OperationKind.READ_MISSING;
import static org.pmemycsb.harness.client.trace.OperationKind.SCAN;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.HistogramLogs;
import org.pmemycsb.harness.client.outcome.Latencies;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.replay.Measured;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.Report;
import org.pmemycsb.harness.report.Rows;
import org.pmemycsb.harness.report.Samples;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.ResultFolder;

/** A latency has one value in all files of a result folder. */
class OneMeaningTest {
  private static final Pattern TOOLTIP =
      Pattern.compile("<title>redis, ([0-9.]+): ([^<]*)</title>");

  @TempDir private Path folder;

  /** Times of so many calls that are spread evenly up to the slowest. */
  private static Histogram upTo(long slowestMicros, int calls) {
    Histogram all = new Histogram(3);
    for (int i = 1; i <= calls; i++) {
      all.recordValue(slowestMicros * 1000 * i / calls);
    }
    return all;
  }

  private static PhaseMeasurement measured(Latencies latencies) {
    long reads = latencies.service().values().stream().mapToLong(Histogram::getTotalCount).sum();
    PhaseMeasurement plain =
        Measured.of(1_000_000_000, READ, new PhaseMeasurement.Outcome(reads, 0, 0), latencies);
    return latencies.paced()
        ? Changed.with(
            plain,
            "openLoop",
            Optional.of(
                new PhaseMeasurement.OpenLoop(reads, 250_000_000, 0, 0, upTo(9000, 100_000))))
        : plain;
  }

  /** Latencies of reads by file, and in each by the name without prefix and unit. */
  private Map<String, Map<String, Double>> readsByFile(Latencies latencies) throws Exception {
    PhaseMeasurement measured = measured(latencies);
    ResultFolder results =
        ResultFolder.create(
            folder,
            new ExperimentDraft()
                .set(Settings.DATABASES, List.of(new DatabaseChoice("redis", Map.of())))
                .finish(),
            Samples.environment());
    List<PhaseResult> run =
        Stream.of("load", "C")
            .map(phase -> Phases.valid("redis", "trace", phase, 1, 1, 1000))
            .map(
                phase ->
                    Phases.with(
                        Measurement.of(
                            measured, Optional.empty(), Measurement.Resources.NONE, null),
                        phase))
            .toList();
    Path histograms = Files.createDirectories(ResultFolder.histograms(results.path()));
    for (PhaseResult phase : run) {
      HistogramLogs.write(
          measured, phase.phase(), histograms.resolve(HistogramLogs.fileName(phase.run())));
    }
    results.journal().append(run);
    assertThat(Report.render(results, false).results().journal().remarks()).isEmpty();
    ObjectMapper json = new ObjectMapper();
    JsonNode cell = json.readTree(text("summary.json")).at("/cells/0/read_us");
    return Map.of(
        "cells.jsonl",
            figures(
                json.readTree(text("cells.jsonl").lines().findFirst().orElseThrow()),
                "read_(service_)?p\\d+_us"),
        "summary.csv",
            figures(
                json.valueToTree(Rows.of(text("summary.csv")).get(0)), "read_(service_)?p\\d+_us"),
        "summary.json", figures(cell, "(service_)?p\\d+"),
        "pooled", figures(cell, "pooled_p(50|99|99_9)"));
  }

  private String text(String file) throws Exception {
    return Files.readString(folder.resolve(file));
  }

  /** Keys that match, by the percentile alone. */
  private static Map<String, Double> figures(JsonNode of, String keys) {
    Map<String, Double> figures = new TreeMap<>();
    of.properties()
        .forEach(
            each -> {
              if (each.getKey().matches(keys) && !each.getValue().asText().isEmpty()) {
                figures.put(
                    each.getKey().replaceAll("^read_|_us$|^pooled_", "").replace("99_9", "999"),
                    Double.parseDouble(each.getValue().asText()));
              }
            });
    return figures;
  }

  private static Map<OperationKind, Histogram> calls(
      OperationKind a, Histogram ofA, OperationKind b, Histogram ofB) {
    return new EnumMap<>(Map.of(a, ofA, b, ofB));
  }

  @Test
  void readsOfMissingRecordsAreReadsInEveryFile() throws Exception {
    Latencies mostlyMisses =
        Measured.service(calls(READ, upTo(10, 2_000), READ_MISSING, upTo(50, 98_000)));

    Map<String, Map<String, Double>> files = readsByFile(mostlyMisses);

    double p99 = mostlyMisses.of(CallKind.READ).orElseThrow().getValueAtPercentile(99) / 1e3;
    assertThat(p99).isGreaterThan(49);
    Map<String, Double> all = files.get("cells.jsonl");
    assertThat(all).containsOnlyKeys("p50", "p99", "p999").containsEntry("p99", p99);
    assertThat(files.get("pooled")).isEqualTo(all);
    assertThat(files.get("summary.csv"))
        .containsAllEntriesOf(all)
        .containsEntry("service_p99", p99);
    assertThat(files.get("summary.json")).isEqualTo(files.get("summary.csv"));
    isInTablesAndCharts(all);
  }

  @Test
  void underATargetANameMeansTheSameInEveryFile() throws Exception {
    Latencies paced =
        new Latencies(
            calls(READ, upTo(10, 50_000), SCAN, upTo(20, 50_000)),
            calls(READ, upTo(3000, 50_000), SCAN, upTo(7000, 50_000)));

    Map<String, Map<String, Double>> files = readsByFile(paced);

    Map<String, Double> all = files.get("cells.jsonl");
    assertThat(all.get("p99")).isGreaterThan(5000);
    assertThat(all.get("service_p99")).isLessThan(20);
    assertThat(files.get("summary.csv")).isEqualTo(all);
    assertThat(files.get("summary.json")).isEqualTo(all);
    assertThat(all).containsAllEntriesOf(files.get("pooled"));
    isInTablesAndCharts(files.get("pooled"));
  }

  /** The figures as reports show them: in the table of latencies and as tooltips of the chart. */
  private void isInTablesAndCharts(Map<String, Double> figures) throws Exception {
    assertThat(text("report.md").lines().dropWhile(line -> !line.startsWith("## Latency")))
        .anyMatch(
            line ->
                line.startsWith(
                    "| redis | C | 1 | 1 KiB |"
                        + Stream.of("p50", "p99", "p999")
                            .map(name -> shown(figures, name))
                            .map(figure -> figure.isEmpty() ? " |" : " " + figure + " |")
                            .collect(Collectors.joining())));
    Map<String, String> tooltips = new HashMap<>();
    String page = text("report.html");
    int chart = page.indexOf("latency-c-reads-1-thread-1-kib-values-t");
    Matcher each = TOOLTIP.matcher(page.substring(chart, page.indexOf("</svg>", chart)));
    while (each.find()) {
      tooltips.put("p" + each.group(1).replace(".", ""), each.group(2));
    }
    for (String name : List.of("p50", "p99", "p999")) {
      assertThat(tooltips.getOrDefault(name, "")).as(name).isEqualTo(shown(figures, name));
    }
  }

  private static String shown(Map<String, Double> figures, String name) {
    return figures.containsKey(name) ? Figures.readable(figures.get(name)) : "";
  }
}
