package org.pmemycsb.adapter.pmemobj;

import java.util.Locale;
import java.util.Map;

/** The constants of an enum as the values of an option, in lower case. */
final class Choice {
  private Choice() {}

  static String id(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** The value that the user names; by default the first. */
  static <E extends Enum<E>> E of(Class<E> type, String option, Map<String, String> options) {
    String named = options.get(option);
    return named == null
        ? type.getEnumConstants()[0]
        : Enum.valueOf(type, named.toUpperCase(Locale.ROOT));
  }
}
