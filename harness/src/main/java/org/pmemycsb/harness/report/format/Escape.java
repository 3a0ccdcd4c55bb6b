package org.pmemycsb.harness.report.format;

import com.samskivert.mustache.Escapers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Escapes text of users and servers for each format. */
public final class Escape {
  // Controls, formats, lone surrogates, separators of lines and of paragraphs.
  private static final Pattern INVISIBLE =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}&&[^\\n\\t]]");

  private Escape() {}

  /**
   * Spells out invisible characters, and those that change the order or position of others: {@code
   * \u202e} for a right-to-left override. Line feeds and tabs stay.
   */
  public static String visible(String text) {
    return INVISIBLE
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found
                        .group()
                        .chars()
                        .mapToObj("\\u%04x"::formatted)
                        .collect(Collectors.joining())));
  }

  /** For the text and the quoted attributes of HTML and SVG. */
  public static String html(String text) {
    return Escapers.HTML.escape(visible(text));
  }

  /** For LaTeX's text mode; characters outside ASCII become question marks. */
  public static String latex(String original) {
    String text = visible(original);
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
        case '–' -> safe.append("--");
        case '±' -> safe.append("$\\pm$");
        // LaTeX stops at characters that its fonts lack.
        default -> safe.append(each < ' ' ? ' ' : each < 0x7f ? each : '?');
      }
    }
    return safe.toString();
  }

  /** For a cell of a Markdown table: one line, in which nothing is HTML or ends the cell. */
  public static String markdown(String text) {
    return visible(text.replaceAll("\\s+", " "))
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("|", "\\|");
  }
}
