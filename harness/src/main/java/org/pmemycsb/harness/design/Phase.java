package org.pmemycsb.harness.design;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.recorded.TraceFacts;
import site.ycsb.workloads.CoreWorkload;

/**
 * A phase of a run: {@code load}, one of YCSB's core workloads {@code A} to {@code F}, or a
 * workload of the user, in a property file or in the experiment's own.
 *
 * @param id as it stands in tables: {@code load}, {@code A} ... {@code F}, the name of the property
 *     file without its ending, or the name in the experiment's file
 * @param file the absolute path of the property file; empty for the others
 * @param mix of its operations, as its file has it; nothing for the load
 * @param own the phase as the experiment's file describes it; empty for those with a text
 * @param properties what the user's workload says; empty for the others
 */
public record Phase(
    String id,
    Optional<String> file,
    Mix mix,
    Optional<OwnPhase> own,
    Map<String, String> properties) {
  public static final Phase LOAD = core("load", Mix.NOTHING);

  /** The property that says the order of a load, in lower case. */
  public static final String FILL_PROPERTY = "fillorder";

  /** The property that names the file of a recorded trace; there for these phases only. */
  public static final String TRACE_FILE_PROPERTY = "tracefile";

  /** The property that names the form of its lines; without it, the first line says it. */
  public static final String TRACE_FORMAT_PROPERTY = "traceformat";

  /** By how much its times shrink; without this property, nothing waits for them. */
  public static final String TRACE_SPEED_PROPERTY = "tracespeed";

  /** Beside the speed: the time from the first operation to the last, in nanoseconds. */
  public static final String TRACE_NANOS_PROPERTY = "tracenanos";

  // The keys of a phase in the experiment's file.
  public static final String NAME = "name";
  public static final String MIX = "mix";
  public static final String PROPERTIES = "properties";
  public static final String FILL = "fill";
  public static final String KEYS = "keys";
  public static final String VALUES = "values";
  public static final String KEY_LENGTH = "keyLength";

  /** The most operations of a phase: days of a fast database. */
  public static final long MOST_OPERATIONS = 1_000_000_000_000L;

  /** The order in which some records come again and others not at all. */
  public static final String REPEATING = "repeating";

  // What the compiler of a JVM needs does not grow with the phase.
  private static final Duration USUAL_WARM_UP = Duration.ofMillis(200);
  private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(10);

  private static final Pattern OWN_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
  private static final Pattern RESERVED = Pattern.compile("(?i)[A-F]|load");

  /**
   * The phase of this name, in either case, or that a property file of this path describes, or that
   * replays a recorded trace ({@code trace:FILE}).
   *
   * @throws ConfigurationException if there is neither
   */
  public static Phase of(String text) {
    String name = text.strip();
    if (name.startsWith(TracePhase.PREFIX)) {
      return TracePhase.of(name);
    }
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "LOAD" -> LOAD;
      case "A" -> core("A", Mix.stock(0.5, 0.5, 0, 0, 0));
      case "B" -> core("B", Mix.stock(0.95, 0.05, 0, 0, 0));
      case "C" -> core("C", Mix.stock(1, 0, 0, 0, 0));
      case "D" -> core("D", Mix.stock(0.95, 0, 0.05, 0, 0));
      case "E" -> core("E", Mix.stock(0, 0, 0.05, 0.95, 0));
      case "F" -> core("F", Mix.stock(0.5, 0, 0, 0, 0.5));
      default -> ofFile(name);
    };
  }

  /** The phases with the load before them, unless they have it. */
  public static List<Phase> withLoad(List<Phase> phases) {
    return phases.contains(LOAD)
        ? phases
        : Stream.concat(Stream.of(LOAD), phases.stream()).toList();
  }

  private static Phase core(String id, Mix mix) {
    return new Phase(id, Optional.empty(), mix, Optional.empty(), Map.of());
  }

  /**
   * How long a workload that lasts this time warms up: a tenth of the time, between 200 ms and 10
   * s. If 200 ms are more than a fifth of the time, that fifth.
   */
  public static Duration warmUp(Duration time) {
    Duration least = min(time.dividedBy(5), USUAL_WARM_UP);
    Duration tenth = min(time.dividedBy(10), LONGEST_WARM_UP);
    return tenth.compareTo(least) > 0 ? tenth : least;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /** A workload in the experiment's file. */
  public static Phase own(String name, OwnPhase phase) {
    Mix mix = phase instanceof OwnPhase.Operations operations ? operations.mix() : Mix.NOTHING;
    return new Phase(name, Optional.empty(), mix, Optional.of(phase), phase.workload());
  }

  /** A name for such a workload; refuses one that tables, files or claims could not hold. */
  public static String ownName(String name) {
    if (!OWN_NAME.matcher(name).matches()) {
      throw new ConfigurationException(
          "'%s' is no name of a phase; use letters, digits, '-', '_' and '.'".formatted(name));
    }
    if (RESERVED.matcher(name).matches()) {
      throw new ConfigurationException(
          "'%s' would be mistaken for YCSB's own; take another name".formatted(name));
    }
    return name;
  }

  private static Phase ofFile(String name) {
    Path file = Path.of(name).toAbsolutePath().normalize();
    if (!Files.isRegularFile(file)) {
      throw new ConfigurationException(
          "there is no '"
              + name
              + "'; there are: A, B, C, D, E, F (and load), the path of a property file, or trace:FILE");
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException broken) {
      throw new ConfigurationException(
          file + " is not a property file: " + broken.getMessage(), broken);
    }
    String id = withoutEnding(file);
    if (RESERVED.matcher(id).matches()) {
      throw new ConfigurationException(
          file + " would be mistaken for YCSB's own " + id + "; rename it");
    }
    Map<String, String> said = new HashMap<>();
    properties.stringPropertyNames().forEach(key -> said.put(key, properties.getProperty(key)));
    return new Phase(
        id,
        Optional.of(file.toString()),
        Mix.DEFAULT.with(file + ": ", said),
        Optional.empty(),
        Map.copyOf(said));
  }

  /** The name of a file without its ending. */
  static String withoutEnding(Path file) {
    return file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
  }

  /** What its trace holds, if it replays a recorded one; empty for other phases. */
  public Optional<TraceFacts> trace() {
    return part(OwnPhase.Recorded.class).map(OwnPhase.Recorded::facts);
  }

  /** Whether a recorded trace says when its operations begin. */
  public boolean isTimed() {
    return properties.containsKey(TRACE_SPEED_PROPERTY);
  }

  /** Whether other records are there after it than those with the numbers from one to another. */
  public boolean leavesGaps() {
    return fill().filter(REPEATING::equals).isPresent()
        || trace().filter(TraceFacts::leavesGaps).isPresent();
  }

  /** The mix of its operations. Properties override a property file. */
  public Mix mix(Map<String, String> others) {
    return isLoad() || isOwn() ? mix : mix.with("properties: ", others);
  }

  /** Whether it is written in the experiment's file; then nothing else changes what it says. */
  public boolean isOwn() {
    return own.isPresent();
  }

  /** Whether it says which records it asks for, so that no setting changes that. */
  public boolean choosesKeys() {
    return isOwn()
        && (properties.containsKey(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY)
            || properties.containsKey(TRACE_FILE_PROPERTY));
  }

  /**
   * What it asks for and stock YCSB cannot do, by the key that says it; empty if there is nothing.
   *
   * @param others properties that every phase is given
   */
  public Optional<String> beyondStock(Map<String, String> others) {
    if (fill().isPresent()) {
      return Optional.of(FILL);
    }
    if (trace().isPresent()) {
      return Optional.of(TracePhase.TRACE);
    }
    boolean saysKeys =
        part(OwnPhase.Operations.class).filter(each -> !each.keys().isOwn()).isPresent();
    Optional<String> keys =
        Stream.of(properties, isLoad() ? Map.<String, String>of() : others)
            .filter(each -> each.containsKey(KeyDistribution.CONSTANT_PROPERTY))
            .map(each -> saysKeys ? KEYS : KeyDistribution.CONSTANT_PROPERTY)
            .findFirst();
    return keys.or(() -> mix(others).beyondStock())
        .or(() -> Optional.of(VALUES).filter(key -> values().isBeyondStock()));
  }

  /** The sizes of its values, if it says so itself. */
  public Sizes values() {
    return own.map(OwnPhase::values).orElse(Sizes.NONE);
  }

  /** The lengths of the keys of the records that it makes, if it says so itself. */
  public Optional<Sizes> keyLength() {
    return part(OwnPhase.Fill.class).flatMap(OwnPhase.Fill::keyLength);
  }

  private <T extends OwnPhase> Optional<T> part(Class<T> kind) {
    return own.filter(kind::isInstance).map(kind::cast);
  }

  /** For the report: the name, and what the experiment's file says of the phase. */
  public String words() {
    return own.map(each -> id + " (" + each.words() + ")").orElse(id);
  }

  /** As a file has it: its text, or a map. */
  public Object written() {
    Map<String, Object> all = new LinkedHashMap<>(Map.of(NAME, id));
    own.ifPresent(each -> all.putAll(each.written()));
    return own.isPresent() ? all : text();
  }

  /** Whether it empties the database and inserts all records. */
  public boolean isLoad() {
    return this.equals(LOAD) || fill().isPresent();
  }

  /** The order in which a phase of the user inserts all records; empty for other phases. */
  public Optional<String> fill() {
    return part(OwnPhase.Fill.class).map(OwnPhase.Fill::order);
  }

  /** The name by which {@link #of} gives this phase again. */
  public String text() {
    return file.orElse(id);
  }

  /** The property file that describes the phase's operations; empty if {@link #isOwn}. */
  public Optional<Path> workloadFile(Path workloads) {
    return isOwn()
        ? Optional.empty()
        : Optional.of(
            file.map(Path::of)
                .orElseGet(
                    () ->
                        workloads.resolve(
                            "workload" + (isLoad() ? "a" : id.toLowerCase(Locale.ROOT)))));
  }
}
