package org.pmemycsb.harness.plan.settings;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;

/**
 * All keys of YCSB 0.17: those that its {@code Client}, {@code CoreWorkload} with its generators,
 * and the classes that measure look up in the properties; and the keys that this harness adds. For
 * each, what becomes of it in a property file and with {@code -p}.
 */
public final class PropertyKeys {
  /** What becomes of a key. */
  public enum Fate {
    /** A property file gives the default of a setting of the experiment; {@code -p} is refused. */
    SETTING,
    /** The clients do it in each phase for which it is given. */
    WORKLOAD,
    /** It is a fact of all records, so that a property file says it for all phases. */
    RECORDS,
    /** The stock client does it. Another runner makes it refused. */
    STOCK,
    /** The harness decides it, so that another value is refused. */
    HARNESS,
    /** Neither YCSB nor the harness does anything with it. */
    NOTHING;

    boolean reachesClients() {
      return this == WORKLOAD || this == RECORDS || this == STOCK;
    }
  }

  /**
   * A key of YCSB.
   *
   * @param values those that YCSB takes for what they say, in words. It takes {@code yes} and
   *     {@code "true "} for false, for example
   * @param same with these values it asks for nothing that the harness does not do anyway
   * @param remedy for another value where it is refused
   * @param setting that says the same; null for other fates than {@link Fate#SETTING}
   */
  public record Key(
      String name, Fate fate, String values, List<String> same, String remedy, Setting<?> setting) {
    private boolean takes(String text) {
      Matcher number = NUMBER.matcher(values);
      if (number.matches()) {
        return isWithin(number, text);
      }
      return values.equals(ANY)
          || values.equals(FLAG) && List.of("true", "false").contains(text.toLowerCase(Locale.ROOT))
          || values.startsWith(WORDS)
              && List.of(values.substring(WORDS.length()).split(", ")).contains(text);
    }

    private static boolean isWithin(Matcher bounds, String text) {
      try {
        // YCSB reads a whole number up to 2^31-1.
        boolean isWhole = bounds.group("whole") != null;
        double number = isWhole ? Integer.parseInt(text) : Double.parseDouble(text);
        double least = Double.parseDouble(bounds.group("least"));
        double most = isWhole ? number : Double.parseDouble(bounds.group("most"));
        return (number > least || number == least && !bounds.group("from").equals("above"))
            && (number < most || number == most && !"below".equals(bounds.group("to")));
      } catch (NumberFormatException no) {
        return false;
      }
    }
  }

