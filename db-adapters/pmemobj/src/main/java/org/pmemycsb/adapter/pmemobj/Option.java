package org.pmemycsb.adapter.pmemobj;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.pmemycsb.spi.DatabaseException;

/** The constants of an enum as the values of an option, in lower case. */
final class Option {
  private Option() {}

  static String id(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The value that the user names; by default the first.
   *
   * @throws DatabaseException if there is none of this name
   */
  static <E extends Enum<E>> E of(Class<E> type, String option, Map<String, String> options)
      throws DatabaseException {
    E[] values = type.getEnumConstants();
    String named = options.getOrDefault(option, id(values[0]));
    return Arrays.stream(values)
        .filter(each -> id(each).equals(named))
        .findFirst()
        .orElseThrow(
            () ->
                new DatabaseException(
                    "unknown %s '%s' of pmemobj: choose %s"
                        .formatted(
                            option,
                            named,
                            Arrays.stream(values)
                                .map(Option::id)
                                .collect(Collectors.joining(", ")))));
  }
}
