package org.pmemycsb.harness.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;

/**
 * How the value of a setting is written in a file and on the command line, and which values are
 * possible. Forms hold no state. What is refused is refused with a {@link ConfigurationException}
 * that says what is wrong with the value; its name and place are added by {@link Setting}.
 */
abstract class Form<T> {
  /** Reads the value from a file. */
  abstract T read(YamlNode node);

  /**
   * Reads the value from the texts of a command line option, in their order; there is at least one.
   *
   * @param before the value without this option
   */
  abstract T parse(List<String> texts, T before);

  /** Whether a command line option may be given more than once. */
  abstract boolean isRepeatable();

  /** The value as it stands in a file: text, number, list or map; without passwords. */
  abstract Object written(T value);

  /** The value as an immutable copy; refuses an impossible one. */
  abstract T checked(T value);

  /** What {@code --resume} compares; without passwords. */
  Object compared(T value) {
    return written(value);
  }

  /** A form of one text. */
  abstract static class Single<T> extends Form<T> {
    abstract T of(String text);

    @Override
    final T read(YamlNode node) {
      return node.make(() -> of(node.text()));
    }

    @Override
    final T parse(List<String> texts, T before) {
      return of(texts.get(texts.size() - 1).strip());
    }

    @Override
    final boolean isRepeatable() {
      return false;
    }

    @Override
    T checked(T value) {
      return value;
    }
  }

  /** A form of what a function makes of a text; the other function gives it back for a file. */
  static <T> Single<T> of(Function<String, T> parse, Function<T, Object> write) {
    return new Single<>() {
      @Override
      T of(String text) {
        return parse.apply(text);
      }

      @Override
      Object written(T value) {
        return write.apply(value);
      }
    };
  }

  static Single<String> text() {
    return of(text -> text, text -> text);
  }

  static Single<Boolean> yesOrNo() {
    return of(text -> word(text, List.of("false", "true")) == 1, value -> value);
  }

  /** One of an enum's constants by its name in lower case. */
  static <E extends Enum<E>> Single<E> oneOf(Class<E> type) {
    return of(text -> named(type, text), value -> value.name().toLowerCase(Locale.ROOT));
  }

  /** The constant with this name in lower case; refuses what there is not. */
  static <E extends Enum<E>> E named(Class<E> type, String text) {
    E[] all = type.getEnumConstants();
    return all[
        word(text, Arrays.stream(all).map(each -> each.name().toLowerCase(Locale.ROOT)).toList())];
  }

  /** The position of a word among those known; refuses another. */
  static int word(String text, List<String> known) {
    int found = known.indexOf(text);
    if (found < 0) {
      throw new ConfigurationException(
          "there is no '%s'; there are: %s".formatted(text, String.join(", ", known)));
    }
    return found;
  }

  /** A whole number; underscores between digits are allowed: {@code 1_000_000}. */
  static Single<Long> number(long least, long most) {
    return new Whole<>(Form::digits, value -> value, least, most);
  }

  static Single<Integer> integer(int least, int most) {
    return new Whole<>(Form::digits, Math::toIntExact, least, most);
  }

  /** A number of bytes, as {@link ByteSize} reads it. */
  static Single<Integer> size(int least, int most) {
    return new Whole<>(ByteSize::parse, Math::toIntExact, least, most);
  }

  private static long digits(String text) {
    try {
      return Long.parseLong(text.replace("_", ""));
    } catch (NumberFormatException no) {
      throw new ConfigurationException("'" + text + "' is not a whole number", no);
    }
  }

  private static final class Whole<N extends Number> extends Single<N> {
    private final ToLongFunction<String> parse;
    private final LongFunction<N> type;
    private final long least;
    private final long most;

    Whole(ToLongFunction<String> parse, LongFunction<N> type, long least, long most) {
      this.parse = parse;
      this.type = type;
      this.least = least;
      this.most = most;
    }

    @Override
    N of(String text) {
      return type.apply(inRange(parse.applyAsLong(text)));
    }

    @Override
    Object written(N value) {
      return value;
    }