  private static final String ANY = "any text";
  private static final String FLAG = "true or false";
  private static final String WORDS = "one of ";
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<whole>a whole number )?(?<from>from|above) (?<least>[0-9.]+)"
              + "(?:,? (?:and )?(?<to>to|below|at most) (?<most>[0-9.]+))?");

  /**
   * A row for each key: its fate, or the setting that says the same; its values; and where other
   * values are refused, those that are not, and what to do instead.
   */
  private static final String ROWS =
      """
      recordcount                | =records    | a whole number from 0
      operationcount             | =operations | a whole number from 0
      threadcount                | =threads    | a whole number from 0
      target                     | =target     | a whole number from 0
      maxexecutiontime           | =duration   | a whole number from 0
      fieldcount                 | =fieldCount | a whole number from 0
      fieldlength                | =valueSize  | a whole number from 0
      minfieldlength             | =valueSize  | a whole number from 0
      fieldlengthdistribution    | =valueSize  | one of constant, uniform, zipfian, histogram
      fieldlengthhistogram       | =valueSize  | any text
      zeropadding                | =keyLength  | a whole number from 0
      keylength                  | =keyLength  | any text
      readproportion             | workload | from 0 to 1
      updateproportion           | workload | from 0 to 1
      insertproportion           | workload | from 0 to 1
      scanproportion             | workload | from 0 to 1
      readmodifywriteproportion  | workload | from 0 to 1
      deleteproportion           | workload | from 0 to 1
      missproportion             | workload | from 0 to 1
      putifabsentproportion      | workload | from 0 to 1
      requestdistribution        | workload \
          | one of zipfian, latest, uniform, sequential, hotspot, exponential
      zipfianconstant            | workload | from 0.01 to 5
      hotspotdatafraction        | workload | from 0 to 1
      hotspotopnfraction         | workload | from 0 to 1
      exponential.percentile     | workload | above 0 and below 100
      exponential.frac           | workload | above 0, and at most 1
      minscanlength              | workload | a whole number from 1
      maxscanlength              | workload | a whole number from 1
      scanlengthdistribution     | workload | one of uniform, zipfian
      readallfields              | workload | true or false
      writeallfields             | workload | true or false
      insertorder                | records | one of hashed, ordered
      fieldnameprefix            | records | any text
      compressibility            | records | from 0 to 1
      table                      | records | any text
      dataintegrity              | records | true or false | false \
          | the harness checks values itself; give --verify full
      spin.sleep                 | stock   | true or false | false \
          | only the stock client does it; leave it out, or give --runner ycsb
      workload                   | harness | any text \
          | core, site.ycsb.workloads.CoreWorkload, com.yahoo.ycsb.workloads.CoreWorkload \
          | the harness has no other workload than CoreWorkload, also called core
      db                         | harness | any text |       | give --db
      insertstart                | harness | any text | 0 \
          | the records of a phase begin with number 0; leave it out, and give --records
      insertcount                | harness | a whole number from 0 | \
          | the load inserts all records; leave it out, and give --records
      dotransactions             | harness | any text | true \
          | the phase load inserts the records, and each workload makes operations; leave it out
      core_workload_insertion_retry_limit        | harness | any text | 0 \
          | a phase with a failed operation is INVALID here; leave it out
      core_workload_insertion_keep_going_on_error | harness | any text | false \
          | a phase with a failed operation is INVALID here; leave it out
      readallfieldsbyname        | harness | any text | false \
          | YCSB 0.17 does not know it, only a later one; leave it out
      exporter                   | harness | any text \
          | site.ycsb.measurements.exporter.TextMeasurementsExporter \
          | the figures are in summary.json and summary.csv; leave it out
      exportfile                 | harness | any text |       | give --out for the result folder
      status                     | harness | any text | \
          | the harness shows the progress; leave it out
      status.interval            | harness | any text | \
          | the harness shows the progress; leave it out
      label                      | harness | any text | \
          | the harness shows the progress; leave it out
      measurementtype            | harness | any text | hdrhistogram \
          | the harness measures with hdrhistogram; leave it out
      measurement.interval       | harness | any text | op \
          | with --target, latency counts from the intended start, and else from the real one; leave it out
      measurement.trackjvm       | harness | any text | false \
          | only the harness reads the output of YCSB; leave it out
      measurement.histogram.verbose | harness | any text | false \
          | only the harness reads the output of YCSB; leave it out
      hdrhistogram.percentiles   | harness | any text | \
          | reports have p50, p99 and p99.9; leave it out
      hdrhistogram.fileoutput    | harness | any text | false \
          | the result folder has histograms of its own; leave it out
      reportlatencyforeacherror  | harness | any text | false \
          | only the harness reads the output of YCSB; leave it out
      latencytrackederrors       | harness | any text | \
          | only the harness reads the output of YCSB; leave it out
      """;

  // YCSB reads these with other values of the keys above, or never.
  private static final List<String> UNUSED =
      List.of(
          "histogram.buckets",
          "timeseries.granularity",
          "measurement.raw.output_file",
          "measurement.raw.no_summary",
          "hdrhistogram.output.path",
          "core_workload_insertion_retry_interval",
          "maxscanrate",
          "scanoptimelimit",
          "discardscannedrecord");

  private static final String TRACING = "htrace.";
  private static final String STOCK_ALONE = "spin.sleep";

  // A shorter one is no abbreviation, and resembles too much by chance.
  private static final int SHORTEST_ABBREVIATION = 8;
  private static final int SHORTEST_MISSPELT = 6;
  private static final int LONG = 12;

  private static final Map<String, Key> ALL =
      Stream.concat(
              ROWS.lines().map(PropertyKeys::key),
              UNUSED.stream().map(name -> new Key(name, Fate.NOTHING, ANY, List.of(), "", null)))
          .collect(
              Collectors.toMap(Key::name, key -> key, (one, other) -> one, LinkedHashMap::new));

  private PropertyKeys() {}

  private static Key key(String row) {
    String[] cells = row.strip().split("\\s*\\|\\s*");
    if (cells[1].startsWith("=")) {
      Setting<?> setting = Settings.named(cells[1].substring(1));
      return new Key(cells[0], Fate.SETTING, cells[2], List.of(), setting.remedy(), setting);
    }
    Fate fate = Fate.valueOf(cells[1].toUpperCase(Locale.ROOT));
    List<String> same =
        cells.length == 3 || cells[3].isEmpty() ? List.of() : List.of(cells[3].split(", "));
    return new Key(cells[0], fate, cells[2], same, cells.length == 3 ? "" : cells[4], null);
  }

  public static Collection<Key> all() {
    return ALL.values();
  }

  static Stream<Setting<?>> settings() {
    return ALL.values().stream().<Setting<?>>map(Key::setting).filter(Objects::nonNull).distinct();
  }

  static List<Key> of(Setting<?> setting) {
    return ALL.values().stream().filter(key -> setting.equals(key.setting())).toList();
  }

  public static Optional<Key> of(String name) {
    return name.startsWith(TRACING)
        ? Optional.of(new Key(name, Fate.STOCK, ANY, List.of(), ALL.get(STOCK_ALONE).remedy, null))
        : Optional.ofNullable(ALL.get(name));
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
      if (phase.isListed()) {
        Map<String, String> said = new LinkedHashMap<>(phase.said());
        said.entrySet()
            .removeIf(
                each ->
                    !ofAll.getOrDefault(each.getKey(), each.getValue()).equals(each.getValue()));
        sources.put(phase.file(), said);
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
   * Refuses values that would change nothing, or end a run after its load. They stand in property
   * files, among the properties of the experiment ({@code -p}) or in those of a phase.
   *
   * @throws ConfigurationException naming the file or phase, the key, and what to do
   */
  static void refuse(Experiment experiment) {
    sources(experiment)
        .forEach(
            (where, said) -> said.forEach((name, text) -> refuse(experiment, where, name, text)));
  }

  /** Refuses a value that YCSB would not take for what it says. */
  static void refuse(String where, Key key, String text) {
    if (!key.takes(text)) {
      throw new ConfigurationException(
          "%s: %s must be %s, not '%s'".formatted(where, key.name, key.values, text));
    }
  }

  private static void refuse(Experiment experiment, String where, String name, String text) {
    resembling(name)
        .ifPresent(
            meant -> {
              throw new ConfigurationException(
                  "%s: '%s' is no key of YCSB; write %s, or give what a client needs in the braces of --db"
                      .formatted(where, name, meant));
            });
    Key key = of(name).orElse(null);
    if (key == null) {
      return;
    }
    refuse(where, key, text);
    boolean isStockAlone = experiment.runsOnly(RunnerKind.YCSB);
    boolean possible =
        switch (key.fate) {
          case SETTING, WORKLOAD, NOTHING -> true;
          case RECORDS -> key.remedy.isEmpty() || isStockAlone;
          case STOCK -> isStockAlone;
          case HARNESS ->
              name.equals("insertcount") && Long.parseLong(text) == experiment.records();
        };
    if (!possible && !key.same.contains(text)) {
      throw new ConfigurationException("%s: %s=%s: %s".formatted(where, name, text, key.remedy));
    }
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
