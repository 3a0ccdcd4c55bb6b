package org.pmemycsb.harness.plan.design;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import site.ycsb.workloads.CoreWorkload;

/**
 * A phase of a run: {@code load}, one of YCSB's core workloads {@code A} to {@code F}, a workload
 * of the user, in a property file or in the experiment's own, or a {@code restart} of the database.
 */
public sealed interface Phase
    permits Phase.Load, Phase.Core, Phase.Listed, RestartedPhase, OwnPhase {
  Phase LOAD = new Load();
  Phase RESTART = RestartedPhase.restart();

  // The keys of a phase in the experiment's file.
  String NAME = "name";
  String MIX = "mix";
  String PROPERTIES = "properties";
  String FILL = "fill";
  String KEYS = "keys";
  String VALUES = "valueSize";
  String KEY_LENGTH = "keyLength";
  String COLD = "cold";

  byte[] MARK_OF_UTF_8 = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** The most operations of a phase: days of a fast database. */
  long MOST_OPERATIONS = 1_000_000_000_000L;

  /**
   * As it stands in tables: {@code load}, {@code A} ... {@code F}, {@code restart}, the name of the
   * property file without its ending, or the name in the experiment's file.
   */
  String id();

  /**
   * @param said what its file and the properties say
   * @throws ConfigurationException if that cannot be done
   */
  Work work(Map<String, String> said);

  /**
   * The properties of its file, which others override.
   *
   * @param workloads folder of YCSB's core workloads
   */
  default Map<String, String> defaults(Path workloads) throws IOException {
    return Map.of();
  }

  /**
   * The settings of operations in its property file, without reading it. Of a core workload, the
   * keys that differ from the defaults of YCSB, beside those of its {@link #mix}.
   */
  default Map<String, String> said() {
    return Map.of();
  }

  /** Its properties in the experiment's file, which override others. */
  default Map<String, String> properties() {
    return Map.of();
  }

  /** The mix of its operations, where properties may override that of its file. */
  default Mix mix(Map<String, String> others) {
    return Mix.NOTHING;
  }

  /** Whether it empties the database and inserts all records. */
  default boolean isLoad() {
    return this instanceof Load || this instanceof OwnPhase.Fill;
  }

  /** Whether the database is killed and started again. */
  default boolean isRestart() {
    return equals(RESTART);
  }

  /** Whether it starts with a restarted server and without the page cache of its files. */
  default boolean isCold() {
    return restartsDatabase() && !isRestart();
  }

  /** Whether the database is killed and started again, for the figure or before the clock. */
  default boolean restartsDatabase() {
    return this instanceof RestartedPhase;
  }

  /** Whether it makes operations on a loaded database that was not restarted for it. */
  default boolean isWarmWorkload() {
    return !isLoad() && !restartsDatabase();
  }

  default Phase warm() {
    return this;
  }

  /**
   * The same workload with a cold start.
   *
   * @throws ConfigurationException if it is no workload
   */
  default Phase cold() {
    return RestartedPhase.cold(this);
  }

  /** What its trace holds, if it replays a recorded one; empty for other phases. */
  default Optional<TraceFacts> trace() {
    return warm() instanceof OwnPhase.Recorded recorded
        ? Optional.of(recorded.facts())
        : Optional.empty();
  }

  /** Whether a recorded trace says when its operations begin. */
  default boolean isTimed() {
    return warm() instanceof OwnPhase.Recorded recorded && recorded.speed().isPresent();
  }

  /** Whether other records are there after it than those with the numbers from one to another. */
  default boolean leavesGaps() {
    return trace().filter(TraceFacts::leavesGaps).isPresent()
        || this instanceof OwnPhase.Fill fill && fill.order() == FillOrder.REPEATING;
  }

  /** Whether it says which records it asks for, so that no setting changes that. */
  default boolean choosesKeys() {
    return false;
  }

  /** The sizes of its values, if it says so itself. */
  default Optional<Sizes> values() {
    return Optional.empty();
  }

  /** The lengths of the keys of the records that it makes, if it says so itself. */
  default Optional<Sizes> keyLength() {
    return Optional.empty();
  }

  /**
   * What it asks for and stock YCSB cannot do, by the key that says it; empty if there is nothing.
   *
   * @param others properties that every phase is given
   */
  default Optional<String> beyondStock(Map<String, String> others) {
    return Stream.of(properties(), others)
            .anyMatch(each -> each.containsKey(KeyDistribution.CONSTANT_PROPERTY))
        ? Optional.of(KeyDistribution.CONSTANT_PROPERTY)
        : mix(others).beyondStock();
  }

  /** For the report: the name, and what the experiment's file says of the phase. */
  default String words() {
    return id();
  }

  /** As a file has it: the text of which {@link #of} makes the phase, or a map. */
  default Object written() {
    return id();
  }

  record Load() implements Phase {
    @Override
    public String id() {
      return "load";
    }

    @Override
    public Work work(Map<String, String> said) {
      return new Work.Load(FillOrder.SEQUENTIAL);
    }

    @Override
    public Map<String, String> defaults(Path workloads) throws IOException {
      return read(workloads.resolve("workloada"));
    }

    @Override
    public Optional<String> beyondStock(Map<String, String> others) {
      return Optional.empty();
    }
  }

  /** One of YCSB's core workloads. */
  record Core(String id, Mix mix, Map<String, String> said) implements Phase {
    private static Core of(String id, Mix mix, String distribution) {
      Map<String, String> said = new TreeMap<>();
      said.put(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, distribution);
      if (mix.scans()) {
        said.put(CoreWorkload.MAX_SCAN_LENGTH_PROPERTY, "100");
      }
      return new Core(id, mix, Map.copyOf(said));
    }

    @Override
    public Work work(Map<String, String> said) {
      return new Work.Draw(Mix.of(said), KeyDistribution.of(said));
    }

    @Override
    public Map<String, String> defaults(Path workloads) throws IOException {
      return read(workloads.resolve("workload" + id.toLowerCase(Locale.ROOT)));
    }

    @Override
    public Mix mix(Map<String, String> others) {
      return mix.with("properties: ", others);
    }
  }

  /**
   * A workload in a property file of the user.
   *
   * @param file its absolute path
   * @param said what stands in it
   */
  record Listed(String id, String file, Map<String, String> said) implements Phase {
    @Override
    public Work work(Map<String, String> all) {
      return new Work.Draw(Mix.of(all), KeyDistribution.of(all));
    }

    @Override
    public Map<String, String> defaults(Path workloads) {
      return said;
    }

    @Override
    public Mix mix(Map<String, String> others) {
      return Mix.DEFAULT.with(file + ": ", said).with("properties: ", others);
    }

    @Override
    public Optional<String> beyondStock(Map<String, String> others) {
      return said.containsKey(KeyDistribution.CONSTANT_PROPERTY)
          ? Optional.of(KeyDistribution.CONSTANT_PROPERTY)
          : Phase.super.beyondStock(others);
    }

    @Override
    public Object written() {
      return file;
    }
  }

  /**
   * The phase of this name, in either case, or that a property file of this path describes, or that
   * replays a recorded trace ({@code trace:FILE}).
   *
   * @throws ConfigurationException if there is neither
   */
  static Phase of(String text) {
    String name = text.strip();
    if (name.startsWith(TracePhase.PREFIX)) {
      return TracePhase.of(name);
    }
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "LOAD" -> LOAD;
      case "RESTART" -> RESTART;
      case "A" -> Core.of("A", Mix.stock(0.5, 0.5, 0, 0, 0), "zipfian");
      case "B" -> Core.of("B", Mix.stock(0.95, 0.05, 0, 0, 0), "zipfian");
      case "C" -> Core.of("C", Mix.stock(1, 0, 0, 0, 0), "zipfian");
      case "D" -> Core.of("D", Mix.stock(0.95, 0, 0.05, 0, 0), "latest");
      case "E" -> Core.of("E", Mix.stock(0, 0, 0.05, 0.95, 0), "zipfian");
      case "F" -> Core.of("F", Mix.stock(0.5, 0, 0, 0, 0.5), "zipfian");
      default -> ofFile(name);
    };
  }

  /** The phases with the load before them, unless they have it or begin with a fill. */
  static List<Phase> withLoad(List<Phase> phases) {
    return phases.contains(LOAD) || phases.get(0).isLoad()
        ? phases
        : Stream.concat(Stream.of(LOAD), phases.stream()).toList();
  }

  /**
   * How long a workload that lasts this time warms up: a tenth of the time, between 200 ms and 10
   * s. If 200 ms are more than a fifth of the time, that fifth. The compiler of a JVM needs no
   * longer time for a longer phase.
   */
  static Duration warmUp(Duration time) {
    long least = Math.min(time.toNanos() / 5, Duration.ofMillis(200).toNanos());
    long tenth = Math.min(time.toNanos() / 10, Duration.ofSeconds(10).toNanos());
    return Duration.ofNanos(Math.max(least, tenth));
  }

  /** A name for a workload of the user; refuses one that tables, files or claims could not hold. */
  static String ownName(String name) {
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

  private static Phase ofFile(String name) {
    Path file = Path.of(name).toAbsolutePath().normalize();
    if (!Files.isRegularFile(file)) {
      throw new ConfigurationException(
          "there is no '"
              + name
              + "'; there are: A, B, C, D, E, F (and load, restart), the path of a property file, or"
              + " trace:FILE");
    }
    String id = withoutEnding(file);
    if (isReserved(id)) {
      throw new ConfigurationException("the name of " + file + " has a meaning here; rename it");
    }
    try {
      Phase phase = new Listed(id, file.toString(), read(file));
      phase.mix(Map.of()); // refuses a wrong share
      return phase;
    } catch (IOException | IllegalArgumentException broken) {
      throw new ConfigurationException(
          file + " is not a property file: " + broken.getMessage(), broken);
    }
  }

  /** As YCSB reads it, in ISO 8859-1; a mark at the beginning says that a file is in UTF-8. */
  private static Map<String, String> read(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    boolean marked =
        all.length >= MARK_OF_UTF_8.length
            && Arrays.equals(all, 0, MARK_OF_UTF_8.length, MARK_OF_UTF_8, 0, MARK_OF_UTF_8.length);
    int begin = marked ? MARK_OF_UTF_8.length : 0;
    Properties properties = new Properties();
    properties.load(
        new StringReader(
            new String(
                all,
                begin,
                all.length - begin,
                marked ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1)));
    return Words.strings(properties);
  }

  static String withoutEnding(Path file) {
    return file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
  }
}
