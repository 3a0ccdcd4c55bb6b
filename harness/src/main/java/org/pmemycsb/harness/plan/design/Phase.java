package org.pmemycsb.harness.plan.design;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import site.ycsb.workloads.CoreWorkload;

/**
 * A phase of a run: {@code load}, one of YCSB's core workloads {@code A} to {@code F}, a workload
 * of the user, in a property file or in the experiment's own, or a {@code restart} of the database.
 * Immutable.
 *
 * @param name {@code load}, {@code A} ... {@code F}, {@code restart}, that of the property file
 *     without its ending, or the name in the experiment's file
 * @param file where its other properties are: the absolute path of a file of the user, or the name
 *     of one of YCSB's; empty for a phase of the experiment's file
 * @param said the file of the user; of one of YCSB's, the keys that differ from YCSB's defaults
 * @param own what the experiment's file says of it
 */
public record Phase(String name, Start start, String file, Map<String, String> said, Own own) {
  /** The state of the database at its beginning. */
  public enum Start {
    /** As the phase before left it. */
    WARM,
    /** Killed and started again, without the page cache of its files. */
    COLD,
    /** Killed and started again within the phase, whose figure that is. */
    RESTART
  }

  /**
   * What the experiment's file says of a phase. Nothing else changes that.
   *
   * @param mix of operations
   * @param keys the records that they ask for
   * @param fill empties the database and inserts all records
   * @param keyLength of the records that a fill makes
   * @param values lengths of its values
   * @param properties others of the workload, which go before those of the experiment
   */
  public record Own(
      Optional<Mix> mix,
      Optional<KeyDistribution> keys,
      Optional<FillOrder> fill,
      Optional<Trace> trace,
      Optional<Sizes> keyLength,
      Optional<Sizes> values,
      Map<String, String> properties) {
    static final Own NONE =
        new Own(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of());

    private String words() {
      return Stream.of(
              trace.map(Trace::words),
              fill.map(order -> "fill " + order.id()),
              keyLength.map(lengths -> "keys of " + lengths.words()),
              mix.map(Mix::words),
              keys.map(each -> "keys " + each.text()),
              values.map(sizes -> "values " + sizes.words()))
          .flatMap(Optional::stream)
          .collect(Collectors.joining("; "));
    }
  }

  /**
   * A recorded trace that a phase replays.
   *
   * @param file its absolute path
   * @param speed by how much its times shrink; empty if nothing waits for them
   */
  public record Trace(String file, Optional<Double> speed, TraceFacts facts) {
    private Work work() {
      return new Work.Replay(
          file, speed.map(each -> new Work.Pace(each, (long) (facts.nanos() / each))));
    }

    private String words() {
      return String.format(
          Locale.ROOT,
          "trace of %,d operations%s",
          facts.operations(),
          speed.map(each -> ", at its times with speed " + each).orElse(""));
    }
  }

  // The keys of a phase in the experiment's file that stock YCSB may not be able to do.
  public static final String TRACE = "trace";
  public static final String FILL = "fill";
  public static final String KEYS = "keys";
  public static final String VALUES = "valueSize";

  /** The most operations of a phase: days of a fast database. */
  public static final long MOST_OPERATIONS = 1_000_000_000_000L;

  private static final String FILE_OF_A = "workloada";

  public static final Phase LOAD = new Phase("load", Start.WARM, FILE_OF_A, Map.of(), Own.NONE);

  /**
   * Workload A shows the throughput before the kill and after the restart. Its updates also leave
   * work to a database that reads a log when it starts.
   */
  public static final Phase RESTART =
      new Phase("restart", Start.RESTART, FILE_OF_A, of("A").said, Own.NONE);

  /** The order of addresses in an experiment about the medium; no client makes its operations. */
  public static Phase ofMedium(String order) {
    return new Phase(order, Start.WARM, "", Map.of(), Own.NONE);
  }

  public static Phase own(String name, Own own) {
    return new Phase(name, Start.WARM, "", Map.of(), own);
  }

