package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.Checksum;

/**
 * A line of the journal: {@link PhaseResult} as Jackson writes it, with the conditions among the
 * other keys. Its first key, {@code check}, is the checksum of all that follows it.
 */
final class JournalLine {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final String CONDITIONS = "conditions";
  private static final Pattern CHECKED =
      Pattern.compile("\\{\"check\":\"([0-9a-f]{8})\",(.*)", Pattern.DOTALL);

  private JournalLine() {}

  /** A line is damaged; the message has the reason. */
  static final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    private DamagedException(String message) {
      super(message);
    }
  }

  /** The line of a phase, without an end of line. */
  static String of(PhaseResult phase) throws JsonProcessingException {
    ObjectNode keys = JSON.valueToTree(phase);
    ObjectNode line = ((ObjectNode) keys.remove(CONDITIONS)).setAll(keys);
    String rest = JSON.writeValueAsString(line).substring(1);
    return "{\"check\":\"" + Checksum.of(rest) + "\"," + rest;
  }

  static PhaseResult parse(String line) throws DamagedException {
    Matcher checked = CHECKED.matcher(line);
    if (!checked.matches() || !Checksum.of(checked.group(2)).equals(checked.group(1))) {
      throw new DamagedException("its checksum is missing or wrong");
    }
    try {
      ObjectNode keys = JSON.readValue(line, ObjectNode.class);
      keys.set(CONDITIONS, keys.deepCopy());
      return JSON.treeToValue(keys, PhaseResult.class);
    } catch (JsonProcessingException broken) {
      throw new DamagedException("it is no JSON object of a phase");
    }
  }
}