    @Override
    N checked(N value) {
      inRange(value.longValue());
      return value;
    }

    private long inRange(long value) {
      if (value < least || value > most) {
        throw new ConfigurationException(
            "%d is out of range; it must be from %d to %d".formatted(value, least, most));
      }
      return value;
    }
  }

  /**
   * A list; a single value stands for a list of one, and commas separate values on the command
   * line.
   */
  static class Many<T> extends Form<List<T>> {
    final Single<T> element;

    Many(Single<T> element) {
      this.element = element;
    }

    @Override
    List<T> read(YamlNode node) {
      List<T> all = node.list().stream().map(element::read).toList();
      return node.make(() -> checked(all));
    }

    @Override
    List<T> parse(List<String> texts, List<T> before) {
      return texts.stream()
          .flatMap(text -> Arrays.stream(text.split(",")))
          .map(text -> element.of(text.strip()))
          .toList();
    }

    @Override
    boolean isRepeatable() {
      return true;
    }

    @Override
    Object written(List<T> value) {
      return value.stream().map(element::written).toList();
    }

    @Override
    List<T> checked(List<T> value) {
      return value.stream().map(element::checked).toList();
    }
  }

  /** A list of different values that the grid combines with all others; at least one. */
  static <T> Form<List<T>> dimension(Single<T> element) {
    return new Many<>(element) {
      @Override
      List<T> checked(List<T> value) {
        if (value.isEmpty()) {
          throw new ConfigurationException("at least one is needed");
        }
        refuseDouble(value.stream().map(element::written).toList());
        return super.checked(value);
      }
    };
  }

  /** Refuses a name that stands twice in a list. */
  static void refuseDouble(List<?> names) {
    Set<Object> seen = new HashSet<>();
    for (Object each : names) {
      if (!seen.add(each)) {
        throw new ConfigurationException(each + " is named twice");
      }
    }
  }

  /**
   * A map from names; on the command line {@code NAME=VALUE}, which is added to what the file has.
   */
  static <T> Form<Map<String, T>> map(Single<T> element) {
    return new Form<>() {
      @Override
      Map<String, T> read(YamlNode node) {
        Map<String, T> all = new TreeMap<>();
        node.map().forEach((name, value) -> all.put(name, element.read(value)));
        return all;
      }

      @Override
      Map<String, T> parse(List<String> texts, Map<String, T> before) {
        Map<String, T> all = new TreeMap<>(before);
        for (String text : texts) {
          int equals = text.indexOf('=');
          if (equals < 1) {
            throw new ConfigurationException("'" + text + "' is not of the form NAME=VALUE");
          }
          all.put(text.substring(0, equals), element.of(text.substring(equals + 1)));
        }
        return all;
      }

      @Override
      boolean isRepeatable() {
        return true;
      }

      @Override
      Object written(Map<String, T> value) {
        Map<String, Object> all = new TreeMap<>();
        value.forEach(
            (name, each) -> {
              Object plain = element.written(each);
              all.put(name, plain instanceof String text ? Secrets.redacted(name, text) : plain);
            });
        return all;
      }

      @Override
      Map<String, T> checked(Map<String, T> value) {
        value.values().forEach(element::checked);
        return Collections.unmodifiableMap(new TreeMap<>(value));
      }
    };
  }

  /** What is written, in words for people: the elements of a list after each other. */
  static String words(Object written) {
    return written instanceof List<?> list
        ? list.stream().map(Object::toString).collect(Collectors.joining(", "))
        : written.toString();
  }

  /** The parts of a text between commas that stand outside of all braces. */
  static List<String> splitOutsideBraces(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int at = 0; at < text.length(); at++) {
      char each = text.charAt(at);
      depth += each == '{' ? 1 : each == '}' ? -1 : 0;
      if (each == ',' && depth == 0) {
        parts.add(text.substring(start, at));
        start = at + 1;
      }
    }
    parts.add(text.substring(start));
    if (depth != 0) {
      throw new ConfigurationException("'" + text + "' has a brace without its partner");
    }
    return parts;
  }
}
