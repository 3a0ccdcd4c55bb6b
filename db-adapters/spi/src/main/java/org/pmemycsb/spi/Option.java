package org.pmemycsb.spi;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * An option of a database. The harness refuses a value of another form before anything starts, in
 * one line. So an adapter reads its options without checking their forms. Immutable.
 *
 * @param description for users, a few words
 * @param values all that there are, for {@link Form#ONE_OF}; otherwise empty
 * @param least the least number, for {@link Form#NUMBER}
 * @param most the largest number, for {@link Form#NUMBER}
 */
public record Option(
    String name, String description, Form form, List<String> values, long least, long most) {
  /** The form of an option's values. */
  public enum Form {
    /** Any text. It may be secret, so no message shows it. */
    TEXT,
    /** The path of a file or folder. The adapter checks whether it is there. */
    PATH,
    /** A number of bytes from 1 on, or a number with KiB, MiB, GiB or TiB. */
    SIZE,
    /** A whole number. */
    NUMBER,
    /** One of some words. */
    ONE_OF
  }

  public Option {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(form, "form");
    values = List.copyOf(values);
  }

  private static Option of(String name, String description, Form form) {
    return new Option(name, description, form, List.of(), 0, Long.MAX_VALUE);
  }

  public static Option text(String name, String description) {
    return of(name, description, Form.TEXT);
  }

  public static Option path(String name, String description) {
    return of(name, description, Form.PATH);
  }

  public static Option size(String name, String description) {
    return of(name, description, Form.SIZE);
  }

  public static Option number(String name, String description, long least, long most) {
    return new Option(name, description, Form.NUMBER, List.of(), least, most);
  }

  public static Option oneOf(String name, String description, String... values) {
    return new Option(name, description, Form.ONE_OF, List.of(values), 0, 0);
  }

  /** One of the constants of an enum, in lower case. */
  public static Option oneOf(String name, String description, Class<? extends Enum<?>> constants) {
    return oneOf(
        name,
        description,
        Arrays.stream(constants.getEnumConstants())
            .map(each -> each.name().toLowerCase(Locale.ROOT))
            .toArray(String[]::new));
  }
}
