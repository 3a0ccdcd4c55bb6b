package org.pmemycsb.harness.feature.profile;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Sampled stacks and how often each was seen, in the text format of collapsed stacks: frames from
 * the outermost to the innermost one, separated by semicolons, then a space and the number. A
 * function whose name is not known stands as its library in brackets, or as {@code [unknown]}.
 *
 * @param counts samples by stack
 */
public record Stacks(Map<String, Long> counts) {
  public static final Stacks NONE = new Stacks(Map.of());

  /** The outermost frame of the threads that make operations. */
  public static final String CLIENTS = "clients";

  /** The outermost frame of the other threads of the clients' process. */
  public static final String OTHERS = "other threads";

  /** The outermost frame of the server's processes. */
  public static final String SERVER = "server";

  private static final String BETWEEN = ";";
  private static final Pattern KIND = Pattern.compile("_\\[[a-z0-9]\\]$");
  private static final String UNKNOWN = "[unknown]";

  public Stacks {
    counts = Map.copyOf(counts);
  }

  /** Reads collapsed stacks. Lines without a number are left out. */
  public static Stacks parse(String text) {
    return new Stacks(
        text.lines()
            .filter(line -> line.matches(".+ [0-9]+"))
            .collect(
                Collectors.toMap(
                    line -> line.substring(0, line.lastIndexOf(' ')),
                    line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)),
                    Long::sum)));
  }

  /** Collapsed stacks as text, in alphabetical order. */
  public String text() {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(counts)
        .forEach((stack, count) -> text.append(stack).append(' ').append(count).append('\n'));
    return text.toString();
  }

  /** The same within an outermost frame. */
  public Stacks within(String frame) {
    return renamed(counts.keySet(), stack -> frame + BETWEEN + stack);
  }

  /** The stacks that were within an outermost frame, without it. */
  public Stacks of(String frame) {
    String begin = frame + BETWEEN;
    return renamed(
        counts.keySet().stream().filter(stack -> stack.startsWith(begin)).toList(),
        stack -> stack.substring(begin.length()));
  }

  private Stacks renamed(Collection<String> stacks, Function<String, String> name) {
    return new Stacks(stacks.stream().collect(Collectors.toMap(name, counts::get)));
  }

  public Stacks and(Stacks others) {
    Map<String, Long> all = new TreeMap<>(counts);
    others.counts.forEach((stack, count) -> all.merge(stack, count, Long::sum));
    return new Stacks(all);
  }

  public long samples() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * The samples by place: the innermost frame. A function without a name is named by its library
   * and by the function that called into it.
   */
  public Map<String, Long> places() {
    return counts.entrySet().stream()
        .collect(
            Collectors.groupingBy(
                each -> place(each.getKey()),
                TreeMap::new,
                Collectors.summingLong(Map.Entry::getValue)));
  }

  /** The samples whose place has a name. */
  public long named() {
    return places().entrySet().stream()
        .filter(each -> !each.getKey().equals(UNKNOWN))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private static String place(String stack) {
    String[] frames = frames(stack);
    int at = frames.length - 1;
    String innermost = frames[at];
    if (!isNameless(innermost)) {
      return name(innermost);
    }
    while (at > 0 && frames[at].equals(innermost)) {
      at--;
    }
    return innermost.equals(UNKNOWN) || isNameless(frames[at])
        ? UNKNOWN
        : innermost.substring(1, innermost.length() - 1) + " (in " + name(frames[at]) + ")";
  }

  private static boolean isNameless(String frame) {
    return frame.startsWith("[") && frame.endsWith("]");
  }

  public static String[] frames(String stack) {
    return stack.split(BETWEEN);
  }

  /** A frame for readers: without the mark of its kind. */
  public static String name(String frame) {
    return KIND.matcher(frame).replaceFirst("");
  }
}
