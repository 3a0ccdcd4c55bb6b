package org.pmemycsb.harness.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.pmemycsb.harness.calibrate.Calibration;
import org.pmemycsb.harness.claim.ClaimResult;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * The file {@code summary.json}: what {@code summary.csv} has, for programs, with the experiment,
 * the machine and the verdicts beside it. The schema is docs/formats.md; keys are only ever added,
 * until {@code version} says otherwise.
 */
final class SummaryJson {
  static final String FILE = "summary.json";

  private static final String FORMAT = "pmem-ycsb-summary";
  private static final int VERSION = 1;
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
          .enable(SerializationFeature.INDENT_OUTPUT);

  private SummaryJson() {}

  private record Summary(
      String format,
      int version,
      Asked experiment,
      Environment environment,
      Map<String, List<String>> databases,
      List<Row> cells,
      List<Calibration> floorAndCeiling,
      List<ClaimResult> claims,
      List<Notes.Note> notes) {}

  private record Asked(
      String name,
      String title,
      List<String> databases,
      List<String> phases,
      long records,
      long operations,
      int keyLength,
      int fieldCount,
      int repeats,
      double target,
      String verify,
      long seed) {
    static Asked of(Experiment experiment) {
      return new Asked(
          experiment.name(),
          experiment.title(),
          experiment.databases().stream().map(DatabaseChoice::label).toList(),
          experiment.phases().stream().map(Phase::id).toList(),
          experiment.records(),
          experiment.operations(),
          experiment.keyLength(),
          experiment.fieldCount(),
          experiment.repeats(),
          experiment.target(),
          experiment.verify().id(),
          experiment.seed());
    }
  }

  private record Row(
      String database,
      String phase,
      int threads,
      int valueSizeBytes,
      String durability,
      String medium,
      String runner,
      int validRuns,
      int runs,
      boolean valid,
      Optional<Double> throughputOpsS,
      Optional<Double> throughputCi95Low,
      Optional<Double> throughputCi95High,
      Optional<Double> throughputCv,
      List<Double> samplesOpsS,
      Map<String, Double> readUs,
      Map<String, Double> writeUs,
      long errors,
      List<String> reasons) {}

  /** The whole file. */
  static String render(Results results) {
    List<Row> rows = new ArrayList<>();
    results.cells().forEach(cell -> rows.add(row(cell, results.latencies())));
    Map<String, List<String>> versions = new LinkedHashMap<>();
    results.versions().forEach((label, all) -> versions.put(label, List.copyOf(all)));
    Summary summary =
        new Summary(
            FORMAT,
            VERSION,
            Asked.of(results.experiment()),
            results.environment(),
            versions,
            rows,
            results.calibrations(),
            results.claims(),
            Notes.of(results));
    try {
      return JSON.writeValueAsString(summary) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  // As in summary.csv, an invalid cell has no figure at all.
  private static Row row(Cell cell, Map<Conditions, Map<Percentiles.Kind, Percentiles>> latencies) {
    Conditions key = cell.key();
    Optional<Estimate> throughput = cell.throughput().filter(any -> cell.valid());
    Map<Percentiles.Kind, Percentiles> known = latencies.getOrDefault(key, Map.of());
    return new Row(
        key.database(),
        key.phase(),
        key.threads(),
        key.valueSizeBytes(),
        key.durability(),
        key.medium(),
        key.runner(),
        cell.validRuns(),
        cell.runs(),
        cell.valid(),
        throughput.map(Estimate::median),
        throughput.flatMap(each -> boxed(each.low())),
        throughput.flatMap(each -> boxed(each.high())),
        throughput.flatMap(each -> boxed(each.variation())),
        cell.valid() ? cell.samples() : List.of(),
        latency(cell, cell.readP50Us(), cell.readP99Us(), known.get(Percentiles.Kind.READ)),
        latency(cell, cell.writeP50Us(), cell.writeP99Us(), known.get(Percentiles.Kind.WRITE)),
        cell.errors(),
        cell.reasons());
  }

  /** Medians over the repeats, as in summary.csv, and of all repeats together what they lack. */
  private static Map<String, Double> latency(
      Cell cell, OptionalDouble p50, OptionalDouble p99, Percentiles together) {
    Map<String, Double> all = new LinkedHashMap<>();
    if (cell.valid()) {
      p50.ifPresent(figure -> all.put("p50", figure));
      p99.ifPresent(figure -> all.put("p99", figure));
      if (together != null) {
        together.micros().forEach((percentile, micros) -> all.put(name(percentile), micros));
        all.put("pooled_max", together.maxMicros());
      }
    }
    return all;
  }

  private static String name(double percentile) {
    return "pooled_p"
        + (percentile == Math.rint(percentile)
            ? Integer.toString((int) percentile)
            : Double.toString(percentile).replace(".", "_"));
  }

  private static Optional<Double> boxed(OptionalDouble figure) {
    return figure.isPresent() ? Optional.of(figure.getAsDouble()) : Optional.empty();
  }
}