  /** The name in tables. A cold phase has another one, so that no cell has cold and warm phases. */
  public String id() {
    return isCold() ? name + "-cold" : name;
  }

  /**
   * @param all what its file and the properties say
   * @throws ConfigurationException if that cannot be done
   */
  public Work work(Map<String, String> all) {
    if (isLoad()) {
      return new Work.Load(own.fill.orElse(FillOrder.SEQUENTIAL));
    }
    return own.trace
        .map(Trace::work)
        .orElseGet(
            () -> new Work.Draw(mix(all), own.keys.orElseGet(() -> KeyDistribution.of(all))));
  }

  /**
   * The properties of its file, which others override.
   *
   * @param workloads folder of YCSB's core workloads
   */
  public Map<String, String> defaults(Path workloads) throws IOException {
    return file.isEmpty() || isListed() ? said : read(workloads.resolve(file));
  }

  /** Its properties in the experiment's file, which override others. */
  public Map<String, String> properties() {
    return own.properties;
  }

  /**
   * The mix of its operations.
   *
   * @param all what its file and the properties say
   */
  public Mix mix(Map<String, String> all) {
    return isLoad() || own.trace.isPresent() ? Mix.NOTHING : own.mix.orElseGet(() -> Mix.of(all));
  }

  /** Whether a property file of the user describes it. */
  public boolean isListed() {
    return Path.of(file).isAbsolute();
  }

  public boolean isOwn() {
    return !own.equals(Own.NONE);
  }

  /** Whether it empties the database and inserts all records. */
  public boolean isLoad() {
    return name.equals("load") || own.fill.isPresent();
  }

  public boolean isRestart() {
    return start == Start.RESTART;
  }

  public boolean isCold() {
    return start == Start.COLD;
  }

  /** Whether the database is killed and started again, for the figure or before the clock. */
  public boolean restartsDatabase() {
    return start != Start.WARM;
  }

  /** Whether it makes operations on a loaded database that was not restarted for it. */
  public boolean isWarmWorkload() {
    return !isLoad() && !restartsDatabase();
  }

  /**
   * The same workload with a cold start.
   *
   * @throws ConfigurationException if it is no workload
   */
  public Phase cold() {
    if (isLoad() || isRestart()) {
      throw new ConfigurationException(
          "'%s' cannot start cold; only a workload can".formatted(name));
    }
    return new Phase(name, Start.COLD, file, said, own);
  }

  /** What its trace holds, if it replays a recorded one; empty for other phases. */
  public Optional<TraceFacts> trace() {
    return own.trace.map(Trace::facts);
  }

  /** Whether a recorded trace says when its operations begin. */
  public boolean isTimed() {
    return own.trace.flatMap(Trace::speed).isPresent();
  }

  /** Whether other records are there after it than those with the numbers from one to another. */
  public boolean leavesGaps() {
    return trace().filter(TraceFacts::leavesGaps).isPresent()
        || own.fill.equals(Optional.of(FillOrder.REPEATING));
  }

  /**
   * What it asks for and stock YCSB cannot do, by the key that says it; empty if there is nothing.
   *
   * @param all what its file and the properties say
   */
  public Optional<String> beyondStock(Map<String, String> all) {
    if (own.fill.isPresent() || own.trace.isPresent()) {
      return Optional.of(own.fill.isPresent() ? FILL : TRACE);
    }
    if (isLoad()) {
      return Optional.empty();
    }
    if (own.keys.filter(KeyDistribution::hasConstant).isPresent()) {
      return Optional.of(KEYS);
    }
    return all.containsKey(KeyDistribution.CONSTANT_PROPERTY)
        ? Optional.of(KeyDistribution.CONSTANT_PROPERTY)
        : mix(all)
            .beyondStock()
            .or(() -> own.values.filter(Sizes::isBeyondStock).map(sizes -> VALUES));
  }

  /** For the report: the name, and what the experiment's file says of the phase. */
  public String words() {
    return name + (isOwn() ? " (" + own.words() + ")" : "") + (isCold() ? " cold" : "");
  }

