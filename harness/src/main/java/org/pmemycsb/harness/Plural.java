package org.pmemycsb.harness;

import java.util.Collection;
import java.util.stream.Collectors;

/** Numbers of things in sentences. */
public final class Plural {
  private Plural() {}

  /** {@code 1 cell}, {@code 2 cells}; for a noun that takes an s. */
  public static String of(long number, String noun) {
    return of(number, noun, noun + "s");
  }

  /** {@code 1 cell is}, {@code 2 cells are}. */
  public static String of(long number, String one, String many) {
    return number + " " + choose(number, one, many);
  }

  /**
   * The first of some things, and the number of the others.
   *
   * @param between a comma or a semicolon, and a blank
   */
  public static String few(Collection<String> all, int most, String between) {
    int more = all.size() - most;
    return all.stream().limit(most).collect(Collectors.joining(between))
        + (more > 0 ? between.replace(", ", " ") + "and " + more + " more" : "");
  }

  /** The word, without the number. */
  public static String choose(long number, String one, String many) {
    return number == 1 ? one : many;
  }
}
