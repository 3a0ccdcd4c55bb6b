package org.pmemycsb.harness;

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

  /** The word, without the number. */
  public static String choose(long number, String one, String many) {
    return number == 1 ? one : many;
  }
}
