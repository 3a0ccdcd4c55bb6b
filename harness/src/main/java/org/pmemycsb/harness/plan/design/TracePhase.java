package org.pmemycsb.harness.plan.design;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import org.pmemycsb.harness.plan.recorded.TraceFile;

/**
 * Phases that replay a trace which another program recorded: {@code trace:FILE}, {@code
 * trace:FILE{speed=2}}, or a map with the key {@code trace} in a file.
 *
 * <p>The facts about the trace go into the experiment of the result folder as {@code content}, so
 * that a report does not need the file.
 */
public final class TracePhase {
  public static final String TRACE = "trace";
  public static final String CONTENT = "content";
  static final String PREFIX = TRACE + ":";

  static final String SPEED = "speed";

  /** The keys of such a phase in a file. */
  public static final List<String> ALL = List.of(Phase.NAME, TRACE, SPEED, CONTENT, Phase.COLD);

  private static final List<String> OPTIONS = List.of(Phase.NAME, SPEED);
  private static final double LEAST_SPEED = 0.001;
  private static final double MOST_SPEED = 1_000_000;
  private static final Pattern WITH_OPTIONS = Pattern.compile("(.*)\\{([^{}]*)\\}");

  private TracePhase() {}

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
    String name = Phase.ownName(said.getOrDefault(Phase.NAME, Phase.withoutEnding(file)).strip());
    Optional<Double> speed = Optional.ofNullable(said.get(SPEED)).map(TracePhase::speed);
    TraceFacts facts = known.orElseGet(() -> facts(file));
    if (speed.isPresent() && facts.nanos() == 0) {
      throw new ConfigurationException(
          file
              + ": speed: the operations of this trace have no times, one time, or none in order; leave speed out");
    }
    return new OwnPhase.Recorded(name, file.toString(), speed, facts);
  }

  private static TraceFacts facts(Path file) {
    try (TraceFile trace = new TraceFile(file)) {
      return trace.facts();
    }
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
}
