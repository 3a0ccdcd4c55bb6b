package org.pmemycsb.harness.analysis.claim;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.pmemycsb.harness.analysis.claim.Statement.Aggregate;
import org.pmemycsb.harness.analysis.claim.Statement.Metric;
import org.pmemycsb.harness.analysis.claim.Statement.Name;
import org.pmemycsb.harness.analysis.claim.Statement.Range;
import org.pmemycsb.harness.analysis.claim.Statement.Scope;
import org.pmemycsb.harness.analysis.claim.Statement.Selection;
import org.pmemycsb.harness.analysis.claim.Statement.Side;
import org.pmemycsb.harness.analysis.claim.Statement.Who;
import org.pmemycsb.harness.plan.settings.Dimension;

/**
 * Reads the text of a claim, by recursive descent; {@code docs/guide/claims.md} has the grammar.
 */
final class Parser {
  private static final Set<String> SIZES = Set.of("b", "kib", "mib", "gib");
  private static final String DIMENSIONS =
      Dimension.inClaims().map(Dimension::word).collect(Collectors.joining(", "));
  private static final String FIGURES =
      "'ratio', 'faster', 'throughput', 'capacity', 'fences' or a latency such as 'read_p99_us'";
  private static final String RELATIONS =
      "a comparison: '>=', '>', '<=', '<', 'between ... and ...' or 'about ... within ...'";

  // A word, a number, a name in quotes, a symbol or the end; otherwise an unknown character.
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:([A-Za-z](?:[A-Za-z0-9_.]|-(?=[A-Za-z0-9]))*|[0-9]+(?:\\.[0-9]+)?"
              + "|\"[^\"]*\"|'[^']*'|>=|<=|[()\\[\\],<>%-]|\\z)|(.))",
          Pattern.DOTALL | Pattern.UNICODE_CHARACTER_CLASS);

  // With their quotes; the last one is empty.
  private final List<Name> tokens = new ArrayList<>();
  private int next;

  private Parser(String text) {
    Matcher found = TOKEN.matcher(text);
    while (found.find()) {
      String unknown = found.group(2);
      if (unknown != null) {
        throw new ClaimException(
            found.start(2),
            unknown.matches("[\"']")
                ? "the quote is not closed"
                : "'" + unknown + "' means nothing here");
      }
      tokens.add(new Name(found.group(1), found.start(1)));
    }
  }

  /**
   * @throws ClaimException if the text is no statement; no other exception
   */
  static Statement parse(String text) {
    return new Parser(text).statement();
  }

  private Statement statement() {
    Name first = peek();
    Optional<Aggregate> aggregate = one(List.of(Aggregate.values()));
    if (aggregate.isPresent()) {
      expect("(");
    }
    String figures =
        aggregate.isEmpty()
            ? FIGURES + ", or one of 'min', 'max', 'median' and 'all' around it"
            : FIGURES + " inside '" + first.text() + "'";
    Optional<LatencyFigure> latency = latency();
    Metric metric =
        latency.isPresent()
            ? Metric.LATENCY
            : one(Metric.BY_NAME).orElseThrow(() -> expected(figures));
    if (metric == Metric.RATIO && take("of")) {
      latency = latency();
      latency.orElseThrow(() -> expected("one of " + LatencyFigure.names()));
    }
    expect("(");
    List<Side> sides = new ArrayList<>(List.of(side()));
    if (metric.compares()) {
      expect(",", "',' and what it is compared with");
      sides.add(side());
    }
    List<Scope> scopes = new ArrayList<>();
    while (take(",")) {
      scopes.add(scope());
    }
    expect(")", "')', ',' or 'at'");
    if (aggregate.isPresent()) {
      expect(")");
    }
    Range range = range(metric);
    if (!is("")) {
      throw expected("the end");
    }
    return new Statement(aggregate, metric, latency, sides, scopes, range);
  }

