package org.pmemycsb.harness.design;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.recorded.TraceFacts;
import org.pmemycsb.harness.recorded.TraceFormat;

/**
 * Phases that replay a trace which another program recorded: {@code trace:FILE}, {@code
 * trace:FILE{speed=2}}, or a map with the key {@code trace} in a file.
 *
 * <p>The trace is read once when the phase is made. What was found goes into the experiment of the
 * result folder as {@code content}, so that a report does not need the trace.
 */
public final class TracePhase {
  public static final String TRACE = "trace";
  public static final String CONTENT = "content";
  static final String PREFIX = TRACE + ":";

  private static final String NAME = "name";
  private static final String FORMAT = "format";
  private static final String SPEED = "speed";
  private static final String OPERATIONS = "operations";

  /** The keys of such a phase in a file. */
  public static final List<String> ALL = List.of(NAME, TRACE, FORMAT, SPEED, OPERATIONS, CONTENT);

  private static final List<String> OPTIONS = List.of(NAME, FORMAT, SPEED, OPERATIONS);
  private static final List<String> FORMATS =
      Stream.of(TraceFormat.values()).map(TraceFormat::id).toList();
  private static final double LEAST_SPEED = 0.001;
  private static final double MOST_SPEED = 1_000_000;
  private static final Pattern WITH_OPTIONS = Pattern.compile("(.*)\\{([^{}]*)\\}");

  private TracePhase() {}

  /** The phase of a text that begins with {@link #PREFIX}. */
  static Phase of(String text) {
    String file = text.substring(PREFIX.length()).strip();
    Map<String, String> said = new TreeMap<>();
    Matcher options = WITH_OPTIONS.matcher(file);
    if (options.matches()) {
      for (String option : options.group(2).split(",")) {
        Map.Entry<String, String> pair = Words.pair(option);
        said.put(pair.getKey(), pair.getValue().strip());
      }
      said.keySet()
          .forEach(
              option -> {
                if (!OPTIONS.contains(option)) {
                  throw new ConfigurationException(
                      "a trace has no option '%s'; there are: %s"
                          .formatted(option, String.join(", ", OPTIONS)));
                }
              });
      file = options.group(1).strip();
    }
    said.put(TRACE, file);
    return phase(said, Optional.empty());
  }

  /** The phase of what a file or an option says of it. */
  public static Phase phase(Map<String, String> said, Optional<TraceFacts> known) {
    if (said.get(TRACE).isBlank()) {
      throw new ConfigurationException("trace: it needs a file, as in trace:FILE");
    }
    Path file = Path.of(said.get(TRACE)).toAbsolutePath().normalize();
    String name = Phase.ownName(said.getOrDefault(NAME, Phase.withoutEnding(file)).strip());
    Optional<TraceFormat> format =
        Optional.ofNullable(said.get(FORMAT))
            .map(text -> TraceFormat.values()[Words.word(text.strip(), FORMATS)]);
    Optional<Double> speed = Optional.ofNullable(said.get(SPEED)).map(TracePhase::speed);
    Optional<Long> most =
        Optional.ofNullable(said.get(OPERATIONS))
            .map(text -> Words.inRange(Words.digits(text.strip()), 1, Phase.MOST_OPERATIONS));
    TraceFacts facts =
        known.orElseGet(
            () -> TraceFacts.of(file, format, most.orElse(Long.MAX_VALUE), speed.isPresent()));
    if (speed.isPresent() && facts.nanos() == 0) {
      throw new ConfigurationException(
          file + ": speed: all operations of this trace have one time, or none; leave speed out");
    }
    Map<String, Object> written = new LinkedHashMap<>();
    Map<String, String> workload = new TreeMap<>();
    written.put(NAME, name);
    written.put(TRACE, file.toString());
    workload.put(Phase.TRACE_FILE_PROPERTY, file.toString());
    format.ifPresent(
        each -> {
          written.put(FORMAT, each.id());
          workload.put(Phase.TRACE_FORMAT_PROPERTY, each.id());
        });
    speed.ifPresent(
        each -> {
          written.put(SPEED, each);
          workload.put(Phase.TRACE_SPEED_PROPERTY, each.toString());
          long nanos = (long) (facts.nanos() / each);
          workload.put(Phase.TRACE_NANOS_PROPERTY, Long.toString(nanos));
        });
    most.ifPresent(each -> written.put(OPERATIONS, each));
    written.put(CONTENT, facts.numbers());
    return Phase.own(name, Mix.NOTHING, written, workload);
  }

  private static double speed(String text) {
    try {
      double speed = Double.parseDouble(text.strip());
      if (speed >= LEAST_SPEED && speed <= MOST_SPEED) {
        return speed;
      }
    } catch (NumberFormatException no) {
      // The exception below names the text.
    }
    throw new ConfigurationException(
        "speed must be from 0.001 to 1000000, where 1 keeps the times of the trace, not '%s'"
            .formatted(text.strip()));
  }

  /** What is known of a phase's trace; empty for other phases. */
  static Optional<TraceFacts> facts(Map<String, Object> written) {
    Map<String, String> numbers = new TreeMap<>();
    if (!(written.get(CONTENT) instanceof Map<?, ?> content)) {
      return Optional.empty();
    }
    content.forEach((name, number) -> numbers.put(name.toString(), number.toString()));
    return Optional.of(TraceFacts.of(numbers));
  }

  /** For the report: what stands behind the name. */
  static String words(Map<String, Object> written) {
    Object speed = written.get(SPEED);
    return String.format(
        Locale.ROOT,
        "trace of %,d operations%s",
        facts(written).orElseThrow().operations(),
        speed == null ? "" : ", at its times with speed " + speed);
  }
}
