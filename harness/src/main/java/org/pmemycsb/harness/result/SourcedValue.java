package org.pmemycsb.harness.result;

import java.util.Optional;

/**
 * A durability or medium of a database, with its source.
 *
 * @param value id of the durability or medium, or {@code unknown}
 */
public record SourcedValue(String value, Source source) {
  private static final String CLAIMED_SUFFIX = " (claimed)";
  private static final SourcedValue UNKNOWN = new SourcedValue("unknown", Source.NONE);

  public enum Source {
    /** The harness read it back from the live database, or chose it. */
    READ,
    /** The user states it, and the harness cannot check it. */
    CLAIMED,
    NONE
  }

  /** A value that the harness knows. */
  public static SourcedValue read(String value) {
    return new SourcedValue(value, Source.READ);
  }

  /** The value that the user states; empty if the user states none. */
  public static SourcedValue claimed(Optional<String> value) {
    return value.map(text -> new SourcedValue(text, Source.CLAIMED)).orElse(UNKNOWN);
  }

  /** Reads the text of a file, the inverse of {@link #text}. */
  public static SourcedValue parse(String text) {
    if (text.equals(UNKNOWN.value)) {
      return UNKNOWN;
    }
    return text.endsWith(CLAIMED_SUFFIX)
        ? new SourcedValue(
            text.substring(0, text.length() - CLAIMED_SUFFIX.length()), Source.CLAIMED)
        : read(text);
  }

  /** As it is shown and stored: a claim is marked as such. */
  public String text() {
    return source == Source.CLAIMED ? value + CLAIMED_SUFFIX : value;
  }
}
