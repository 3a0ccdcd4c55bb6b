package org.pmemycsb.harness.plan.settings;

import static org.pmemycsb.harness.plan.settings.PropertyKey.Fate.HARNESS;
import static org.pmemycsb.harness.plan.settings.PropertyKey.Fate.NOTHING;
import static org.pmemycsb.harness.plan.settings.PropertyKey.Fate.RECORDS;
import static org.pmemycsb.harness.plan.settings.PropertyKey.Fate.STOCK;
import static org.pmemycsb.harness.plan.settings.PropertyKey.Fate.WORKLOAD;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.settings.PropertyKey.Fate;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.generator.ExponentialGenerator;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * All keys of YCSB 0.17: those that its {@link Client}, {@link CoreWorkload} with its generators,
 * and the classes that measure look up in the properties; and the keys that this harness adds. For
 * each, what becomes of it in a property file and with {@code -p}.
 */
public final class PropertyKeys {
  private static final String LEAVE_OUT = "leave it out";
  private static final String OUTPUT = "only the harness reads the output of YCSB; " + LEAVE_OUT;
  private static final String FAILED =
      "a phase with a failed operation is INVALID here; " + LEAVE_OUT;
  private static final String STOCK_ALONE =
      "only the stock client does it; " + LEAVE_OUT + ", or give --runner ycsb";
  private static final String TRACING = "htrace.";
  private static final PropertyValues ANY = PropertyValues.ANY;
  private static final PropertyValues COUNT = PropertyValues.whole(0);
  private static final PropertyValues SHARE = PropertyValues.number(0, 1);

  // A shorter one is no abbreviation, and resembles too much by chance.
  private static final int SHORTEST_ABBREVIATION = 8;
  private static final int SHORTEST_MISSPELT = 6;
  private static final int LONG = 12;

  private static final Map<String, PropertyKey> ALL = new LinkedHashMap<>();

