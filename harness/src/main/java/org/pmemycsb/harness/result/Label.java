package org.pmemycsb.harness.result;

import java.util.Optional;

/**
 * The name of a database in files and tables.
 *
 * @param asked label of the database that the experiment names
 * @param standIn the product that ran in its place, if another one did
 */
public record Label(String asked, Optional<String> standIn) {
  /**
   * Reads the text of a file, the inverse of {@link #text}. The text of a stand-in follows the
   * label in parentheses; a label itself has parentheses only inside the braces of its options.
   */
  public static Label parse(String text) {
    int at = text.indexOf('{') < 0 ? text.indexOf(" (") : text.lastIndexOf("} (") + 1;
    return at > 0 && text.endsWith(")")
        ? new Label(text.substring(0, at), Optional.of(text.substring(at + 2, text.length() - 1)))
        : new Label(text, Optional.empty());
  }

  /** {@code label (product)} if another product stood in, else the label. */
  public String text() {
    return standIn.map(product -> asked + " (" + product + ")").orElse(asked);
  }
}
