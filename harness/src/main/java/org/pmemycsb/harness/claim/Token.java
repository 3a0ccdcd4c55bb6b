package org.pmemycsb.harness.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A piece of the text of a claim.
 *
 * @param text without its quotes when it is quoted
 * @param offset of its first character
 */
record Token(Type type, String text, int offset) {
  enum Type {
    WORD,
    QUOTED,
    NUMBER,
    SYMBOL,
    END
  }

  private static final Pattern PIECE =
      Pattern.compile(
          "(?<WORD>[A-Za-z](?:[A-Za-z0-9_.]|-(?=[A-Za-z0-9]))*)"
              + "|(?<NUMBER>[0-9]+(?:\\.[0-9]+)?)"
              + "|(?<QUOTED>\"[^\"]*\"|'[^']*')"
              + "|(?<SYMBOL>>=|<=|[()\\[\\],<>%-])");

  /** All pieces and the end. */
  static List<Token> all(String text) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = PIECE.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
        continue;
      }
      if (!matcher.find(at) || matcher.start() != at) {
        char found = text.charAt(at);
        throw new ClaimException(
            at,
            found == '"' || found == '\''
                ? "the quote is not closed"
                : "'" + Character.toString(text.codePointAt(at)) + "' means nothing here");
      }
      tokens.add(token(matcher));
      at = matcher.end();
    }
    tokens.add(new Token(Type.END, "", text.length()));
    return tokens;
  }

  private static Token token(Matcher matcher) {
    String text = matcher.group();
    Type type =
        Stream.of(Type.WORD, Type.NUMBER, Type.QUOTED, Type.SYMBOL)
            .filter(each -> matcher.group(each.name()) != null)
            .findFirst()
            .orElseThrow();
    return new Token(
        type, type == Type.QUOTED ? text.substring(1, text.length() - 1) : text, matcher.start());
  }

  boolean is(String word) {
    return (type == Type.WORD || type == Type.SYMBOL) && text.equals(word);
  }

  /** As a message shows it. */
  String shown() {
    return type == Type.END ? "the end" : "'" + text + "'";
  }
}