  static {
    setting(Client.RECORD_COUNT_PROPERTY, Settings.RECORDS, COUNT);
    setting(Client.OPERATION_COUNT_PROPERTY, Settings.OPERATIONS, COUNT);
    setting(Client.THREAD_COUNT_PROPERTY, Settings.THREADS, COUNT);
    setting(Client.TARGET_PROPERTY, Settings.TARGET, COUNT);
    setting(Client.MAX_EXECUTION_TIME, Settings.DURATION, COUNT);
    setting(CoreWorkload.FIELD_COUNT_PROPERTY, Settings.FIELD_COUNT, COUNT);
    setting(CoreWorkload.FIELD_LENGTH_PROPERTY, Settings.VALUE_SIZES, COUNT);
    setting(CoreWorkload.MIN_FIELD_LENGTH_PROPERTY, Settings.VALUE_SIZES, COUNT);
    setting(
        CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY,
        Settings.VALUE_SIZES,
        PropertyValues.word("constant", "uniform", "zipfian", "histogram"));
    setting(CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY, Settings.VALUE_SIZES, ANY);
    setting(CoreWorkload.ZERO_PADDING_PROPERTY, Settings.KEY_LENGTH, COUNT);
    setting(KeyShape.LENGTHS_PROPERTY, Settings.KEY_LENGTH, ANY);

    Mix.NAMES.forEach(name -> add(Mix.property(name), WORKLOAD, SHARE));
    add(
        CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY,
        WORKLOAD,
        PropertyValues.word(
            Arrays.stream(KeyDistribution.Stock.values())
                .map(KeyDistribution::requested)
                .toArray(String[]::new)));
    add(KeyDistribution.CONSTANT_PROPERTY, WORKLOAD, PropertyValues.number(0.01, 5));
    add(CoreWorkload.HOTSPOT_DATA_FRACTION, WORKLOAD, SHARE);
    add(CoreWorkload.HOTSPOT_OPN_FRACTION, WORKLOAD, SHARE);
    add(
        ExponentialGenerator.EXPONENTIAL_PERCENTILE_PROPERTY,
        WORKLOAD,
        PropertyValues.between(0, 100));
    add(ExponentialGenerator.EXPONENTIAL_FRAC_PROPERTY, WORKLOAD, PropertyValues.upTo(1));
    add(CoreWorkload.MIN_SCAN_LENGTH_PROPERTY, WORKLOAD, PropertyValues.whole(1));
    add(CoreWorkload.MAX_SCAN_LENGTH_PROPERTY, WORKLOAD, PropertyValues.whole(1));
    add(
        CoreWorkload.SCAN_LENGTH_DISTRIBUTION_PROPERTY,
        WORKLOAD,
        PropertyValues.word("uniform", "zipfian"));
    add(CoreWorkload.READ_ALL_FIELDS_PROPERTY, WORKLOAD, PropertyValues.FLAG);
    add(CoreWorkload.WRITE_ALL_FIELDS_PROPERTY, WORKLOAD, PropertyValues.FLAG);

    add(CoreWorkload.INSERT_ORDER_PROPERTY, RECORDS, PropertyValues.word("hashed", "ordered"));
    add(CoreWorkload.FIELD_NAME_PREFIX, RECORDS, ANY);
    add(Sizes.COMPRESSIBILITY, RECORDS, SHARE);
    add(CoreWorkload.TABLENAME_PROPERTY, RECORDS, ANY);
    add(
        CoreWorkload.DATA_INTEGRITY_PROPERTY,
        RECORDS,
        PropertyValues.FLAG,
        "the harness checks values itself; give --verify full",
        "false");

    add("spin.sleep", STOCK, PropertyValues.FLAG, STOCK_ALONE, "false");

    harness(
        Client.WORKLOAD_PROPERTY,
        "the harness has no other workload than CoreWorkload, also called core",
        "core",
        CoreWorkload.class.getName(),
        "com.yahoo.ycsb.workloads.CoreWorkload");
    harness(Client.DB_PROPERTY, "give --db");
    harness(
        Workload.INSERT_START_PROPERTY,
        "the records of a phase begin with number 0; leave it out, and give --records",
        "0");
    add(
        Workload.INSERT_COUNT_PROPERTY,
        HARNESS,
        COUNT,
        "the load inserts all records; leave it out, and give --records");
    harness(
        Client.DO_TRANSACTIONS_PROPERTY,
        "the phase load inserts the records, and each workload makes operations; " + LEAVE_OUT,
        "true");
    harness(CoreWorkload.INSERTION_RETRY_LIMIT, FAILED, "0");
    harness("core_workload_insertion_keep_going_on_error", FAILED, "false");
    harness(
        "readallfieldsbyname",
        "YCSB 0.17 does not know it, only a later one; " + LEAVE_OUT,
        "false");
    harness(
        Client.EXPORTER_PROPERTY,
        "the figures are in summary.json and summary.csv; " + LEAVE_OUT,
        "site.ycsb.measurements.exporter.TextMeasurementsExporter");
    harness(Client.EXPORT_FILE_PROPERTY, "give --out for the result folder");
    harness(Client.STATUS_PROPERTY, "the harness shows the progress; " + LEAVE_OUT);
    harness("status.interval", "the harness shows the progress; " + LEAVE_OUT);
    harness(Client.LABEL_PROPERTY, "the harness shows the progress; " + LEAVE_OUT);
    harness(
        Measurements.MEASUREMENT_TYPE_PROPERTY,
        "the harness measures with hdrhistogram; " + LEAVE_OUT,
        "hdrhistogram");
    harness(
        Measurements.MEASUREMENT_INTERVAL,
        "with --target, latency counts from the intended start, and else from the real one; "
            + LEAVE_OUT,
        "op");
    harness(Measurements.MEASUREMENT_TRACK_JVM_PROPERTY, OUTPUT, "false");
    harness("measurement.histogram.verbose", OUTPUT, "false");
    harness("hdrhistogram.percentiles", "reports have p50, p99 and p99.9; " + LEAVE_OUT);
    harness(
        "hdrhistogram.fileoutput",
        "the result folder has histograms of its own; " + LEAVE_OUT,
        "false");
    harness("reportlatencyforeacherror", OUTPUT, "false");
    harness("latencytrackederrors", OUTPUT);

    // YCSB reads these with other values of the keys above, or never.
    for (String unused :
        List.of(
            "histogram.buckets",
            "timeseries.granularity",
            "measurement.raw.output_file",
            "measurement.raw.no_summary",
            "hdrhistogram.output.path",
            CoreWorkload.INSERTION_RETRY_INTERVAL,
            "maxscanrate",
            "scanoptimelimit",
            "discardscannedrecord")) {
      add(unused, NOTHING, ANY);
    }
  }

  private PropertyKeys() {}

  private static void add(String name, Fate fate, PropertyValues values) {
    add(name, fate, values, "");
  }

  private static void add(
      String name, Fate fate, PropertyValues values, String remedy, String... same) {
    ALL.put(name, new PropertyKey(name, fate, values, List.of(same), remedy, null));
  }

  private static void setting(String name, Setting<?> setting, PropertyValues values) {
    ALL.put(
        name, new PropertyKey(name, Fate.SETTING, values, List.of(), setting.remedy(), setting));
  }

