package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/**
 * A condition of the database, and how the harness knows it.
 *
 * @param value id of a durability or a medium; {@code unknown} if nobody knows it
 */
public record Reading(String value, Source source) {
  private static final String CLAIMED_SUFFIX = " (claimed)";
  private static final Reading UNKNOWN = new Reading("unknown", Source.NONE);

  /** Where a value comes from. */
  public enum Source {
    /** The harness read it back from the live database, or chose it. */
    READ,
    /** Only the user states it. */
    CLAIMED,
    /** Nobody knows it. */
    NONE
  }

  /** A value that the harness knows. */
  public static Reading read(String value) {
    return new Reading(value, Source.READ);
  }

  /** The value that the user states; empty if the user states none. */
  public static Reading claimed(Optional<String> value) {
    return value.map(text -> new Reading(text, Source.CLAIMED)).orElse(UNKNOWN);
  }

  /** Reads the text of a file, the inverse of {@link #text}. */
  @JsonCreator
  public static Reading parse(String text) {
    if (text.equals(UNKNOWN.value)) {
      return UNKNOWN;
    }
    return text.endsWith(CLAIMED_SUFFIX)
        ? new Reading(text.substring(0, text.length() - CLAIMED_SUFFIX.length()), Source.CLAIMED)
        : read(text);
  }

  /** As it is shown and stored: a claim is marked as such. */
  @JsonValue
  public String text() {
    return source == Source.CLAIMED ? value + CLAIMED_SUFFIX : value;
  }
}
