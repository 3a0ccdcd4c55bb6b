package org.pmemycsb.harness.report;

/**
 * Makes text of unknown origin harmless in each format: labels of databases, reasons and values of
 * properties come from users and servers.
 */
public final class Escape {
  private Escape() {}

  /** For the text and the quoted attributes of HTML and SVG. */
  public static String html(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** For LaTeX's text mode; other characters than ASCII become question marks. */
  static String latex(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      switch (each) {
        case '&', '%', '$', '#', '_', '{', '}' -> safe.append('\\').append(each);
        case '\\' -> safe.append("\\textbackslash{}");
        case '~' -> safe.append("\\textasciitilde{}");
        case '^' -> safe.append("\\textasciicircum{}");
        case '<' -> safe.append("\\textless{}");
        case '>' -> safe.append("\\textgreater{}");
        case '|' -> safe.append("\\textbar{}");
        case '"' -> safe.append("''");
        case '\u202f' -> safe.append("\\,");
        case '±' -> safe.append("$\\pm$");
        // LaTeX stops at characters that its fonts lack.
        default -> safe.append(each < ' ' ? ' ' : each < 0x7f ? each : '?');
      }
    }
    return safe.toString();
  }

  /** For a cell of a Markdown table: one line, and nothing in it that is HTML or ends the cell. */
  static String markdown(String text) {
    return text.replaceAll("\\s+", " ")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("|", "\\|");
  }

  /** As one word of a POSIX shell. */
  static String shell(String text) {
    return text.matches("[A-Za-z0-9_./:=,@%+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
