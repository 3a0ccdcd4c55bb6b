package org.pmemycsb.harness.plan.settings;

import java.util.ArrayList;
import java.util.List;
import org.pmemycsb.harness.plan.design.ClaimText.Positions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * Finds where each character of a YAML scalar stands in its file. YAML folds line breaks and
 * indentation into spaces, but leaves every other character as it is, except behind a backslash.
 */
final class SourcePositions {
  private final String text;
  private int at;
  private int line;
  private int column;

  private SourcePositions(String text, Mark start) {
    this.text = text;
    this.at = text.offsetByCodePoints(0, start.getIndex());
    this.line = start.getLine() + 1;
    this.column = start.getColumn() + 1;
  }

  /** The positions; from the first character that was written otherwise, the scalar's start. */
  static Positions of(String file, String text, ScalarNode scalar) {
    return new SourcePositions(text, scalar.getStartMark()).positions(file, scalar);
  }

  private Positions positions(String file, ScalarNode scalar) {
    List<Integer> lines = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    int startLine = line;
    int startColumn = column;
    boolean found = true;
    switch (scalar.getScalarStyle()) {
      case SINGLE_QUOTED, DOUBLE_QUOTED -> step();
      case LITERAL, FOLDED -> {
        while (text.charAt(at) != '\n') {
          step();
        }
      }
      default -> {
        // The first character is the value's.
      }
    }
    for (char wanted : (scalar.getValue() + "\n").toCharArray()) {
      boolean isSpace = Character.isWhitespace(wanted);
      while (!isSpace && at < text.length() && Character.isWhitespace(text.charAt(at))) {
        step();
      }
      found = found && (isSpace || at < text.length() && text.charAt(at) == wanted);
      lines.add(found ? line : startLine);
      columns.add(found ? column : startColumn);
      if (found && !isSpace) {
        step();
      }
    }
    return new Positions(file, lines, columns);
  }

  private void step() {
    boolean isNewLine = text.charAt(at) == '\n';
    at++;
    line = isNewLine ? line + 1 : line;
    column = isNewLine ? 1 : column + 1;
  }
}
