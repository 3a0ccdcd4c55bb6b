package org.pmemycsb.harness.measure.database;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.Trait;

/** Checks the options that users give a database. Pure functions. */
public final class OptionForms {
  private OptionForms() {}

  /**
   * Refuses options that a database does not have, and values of a wrong form.
   *
   * @param values with the values of variables
   * @throws ConfigurationException if there is one
   */
  public static void refuse(
      DatabaseChoice choice, DatabaseAdapter adapter, Map<String, String> values) {
    Map<String, Option> known = new TreeMap<>();
    adapter.options().forEach(option -> known.put(option.name(), option));
    values.forEach(
        (name, value) -> {
          if (known.containsKey(name)) {
            objection(known.get(name), value)
                .ifPresent(
                    why -> {
                      throw new ConfigurationException(
                          "%s option %s: %s".formatted(choice.id(), name, why));
                    });
          } else if (!adapter.traits(values).has(Trait.TAKES_OTHER_OPTIONS)) {
            throw new ConfigurationException(
                "%s has no option '%s'%s"
                    .formatted(
                        choice.id(),
                        name,
                        known.isEmpty()
                            ? ", and no other"
                            : "; there are: " + String.join(", ", known.keySet())));
          }
        });
  }

  private static Optional<String> objection(Option option, String value) {
    return switch (option.form()) {
      case TEXT -> Optional.empty();
      case PATH ->
          value.isBlank() ? Optional.of("it is empty; name a file or folder") : Optional.empty();
      case SIZE -> size(value);
      case NUMBER ->
          isWithin(value, option.least(), option.most())
              ? Optional.empty()
              : Optional.of(
                  "'%s' is no number from %d to %d"
                      .formatted(value, option.least(), option.most()));
      case ONE_OF ->
          option.values().contains(value)
              ? Optional.empty()
              : Optional.of(
                  "'%s' is unknown; choose one of %s"
                      .formatted(value, String.join(", ", option.values())));
    };
  }

  private static Optional<String> size(String value) {
    try {
      return ByteSize.parse(value) == 0 ? Optional.of("0 is too small") : Optional.empty();
    } catch (ConfigurationException wrong) {
      return Optional.of(wrong.getMessage());
    }
  }

  private static boolean isWithin(String value, long least, long most) {
    try {
      return least <= Long.parseLong(value) && Long.parseLong(value) <= most;
    } catch (NumberFormatException other) {
      return false;
    }
  }

  /** The form of an option's values, for users: {@code SIZE}, {@code tcp|unix}. */
  public static String shown(Option option) {
    return option.form() == Option.Form.ONE_OF
        ? String.join("|", option.values())
        : option.form().name();
  }
}