  private static void harness(String name, String remedy, String... same) {
    add(name, HARNESS, ANY, remedy, same);
  }

  public static List<PropertyKey> all() {
    return List.copyOf(ALL.values());
  }

  /** The settings for which property files have defaults. */
  static Stream<Setting<?>> settings() {
    return ALL.values().stream()
        .<Setting<?>>map(PropertyKey::setting)
        .filter(Objects::nonNull)
        .distinct();
  }

  static List<PropertyKey> of(Setting<?> setting) {
    return ALL.values().stream().filter(key -> setting.equals(key.setting())).toList();
  }

  public static Optional<PropertyKey> of(String name) {
    return Optional.ofNullable(
        name.startsWith(TRACING)
            ? new PropertyKey(name, STOCK, ANY, List.of(), STOCK_ALONE, null)
            : ALL.get(name));
  }

  public static boolean isKnown(String name) {
    return of(name).isPresent();
  }

  /**
   * The properties of an experiment by the places where they stand: files first, without what the
   * experiment's own properties override.
   */
  public static Map<String, Map<String, String>> sources(Experiment experiment) {
    Map<String, String> ofAll = experiment.properties();
    Map<String, Map<String, String>> sources = new LinkedHashMap<>();
    for (Phase phase : experiment.phases()) {
      if (phase.warm() instanceof Phase.Listed file) {
        Map<String, String> said = new LinkedHashMap<>(file.said());
        said.entrySet()
            .removeIf(
                each ->
                    !ofAll.getOrDefault(each.getKey(), each.getValue()).equals(each.getValue()));
        sources.put(file.file(), said);
      }
      if (!phase.properties().isEmpty()) {
        sources.put("workloads: " + phase.id(), phase.properties());
      }
    }
    sources.put("properties", ofAll);
    return sources;
  }

  /** The names of properties whose keys have such a fate, sorted. */
  static Stream<String> among(Map<String, String> properties, Predicate<Fate> fate) {
    return properties.keySet().stream()
        .sorted()
        .filter(name -> of(name).filter(key -> fate.test(key.fate())).isPresent());
  }

  /** The refusals of properties that say again what a setting says. */
  static Stream<String> repeatedSettings(String where, Map<String, String> properties) {
    return among(properties, fate -> fate == Fate.SETTING)
        .map(ALL::get)
        .map(
            key ->
                "%s: %s repeats the experiment's %s; %s"
                    .formatted(where, key.name(), key.setting(), key.remedy()));
  }

  /** Without the keys that the harness, or one of its settings, stands for. */
  public static Map<String, String> forClients(Map<String, String> said) {
    Map<String, String> all = new LinkedHashMap<>(said);
    all.keySet().removeIf(name -> of(name).filter(key -> !key.fate().reachesClients()).isPresent());
    return all;
  }

  /**
   * The key that somebody means with another one: it has the same letters in the other case or with
   * other separators, one or two letters are wrong, or some are left out.
   */
  static Optional<String> resembling(String name) {
    if (isKnown(name)) {
      return Optional.empty();
    }
    String letters = letters(name);
    return Stream.<BiPredicate<String, String>>of(
            String::equals, PropertyKeys::isMisspelt, PropertyKeys::isAbbreviation)
        .flatMap(
            alike -> ALL.keySet().stream().filter(known -> alike.test(letters, letters(known))))
        .findFirst();
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[\\s._-]", "");
  }

  private static boolean isMisspelt(String letters, String known) {
    int most = known.length() < SHORTEST_MISSPELT ? 0 : known.length() < LONG ? 1 : 2;
    return Math.abs(letters.length() - known.length()) <= most && distance(letters, known) <= most;
  }

  /** How many letters have to be changed, left out or put in (V. I. Levenshtein, 1966). */
  private static int distance(String one, String other) {
    int[] before = new int[other.length() + 1];
    Arrays.setAll(before, at -> at);
    for (int i = 1; i <= one.length(); i++) {
      int[] now = new int[before.length];
      now[0] = i;
      for (int j = 1; j < now.length; j++) {
        int changed = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        now[j] = Math.min(changed, 1 + Math.min(before[j], now[j - 1]));
      }
      before = now;
    }
    return before[other.length()];
  }

  private static boolean isAbbreviation(String letters, String known) {
    int found = 0;
    for (int at = 0; at < known.length() && found < letters.length(); at++) {
      found += letters.charAt(found) == known.charAt(at) ? 1 : 0;
    }
    return letters.length() >= SHORTEST_ABBREVIATION
        && letters.charAt(0) == known.charAt(0)
        && found == letters.length();
  }
}