  /**
   * The phase of this name, in either case, or that a property file of this path describes.
   *
   * @throws ConfigurationException if there is neither
   */
  public static Phase of(String text) {
    String name = text.strip();
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "LOAD" -> LOAD;
      case "RESTART" -> RESTART;
      case "A" -> core("A", Mix.of(0.5, 0.5), "zipfian");
      case "B" -> core("B", Mix.of(0.95, 0.05), "zipfian");
      case "C" -> core("C", Mix.of(1, 0), "zipfian");
      case "D" -> core("D", Mix.of(0.95, 0, 0.05), "latest");
      case "E" -> core("E", Mix.of(0, 0, 0.05, 0.95), "zipfian");
      case "F" -> core("F", Mix.of(0.5, 0, 0, 0, 0.5), "zipfian");
      default -> listed(name);
    };
  }

  private static Phase core(String name, Mix mix, String distribution) {
    Map<String, String> said = new TreeMap<>(mix.properties());
    said.put(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, distribution);
    if (mix.scans()) {
      said.put(CoreWorkload.MAX_SCAN_LENGTH_PROPERTY, "100");
    }
    String file = "workload" + name.toLowerCase(Locale.ROOT);
    return new Phase(name, Start.WARM, file, Map.copyOf(said), Own.NONE);
  }

  /** The phases with the load before them, unless they have it or begin with a fill. */
  public static List<Phase> withLoad(List<Phase> phases) {
    return phases.contains(LOAD) || phases.get(0).isLoad()
        ? phases
        : Stream.concat(Stream.of(LOAD), phases.stream()).toList();
  }

  /**
   * How long a workload that lasts this time warms up: a tenth of the time, between 200 ms and 10
   * s. If 200 ms are more than a fifth of the time, that fifth. The compiler of a JVM needs no
   * longer time for a longer phase.
   */
  public static Duration warmUp(Duration time) {
    long least = Math.min(time.toNanos() / 5, Duration.ofMillis(200).toNanos());
    long tenth = Math.min(time.toNanos() / 10, Duration.ofSeconds(10).toNanos());
    return Duration.ofNanos(Math.max(least, tenth));
  }

  /** A name for a workload of the user; refuses one that tables, files or claims could not hold. */
  public static String ownName(String name) {
    if (!Pattern.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}", name)) {
      throw new ConfigurationException(
          "'%s' is no name of a phase; use letters, digits, '-', '_' and '.'".formatted(name));
    }
    if (isReserved(name)) {
      throw new ConfigurationException(
          "'%s' has a meaning here; take another name".formatted(name));
    }
    return name;
  }

  private static boolean isReserved(String name) {
    return Pattern.matches("(?i)[A-F]|load|restart|mean", name);
  }

  private static Phase listed(String text) {
    Path file = Path.of(text).toAbsolutePath().normalize();
    if (!Files.isRegularFile(file)) {
      throw new ConfigurationException(
          "there is no '"
              + text
              + "'; there are: A, B, C, D, E, F (and load, restart), the path of a property file, or"
              + " trace:FILE");
    }
    String name = withoutEnding(file);
    if (isReserved(name)) {
      throw new ConfigurationException("the name of " + file + " has a meaning here; rename it");
    }
    try {
      return new Phase(name, Start.WARM, file.toString(), read(file), Own.NONE);
    } catch (IOException | IllegalArgumentException broken) {
      throw new ConfigurationException(
          file + " is not a property file: " + broken.getMessage(), broken);
    }
  }

  /** As YCSB reads it, in ISO 8859-1; a mark at the beginning says that a file is in UTF-8. */
  private static Map<String, String> read(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    String utf8 = new String(all, StandardCharsets.UTF_8);
    Properties properties = new Properties();
    properties.load(
        new StringReader(
            utf8.startsWith("\uFEFF")
                ? utf8.substring(1)
                : new String(all, StandardCharsets.ISO_8859_1)));
    return Words.strings(properties);
  }

  public static String withoutEnding(Path file) {
    return file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
  }
}
