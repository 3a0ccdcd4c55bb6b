package org.pmemycsb.harness.plan.design;

import java.util.List;

/**
 * A claim as it stands in an experiment file. Package {@code claim} reads {@code holds}; here it is
 * a text that knows its position.
 *
 * @param id short name, unique in the experiment
 * @param says the statement in words
 * @param holds the statement in the language of claims
 * @param published the figure as it was published, in words; empty when there is none
 * @param source where it was published; empty when there is none
 * @param positions file, line and column of each character of {@code holds} and of its end; not
 *     part of what makes two claims equal
 */
public record ClaimText(
    String id, String says, String holds, String published, String source, Positions positions) {

  /** Where the characters of a text stand in a file. */
  public record Positions(String file, List<Integer> lines, List<Integer> columns) {
    public Positions {
      lines = List.copyOf(lines);
      columns = List.copyOf(columns);
    }

    /** As in {@code file:12:9}, lines and columns counted from 1. */
    public String at(int offset) {
      int known = Math.min(offset, lines.size() - 1);
      return file + ":" + lines.get(known) + ":" + columns.get(known);
    }

    // Two claims are the same wherever they stand.
    @Override
    public boolean equals(Object other) {
      return other instanceof Positions;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }
}
