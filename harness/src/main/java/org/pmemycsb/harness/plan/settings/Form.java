package org.pmemycsb.harness.plan.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.harness.plan.design.Words;

/**
 * How the value of a setting is written in a file and on the command line, and which values are
 * possible. A {@link ConfigurationException} says what is wrong with a value; {@link Setting} adds
 * the name, and {@link YamlNode} the place.
 *
 * @param parse reads the value from the texts of a command line option, in their order; the second
 *     argument is the value without this option
 * @param isRepeatable whether the option may be given more than once
 * @param write gives the value as it stands in a file: text, number, list or map; without passwords
 * @param check gives the value as an immutable copy; refuses an impossible one
 */
public record Form<T>(
    Function<YamlNode, T> read,
    BiFunction<List<String>, T, T> parse,
    boolean isRepeatable,
    Function<T, Object> write,
    UnaryOperator<T> check) {
  /** One text, of which a function makes the value; the other gives it back for a file. */
  static <T> Form<T> of(Function<String, T> parse, Function<T, Object> write) {
    return single(parse, write, value -> value);
  }

  private static <T> Form<T> single(
      Function<String, T> parse, Function<T, Object> write, UnaryOperator<T> check) {
    return new Form<>(
        node -> node.make(() -> check.apply(parse.apply(node.text()))),
        (texts, before) -> parse.apply(texts.get(0).strip()),
        false,
        write,
        check);
  }

  static Form<String> text() {
    return of(text -> text, text -> text);
  }

  static Form<Boolean> yesOrNo() {
    return of(text -> Words.word(text, List.of("false", "true")) == 1, value -> value);
  }

  /** One of an enum's constants by its name in lower case. */
  static <E extends Enum<E>> Form<E> oneOf(Class<E> type) {
    return of(text -> Words.named(type, text), value -> value.name().toLowerCase(Locale.ROOT));
  }

  /** A whole number; underscores between digits are allowed: {@code 1_000_000}. */
  static Form<Long> number(long least, long most) {
    return whole(Words::digits, value -> value, least, most);
  }

  static Form<Integer> integer(int least, int most) {
    return whole(Words::digits, Math::toIntExact, least, most);
  }

  /** A number of bytes, as {@link ByteSize} reads it. */
  static Form<Integer> size(int least, int most) {
    return whole(ByteSize::parse, Math::toIntExact, least, most);
  }

  /** A time, as {@link TimeSpan} reads it. */
  static Form<Duration> time() {
    return single(TimeSpan::parse, TimeSpan::format, TimeSpan::checked);
  }

  private static <N extends Number> Form<N> whole(
      ToLongFunction<String> parse, LongFunction<N> type, long least, long most) {
    return single(
        text -> type.apply(Words.inRange(parse.applyAsLong(text), least, most)),
        value -> value,
        value -> type.apply(Words.inRange(value.longValue(), least, most)));
  }

  /** A list; a single value stands for a list of one. The command line has commas. */
  static <T> Form<List<T>> list(Form<T> element) {
    return list(element, value -> value);
  }

  /** A list of different values that the grid combines with all others; at least one. */
  public static <T> Form<List<T>> dimension(Form<T> element) {
    return dimension(element, value -> value);
  }

  /** The same with a further check. */
  static <T> Form<List<T>> dimension(Form<T> element, UnaryOperator<List<T>> check) {
    return list(
        element,
        value -> {
          if (value.isEmpty()) {
            throw new ConfigurationException("at least one is needed");
          }
          refuseDouble(value.stream().map(element.write).toList());
          return check.apply(value);
        });
  }

  private static <T> Form<List<T>> list(Form<T> element, UnaryOperator<List<T>> check) {
    return new Form<>(
        node -> {
          List<T> all = node.list().stream().map(element.read).toList();
          return node.make(() -> check.apply(all));
        },
        (texts, before) ->
            texts.stream()
                .flatMap(text -> parts(text).stream())
                .map(text -> element.parse.apply(List.of(text), null))
                .toList(),
        true,
        value -> value.stream().map(element.write).toList(),
        value -> check.apply(value.stream().map(element.check).toList()));
  }

  /** The parts of a text between commas that stand outside of all braces. */
  static List<String> parts(String text) {
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
  static <T> Form<Map<String, T>> map(Form<T> element) {
    return new Form<>(
        node -> each(node.map(), (name, value) -> element.read.apply(value)),
        (texts, before) -> {
          Map<String, T> all = new TreeMap<>(before);
          Set<String> named = new HashSet<>();
          for (String text : texts) {
            Map.Entry<String, String> pair = Words.pair(text);
            if (!named.add(pair.getKey())) {
              throw new ConfigurationException(pair.getKey() + " is given twice");
            }
            // A file cannot have it either.
            if (pair.getValue().isBlank()) {
              throw new ConfigurationException(pair.getKey() + " has no value");
            }
            all.put(pair.getKey(), element.parse.apply(List.of(pair.getValue()), null));
          }
          return all;
        },
        true,
        value ->
            each(
                value,
                (name, one) ->
                    element.write.apply(one) instanceof String text
                        ? Secrets.redacted(name, text)
                        : element.write.apply(one)),
        value -> Collections.unmodifiableMap(each(value, (name, one) -> element.check.apply(one))));
  }

  private static <A, B> Map<String, B> each(Map<String, A> map, BiFunction<String, A, B> change) {
    Map<String, B> all = new TreeMap<>();
    map.forEach((name, value) -> all.put(name, change.apply(name, value)));
    return all;
  }

  /** A value in words for people: the elements of a list after each other; nothing if empty. */
  String words(T value) {
    Object written = write.apply(value);
    if (written instanceof List<?> list) {
      return list.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
    return written instanceof Map<?, ?> map && map.isEmpty() ? "" : written.toString();
  }
}
