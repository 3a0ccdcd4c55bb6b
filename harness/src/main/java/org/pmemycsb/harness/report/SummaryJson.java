package org.pmemycsb.harness.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Percentiles;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Setting;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.FileColumn;
import org.pmemycsb.harness.result.FileColumns;
import org.pmemycsb.harness.result.Ratio;

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

  private static Optional<List<Map<String, Object>>> bought(Buys buys) {
    return Optional.of(buys.rows().stream().map(row -> bought(buys, row)).toList())
        .filter(rows -> !rows.isEmpty());
  }

  private static Map<String, Object> bought(Buys buys, Buys.Row row) {
    Map<String, Object> all = new LinkedHashMap<>();
    put(all, "stock", row.stock());
    put(all, "variant", row.hasVariant() ? row.variant() : null);
    put(all, "phase", row.key().phase());
    put(all, "threads", row.key().threads());
    put(all, "value_size_bytes", row.key().valueSizeBytes());
    put(all, "durability", row.key().durability());
    put(all, "runner", row.key().runner());
    put(all, "disk_place", row.disk().isEmpty() ? null : row.disk());
    put(all, "pmem_place", row.pmem());
    put(all, "pmem_medium", row.home().mediumId());
    put(all, "stock_disk_ops_s", figure(row.onDisk()));
    put(all, "stock_log_ops_s", figure(row.withLog()));
    put(all, "stock_pmem_ops_s", figure(row.onPmem()));
    put(all, "variant_ops_s", figure(row.ofVariant()));
    Buys.RULES.forEach(rule -> put(all, Csv.word(rule), row.ratio(rule).map(Times::of)));
    put(all, "reasons", buys.reasons(row));
    return all;
  }

  private static OptionalDouble figure(Optional<Cell> cell) {
    return cell.filter(Cell::usable).map(Cell::rate).orElse(OptionalDouble.empty());
  }

  private record Times(double ratio, OptionalDouble ci95Low, OptionalDouble ci95High) {
    static Times of(Ratio ratio) {
      return new Times(ratio.figure(), ratio.low(), ratio.high());
    }
  }

  private static Map<String, Object> asked(Experiment experiment) {
    Map<String, Object> all = new LinkedHashMap<>();
    put(all, "name", experiment.name());
    put(all, "title", experiment.get(Settings.TITLE));
    put(all, "databases", experiment.databases().stream().map(DatabaseChoice::label).toList());
    put(all, "phases", experiment.phases().stream().map(Phase::id).toList());
    put(all, "records", experiment.records());
    put(all, "operations", experiment.endsByTimeAlone() ? null : experiment.operations());
    put(
        all,
        "duration_seconds",
        experiment.duration().isZero() ? null : experiment.duration().toMillis() / 1e3);
    put(all, "key_length", experiment.keys(Phase.LOAD).mean());
    put(all, "field_count", experiment.get(Settings.FIELD_COUNT));
    put(all, "repeats", experiment.repeats());
    put(all, "target", experiment.target());
    put(
        all,
        "arrivals",
        experiment.target() == 0
            ? null
            : experiment.get(Settings.TARGET).poisson() ? "poisson" : "uniform");
    put(all, "verify", experiment.get(Settings.VERIFY).id());
    put(
        all,
        "placement",
        experiment.get(Settings.PLACEMENT).isNone()
            ? null
            : experiment.get(Settings.PLACEMENT).text());
    put(all, "values", ifSet(Settings.VALUE_SIZES, experiment));
    put(all, "prices", experiment.get(Settings.PRICES).isEmpty() ? null : priceTexts(experiment));
    put(all, "seed", experiment.get(Settings.SEED));
    put(
        all,
        "key_lengths",
        experiment.get(Settings.KEY_LENGTH).isFixed()
            ? null
            : Settings.KEY_LENGTH.fact(experiment));
    put(all, "operations_per", experiment.get(Settings.OPERATIONS).eachThread() ? "thread" : null);
    return all;
  }

  private static String ifSet(Setting<?> setting, Experiment experiment) {
    String fact = setting.fact(experiment);
    return fact.isEmpty() ? null : fact;
  }

  private static Map<String, String> priceTexts(Experiment experiment) {
    Map<String, String> texts = new TreeMap<>();
    experiment.get(Settings.PRICES).forEach((place, price) -> texts.put(place, price.text()));
    return texts;
  }

  static String render(Answers answers) {
    Results results = answers.results();
    Map<String, List<String>> versions = new LinkedHashMap<>();
    results.versions().forEach((label, all) -> versions.put(label, List.copyOf(all)));
    Map<String, Object> all = new LinkedHashMap<>();
    put(all, "format", FORMAT);
    put(all, "version", VERSION);
    put(all, "experiment", asked(results.experiment()));
    put(all, "environment", results.environment());
    put(all, "databases", versions);
    put(all, "cells", results.all().stream().map(cell -> row(cell, results)).toList());
    put(all, "floor_and_ceiling", results.calibrations());
    put(all, "claims", results.claims());
    put(all, "notes", Notes.of(results));
    put(all, "buys", bought(answers.buys()));
    put(all, "verdict", answers.verdict());
    try {
      return JSON.writeValueAsString(all) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Map<String, Object> row(Cell cell, Results results) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (FileColumn column : FileColumns.ALL) {
      if (column.cell() == null) {
        continue;
      }
      Matcher latency = LATENCY.matcher(column.name());
      if (latency.matches()) {
        row.putIfAbsent("samples_ops_s", cell.valid() ? cell.rates() : List.of());
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
    row.put("reasons", cell.repeats().reasons());
    return row;
  }

  /** Adds a key, unless its value is null or empty. */
  private static void put(Map<String, Object> row, String name, Object value) {
    if (value instanceof Optional<?> known) {
      known.ifPresent(present -> row.put(name, present));
    } else if (value instanceof OptionalDouble figure) {
      figure.ifPresent(present -> row.put(name, present));
    } else if (value != null) {
      row.put(name, value);
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> group(Map<String, Object> row, String name) {
    return (Map<String, Object>) row.computeIfAbsent(name, none -> new LinkedHashMap<>());
  }

  /**
   * Percentiles of all repeats together; the other figures are geometric means over the repeats.
   */
  private static void pooled(Map<String, Object> group, Percentiles known) {
    known.micros().forEach((percentile, micros) -> group.put(name(percentile), micros));
    group.put("pooled_max", known.maxMicros());
  }

  private static String name(double percentile) {
    return "pooled_p" + Percentiles.name(percentile).replace(".", "_");
  }
}
