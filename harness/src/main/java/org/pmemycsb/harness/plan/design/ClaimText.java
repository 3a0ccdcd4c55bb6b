package org.pmemycsb.harness.plan.design;

/**
 * A claim as it stands in an experiment file. Package {@code claim} reads {@code holds}; here it is
 * a text that knows its position.
 *
 * @param id short name, unique in the experiment
 * @param says the statement in words
 * @param holds the statement in the language of claims
 * @param published the figure as it was published, in words; empty when there is none
 * @param source where it was published; empty when there is none
 * @param origin not part of what makes two claims equal
 */
public record ClaimText(
    String id, String says, String holds, String published, String source, Origin origin) {

  /** As in {@code file:12:9}: where a character of {@code holds} stands, or its end. */
  public String at(int offset) {
    return origin.at(holds, Math.min(offset, holds.length()));
  }

  /**
   * The file that has {@code holds} as a YAML scalar.
   *
   * @param text of the file
   * @param start of the scalar in the text
   * @param begin before the first character of its value
   */
  public record Origin(String file, String text, int start, int begin) {
    /**
     * YAML folds line breaks and indentation into spaces, but leaves every other character as it
     * is, except behind a backslash. From the first other character on, this is the start.
     */
    private String at(String value, int offset) {
      int at = begin;
      for (int i = 0; i <= offset; i++) {
        if (i == value.length() || Character.isWhitespace(value.charAt(i))) {
          continue;
        }
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
          at++;
        }
        if (at == text.length() || text.charAt(at) != value.charAt(i)) {
          return position(start);
        }
        at += i < offset ? 1 : 0;
      }
      return position(at);
    }

    private String position(int at) {
      long line = 1 + text.substring(0, at).chars().filter(each -> each == '\n').count();
      return file + ":" + line + ":" + (at - text.lastIndexOf('\n', at - 1));
    }

    // Two claims are the same wherever they stand.
    @Override
    public boolean equals(Object other) {
      return other instanceof Origin;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }
}
