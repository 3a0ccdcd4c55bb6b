package org.pmemycsb.harness.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.analysis.Percentiles;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.calibrate.Calibration;
import org.pmemycsb.harness.claim.ClaimResult;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.OperationsPer;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.Setting;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.result.Cell;

/**
 * The file {@code summary.json}: the content of {@code summary.csv}, the experiment, the machine
 * and the verdicts, for programs. docs/reference/formats.md has the schema. Any change but a new
 * key increases {@code version}.
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

  private static final Pattern LATENCY = Pattern.compile("(read|write)_(.+)_us");

  private SummaryJson() {}

  private record Summary(
      String format,
      int version,
      Asked experiment,
      Environment environment,
      Map<String, List<String>> databases,
      List<Map<String, Object>> cells,
      List<Calibration> floorAndCeiling,
      List<ClaimResult> claims,
      List<Note> notes,
      Optional<List<Bought>> buys,
      List<String> verdict) {}

  private record Bought(
      String stock,
      String variant,
      String phase,
      int threads,
      int valueSizeBytes,
      String durability,
      String runner,
      String diskPlace,
      String pmemPlace,
      String pmemMedium,
      Optional<Double> stockDiskOpsS,
      Optional<Double> stockPmemOpsS,
      Optional<Double> variantOpsS,
      Optional<Times> medium,
      Optional<Times> software,
      Optional<Times> both,
      List<String> reasons) {
    static Optional<List<Bought>> of(Buys buys) {
      return buys.rows().isEmpty()
          ? Optional.empty()
          : Optional.of(buys.rows().stream().map(row -> of(buys, row)).toList());
    }

    private static Bought of(Buys buys, Buys.Row row) {
      return new Bought(
          row.stock(),
          row.hasVariant() ? row.variant() : null,
          row.key().phase(),
          row.key().threads(),
          row.key().valueSizeBytes(),
          row.key().durability(),
          row.key().runner(),
          row.disk().isEmpty() ? null : row.disk(),
          row.pmem(),
          row.home().mediumId(),
          figure(row.onDisk()),
          figure(row.onPmem()),
          figure(row.ofVariant()),
          row.byMedium().map(Times::of),
          row.bySoftware().map(Times::of),
          row.byBoth().map(Times::of),
          buys.reasons(row));
    }

    private static Optional<Double> figure(Optional<Cell> cell) {
      return cell.filter(Comparisons::usable)
          .flatMap(Cell::throughput)
          .map(known -> known.median());
    }
  }

  private record Times(double ratio, OptionalDouble ci95Low, OptionalDouble ci95High) {
    static Times of(Buys.Ratio ratio) {
      return new Times(ratio.figure(), ratio.low(), ratio.high());
    }
  }

  private record Asked(
      String name,
      String title,
      List<String> databases,
      List<String> phases,
      long records,
      Long operations,
      Double durationSeconds,
      int keyLength,
      int fieldCount,
      int repeats,
      double target,
      String arrivals,
      String verify,
      String placement,
      String distribution,
      String values,
      Double compressibility,
      Map<String, String> prices,
      long seed,
      String keyLengths,
      String operationsPer) {
    static Asked of(Experiment experiment) {
      return new Asked(
          experiment.name(),
          experiment.title(),
          experiment.databases().stream().map(DatabaseChoice::label).toList(),
          experiment.phases().stream().map(Phase::id).toList(),
          experiment.records(),
          experiment.endsByTimeAlone() ? null : experiment.operations(),
          experiment.duration().isZero() ? null : experiment.duration().toMillis() / 1e3,
          experiment.keys(Phase.LOAD).mean(),
          experiment.fieldCount(),
          experiment.repeats(),
          experiment.target(),
          experiment.target() == 0 ? null : experiment.arrivals().name().toLowerCase(Locale.ROOT),
          experiment.verify().id(),
          experiment.placement().isNone() ? null : experiment.placement().text(),
          ifSet(Settings.DISTRIBUTION, experiment),
          ifSet(Settings.VALUES, experiment),
          experiment.get(Settings.COMPRESSIBILITY) == 0
              ? null
              : experiment.get(Settings.COMPRESSIBILITY),
          experiment.prices().isEmpty() ? null : priceTexts(experiment),
          experiment.seed(),
          experiment.get(Settings.KEY_LENGTH).isFixed()
              ? null
              : Settings.KEY_LENGTH.fact(experiment),
          experiment.get(Settings.OPERATIONS_PER) == OperationsPer.PHASE ? null : "thread");
    }
  }

  private static String ifSet(Setting<?> setting, Experiment experiment) {
    String fact = setting.fact(experiment);
    return fact.isEmpty() ? null : fact;
  }

  private static Map<String, String> priceTexts(Experiment experiment) {
    Map<String, String> texts = new TreeMap<>();
    experiment.prices().forEach((place, price) -> texts.put(place, price.text()));
    return texts;
  }

  static String render(Results results) {
    Map<String, List<String>> versions = new LinkedHashMap<>();
    results.versions().forEach((label, all) -> versions.put(label, List.copyOf(all)));
    Summary summary =
        new Summary(
            FORMAT,
            VERSION,
            Asked.of(results.experiment()),
            results.environment(),
            versions,
            results.cells().stream().map(cell -> row(cell, results)).toList(),
            results.calibrations(),
            results.claims(),
            Notes.of(results),
            Bought.of(Buys.of(results)),
            VerdictText.of(results));
    try {
      return JSON.writeValueAsString(summary) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Map<String, Object> row(Cell cell, Results results) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (SummaryColumn column : SummaryColumn.ALL) {
      Matcher latency = LATENCY.matcher(column.name());
      if (latency.matches()) {
        row.putIfAbsent("samples_ops_s", cell.valid() ? cell.figures() : List.of());
        put(group(row, latency.group(1) + "_us"), latency.group(2), column.of(cell));
      } else {
        put(row, column.name(), column.of(cell));
      }
    }
    if (cell.valid()) {
      results
          .latencies()
          .getOrDefault(cell.key(), Map.of())
          .forEach((kind, known) -> pooled(group(row, kind.id() + "_us"), known));
    }
    row.put("reasons", cell.reasons());
    return row;
  }

  private static void put(Map<String, Object> row, String name, Object value) {
    if (value instanceof Optional<?> known) {
      known.ifPresent(present -> row.put(name, present));
    } else if (!(value instanceof OptionalDouble figure)) {
      row.put(name, value);
    } else if (figure.isPresent()) {
      row.put(name, figure.getAsDouble());
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> group(Map<String, Object> row, String name) {
    return (Map<String, Object>) row.computeIfAbsent(name, none -> new LinkedHashMap<>());
  }

  /** Percentiles of all repeats together; the other figures are medians over the repeats. */
  private static void pooled(Map<String, Object> group, Percentiles known) {
    known.micros().forEach((percentile, micros) -> group.put(name(percentile), micros));
    group.put("pooled_max", known.maxMicros());
  }

  private static String name(double percentile) {
    return "pooled_p" + Percentiles.name(percentile).replace(".", "_");
  }
}
