package org.pmemycsb.harness.plan.design;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;

/**
 * Logical processors by their numbers, written as the kernel writes them: {@code 0-3,8}. Immutable.
 *
 * @param numbers ascending, each once
 */
public record CpuList(List<Integer> numbers) {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

  public CpuList {
    numbers = List.copyOf(new TreeSet<>(numbers));
  }

  /**
   * @throws ConfigurationException if the text is no list, or an empty one
   */
  public static CpuList parse(String text) {
    List<Integer> all = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher range = RANGE.matcher(part.strip());
      int first = range.matches() ? Integer.parseInt(range.group(1)) : 0;
      int last =
          !range.matches() ? -1 : range.group(2) == null ? first : Integer.parseInt(range.group(2));
      if (last < first) {
        throw new ConfigurationException(
            "'%s' is not a list of processors; write one such as 0-3,8".formatted(text));
      }
      IntStream.rangeClosed(first, last).forEach(all::add);
    }
    return new CpuList(all);
  }

  /** The same of a text of the kernel, which may be empty. */
  public static CpuList ofKernel(String text) {
    return text.isBlank() ? new CpuList(List.of()) : parse(text);
  }

  public boolean isEmpty() {
    return numbers.isEmpty();
  }

  public CpuList and(CpuList other) {
    return new CpuList(numbers.stream().filter(other.numbers::contains).toList());
  }

  public CpuList without(CpuList other) {
    return new CpuList(numbers.stream().filter(each -> !other.numbers.contains(each)).toList());
  }

  public CpuList or(CpuList other) {
    return new CpuList(Stream.concat(numbers.stream(), other.numbers.stream()).toList());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int first = 0, next; first < numbers.size(); first = next) {
      next = first + 1;
      while (next < numbers.size() && numbers.get(next) == numbers.get(next - 1) + 1) {
        next++;
      }
      text.append(text.isEmpty() ? "" : ",").append(numbers.get(first));
      if (next > first + 1) {
        text.append('-').append(numbers.get(next - 1));
      }
    }
    return text.toString();
  }
}