  /** The constant that the next token names. */
  private <E extends Enum<E>> Optional<E> one(List<E> constants) {
    for (E each : constants) {
      if (take(each.name().toLowerCase(Locale.ROOT))) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  private Optional<LatencyFigure> latency() {
    Optional<LatencyFigure> latency = Optional.ofNullable(LatencyFigure.ALL.get(word()));
    latency.ifPresent(any -> take());
    return latency;
  }

  private Side side() {
    int offset = peek().offset();
    Who who = one(List.of(Who.BEST, Who.WORST)).orElse(Who.NAMED);
    List<Name> names = List.of();
    if (who != Who.NAMED) {
      expect("(");
      if (is("[")) {
        names = list("a database");
      } else {
        expect("others", "'others' or a list of databases in '[' and ']'");
      }
      expect(")");
    } else if (take("database")) {
      who = Who.BOUND;
    } else {
      names = List.of(name("a database"));
    }
    Map<Dimension, Name> at = new EnumMap<>(Dimension.class);
    while (take("at")) {
      Name word = peek();
      Dimension dimension = dimension();
      if (dimension == Dimension.DATABASE) {
        throw new ClaimException(word.offset(), "the database is named before 'at'");
      }
      if (at.put(dimension, value("a value")) != null) {
        throw new ClaimException(word.offset(), dimension.word() + " is said twice");
      }
    }
    return new Side(who, names, at, offset);
  }

  private Scope scope() {
    int offset = peek().offset();
    if (take("each")) {
      return new Scope(dimension(), Selection.EACH, List.of(), offset);
    }
    if (Dimension.named(word()).isEmpty()) {
      throw expected("'each' or one of " + DIMENSIONS);
    }
    Dimension dimension = dimension();
    if (take("in")) {
      return new Scope(dimension, Selection.IN, list("a value"), offset);
    }
    Name from = peek();
    expect("from", "'in [...]' or 'from ... to ...'");
    if (dimension != Dimension.THREADS && dimension != Dimension.VALUE_SIZE) {
      throw new ClaimException(
          from.offset(), "only threads and value have an order; use 'in [...]'");
    }
    Name low = value("a value");
    expect("to");
    return new Scope(dimension, Selection.FROM_TO, List.of(low, value("a value")), offset);
  }

  private Dimension dimension() {
    Dimension dimension =
        Dimension.named(word()).orElseThrow(() -> expected("one of " + DIMENSIONS));
    take();
    return dimension;
  }

  private List<Name> list(String what) {
    expect("[");
    List<Name> values = new ArrayList<>();
    do {
      values.add(value(what));
    } while (take(","));
    expect("]", "',' or ']'");
    return values;
  }

  private Name value(String what) {
    Name number = peek();
    if (!isNumber()) {
      return name(what);
    }
    take();
    boolean adjacent = peek().offset() == number.offset() + number.text().length();
    // Text directly after a number is read as its unit, even when there is no such unit.
    return SIZES.contains(word().toLowerCase(Locale.ROOT)) || adjacent && !word().isEmpty()
        ? new Name(number.text() + take().text(), number.offset())
        : number;
  }

  private Name name(String what) {
    if (word().isEmpty() && !isQuoted()) {
      throw expected(what);
    }
    String text = plain();
    return new Name(text, take().offset());
  }

  private Range range(Metric metric) {
    boolean included = is(">=") || is("<=");
    if (take(">=") || take(">")) {
      return new Range(quantity(metric), included, Double.POSITIVE_INFINITY, true);
    }
    if (take("<=") || take("<")) {
      return new Range(Double.NEGATIVE_INFINITY, true, quantity(metric), included);
    }
    if (take("between")) {
      double low = quantity(metric);
      expect("and");
      Name second = peek();
      double high = quantity(metric);
      if (high < low) {
        throw new ClaimException(second.offset(), "the smaller figure comes first");
      }
      return new Range(low, true, high, true);
    }
    if (take("about")) {
      double figure = quantity(metric);
      expect("within", "'within' and how far the figure may be off");
      double number = number();
      boolean points = metric == Metric.FASTER;
      expect(
          points ? "points" : "%",
          points ? "'points': the figure is in percent, and may be off by points of it" : "'%'");
      double off = points ? number : figure * number / 100;
      return new Range(figure - off, true, figure + off, true);
    }
    throw expected(RELATIONS);
  }

  private double quantity(Metric metric) {
    boolean negative = take("-");
    double figure = number();
    if (metric == Metric.FASTER) {
      expect("%", "'%': " + metric.explanation);
    } else if (is("%")) {
      throw new ClaimException(
          peek().offset(), "only 'faster' is in percent; " + metric.explanation);
    }
    return negative ? -figure : figure;
  }

  private double number() {
    if (!isNumber()) {
      throw expected("a number");
    }
    return Double.parseDouble(take().text());
  }

  private Name peek() {
    return tokens.get(next);
  }

  private boolean is(String symbol) {
    return peek().text().equals(symbol);
  }

  private boolean isNumber() {
    return peek().text().matches("[0-9].*");
  }

  private boolean isQuoted() {
    return peek().text().matches("(?s)[\"'].*");
  }

  /** The next token if it is a word; otherwise empty. */
  private String word() {
    return peek().text().matches("[A-Za-z].*") ? peek().text() : "";
  }

  /** The next token without its quotes. */
  private String plain() {
    String text = peek().text();
    return isQuoted() ? text.substring(1, text.length() - 1) : text;
  }

  private Name take() {
    return is("") ? peek() : tokens.get(next++);
  }

  private boolean take(String symbol) {
    boolean found = is(symbol);
    if (found) {
      take();
    }
    return found;
  }

  private void expect(String symbol) {
    expect(symbol, "'" + symbol + "'");
  }

  private void expect(String symbol, String what) {
    if (!take(symbol)) {
      throw expected(what);
    }
  }

  private ClaimException expected(String what) {
    return new ClaimException(
        peek().offset(),
        "expected " + what + ", found " + (is("") ? "the end" : "'" + plain() + "'"));
  }
}
