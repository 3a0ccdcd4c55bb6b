package org.pmemycsb.harness.plan.settings;

import java.time.Duration;
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
 * How the value of a setting is written, and which values are possible. A {@link
 * ConfigurationException} says what is wrong with a value; {@link Given} adds name and position.
 *
 * @param write gives the value as it stands in a file: text, number, list or map; without passwords
 * @param check gives the value as an immutable copy; refuses an impossible one
 */
record Form<T>(Function<Given, T> read, Function<T, Object> write, UnaryOperator<T> check) {
  static <T> Form<T> of(Function<String, T> parse, Function<T, Object> write) {
    return ofOne(given -> given.make(() -> parse.apply(given.text())), write);
  }

  /** A value whose type refuses impossible ones. */
  static <T> Form<T> ofOne(Function<Given, T> read, Function<T, Object> write) {
    return new Form<>(read, write, value -> value);
  }

  static Form<String> text() {
    return of(text -> text, text -> text);
  }

  static Form<Boolean> yesOrNo() {
    return of(text -> Words.word(text, List.of("false", "true")) == 1, value -> value);
  }

  static <E extends Enum<E>> Form<E> oneOf(Class<E> type) {
    return of(text -> Words.named(type, text), value -> value.name().toLowerCase(Locale.ROOT));
  }

  /** A whole number; underscores between digits are allowed: {@code 1_000_000}. */
  static Form<Long> number(long least, long most) {
    return whole(Words::digits, Long::valueOf, least, most);
  }

  static Form<Integer> integer(int least, int most) {
    return whole(Words::digits, Math::toIntExact, least, most);
  }

  static Form<Integer> size(int least, int most) {
    return whole(ByteSize::parse, Math::toIntExact, least, most);
  }

  static Form<Duration> time() {
    return Form.<Duration>of(TimeSpan::parse, TimeSpan::format).checkedBy(TimeSpan::checked);
  }

  private static <N extends Number> Form<N> whole(
      ToLongFunction<String> parse, LongFunction<N> type, long least, long most) {
    LongFunction<N> inRange = number -> type.apply(Words.inRange(number, least, most));
    return Form.<N>of(text -> inRange.apply(parse.applyAsLong(text)), value -> value)
        .checkedBy(value -> inRange.apply(value.longValue()));
  }

  /** A list; a single value stands for a list of one, and a text has commas. */
  static <T> Form<List<T>> list(Form<T> element) {
    return new Form<>(
        given -> given.list().stream().map(element.read).toList(),
        value -> value.stream().map(element.write).toList(),
        value -> value.stream().map(element.check).toList());
  }

  /** A list of different values that the grid combines with all others; at least one. */
  static <T> Form<List<T>> dimension(Form<T> element) {
    Form<List<T>> list = list(element);
    return list.checkedBy(
        value -> {
          if (value.isEmpty()) {
            throw new ConfigurationException("at least one is needed");
          }
          refuseDouble(value.stream().map(element.write).toList());
          return value;
        });
  }

  Form<T> checkedBy(UnaryOperator<T> further) {
    return new Form<>(read, write, value -> further.apply(check.apply(value)));
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

  static <T> Form<Map<String, T>> map(Form<T> element) {
    return new Form<>(
        given -> each(given.map(), (name, value) -> element.read.apply(value)),
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
