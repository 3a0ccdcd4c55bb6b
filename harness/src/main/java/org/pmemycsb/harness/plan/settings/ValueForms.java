package org.pmemycsb.harness.plan.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.ClaimText;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.Price;
import org.pmemycsb.harness.plan.design.Sizes;

/** How databases, sizes, places, prices and claims are written. */
final class ValueForms {
  private static final String FOLDER = "folder";
  private static final String MODEL = "model";
  private static final List<String> CLAIM = List.of("id", "says", "holds", "published", "source");
  private static final Pattern DATABASE =
      Pattern.compile("([^{}@]+?)\\s*(?:\\{(.*)\\})?\\s*(?:@([^@{}+]*))?(?:\\+log@([^@{}+]*))?");
  // A comma that no "name=" follows belongs to the value before it: url=mongodb://one,two.
  private static final Pattern NEXT_OPTION = Pattern.compile(",(?=\\s*[A-Za-z][\\w.-]*=)");

  private ValueForms() {}

  static Form<Sizes> sizes() {
    return Form.ofOne(
        given -> given.make(() -> Sizes.of(spelled(given, Sizes.PARAMETERS))), Sizes::written);
  }

  static Form<List<Sizes>> valueSizes() {
    return Form.dimension(sizes())
        .checkedBy(
            all -> {
              if (all.size() > 1 && !all.stream().allMatch(Sizes::isFixed)) {
                throw new ConfigurationException(
                    "a distribution stands alone; give one, or sizes such as 100,1KiB");
              }
              return all;
            });
  }

  /**
   * The text of a kind with its parameters, as the command line has it: {@code
   * lognormal:300B:8KiB}. A file may have a map: {@code {lognormal: {median: 300B, p99: 8KiB}}}.
   *
   * @param parameters of each kind that has any, in their order; the last may be left out
   */
  static String spelled(Given given, Map<String, List<String>> parameters) {
    if (!given.isMap()) {
      return given.text();
    }
    Map<String, Given> kinds = given.map();
    if (kinds.size() != 1) {
      throw given.wrong(given.name() + ": one distribution is needed");
    }
    String kind = kinds.keySet().iterator().next();
    Given parts = kinds.get(kind);
    if (!parameters.containsKey(kind)) {
      return kind + ":" + parts.text();
    }
    List<String> known = parameters.get(kind);
    Map<String, Given> all = parts.map(known);
    List<String> words = new ArrayList<>(List.of(kind));
    known.stream().takeWhile(all::containsKey).forEach(each -> words.add(all.get(each).text()));
    if (words.size() <= all.size()) {
      throw parts.wrong(
          "%s: %s needs %s".formatted(given.name(), kind, known.get(words.size() - 1)));
    }
    return String.join(":", words);
  }

  static Form<PlaceFolder> place() {
    return Form.ofOne(
        given ->
            given.isMap() ? readPlace(given) : given.make(() -> PlaceFolder.parse(given.text())),
        ValueForms::written);
  }

  private static PlaceFolder readPlace(Given given) {
    Map<String, Given> parts = given.map(List.of(FOLDER, MODEL));
    given.needs("a place", parts, FOLDER);
    return new PlaceFolder(
        parts.get(FOLDER).text(), Optional.ofNullable(parts.get(MODEL)).map(Given::text));
  }

  private static Object written(PlaceFolder place) {
    return place.model().isEmpty()
        ? place.folder()
        : new TreeMap<>(Map.of(FOLDER, place.folder(), MODEL, place.model().get()));
  }

  static Form<Map<String, Price>> prices() {
    return Form.map(Form.of(Price::parse, Price::text))
        .checkedBy(
            prices -> {
              List<String> currencies =
                  prices.values().stream().map(Price::currency).distinct().sorted().toList();
              if (currencies.size() > 1) {
                throw new ConfigurationException(
                    "the prices are in %s; give all in one currency"
                        .formatted(String.join(" and ", currencies)));
              }
              return prices;
            });
  }

  static Form<List<ClaimText>> claims() {
    return Form.list(Form.ofOne(ValueForms::claim, ValueForms::writtenClaim))
        .checkedBy(
            claims -> {
              Form.refuseDouble(claims.stream().map(ClaimText::id).toList());
              return claims;
            });
  }

  private static ClaimText claim(Given given) {
    Given claim = given.named("a claim");
    Map<String, Given> parts = claim.map(CLAIM);
    claim.needs("a claim", parts, "id", "says", "holds");
    Function<String, String> text =
        key -> Optional.ofNullable(parts.get(key)).map(Given::text).orElse("");
    return new ClaimText(
        text.apply("id"),
        text.apply("says"),
        text.apply("holds"),
        text.apply("published"),
        text.apply("source"),
        parts.get("holds").origin());
  }

  private static Map<String, String> writtenClaim(ClaimText claim) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("id", claim.id());
    all.put("says", claim.says());
    all.put("holds", claim.holds());
    all.put("published", claim.published());
    all.put("source", claim.source());
    all.values().removeIf(String::isEmpty);
    return all;
  }

  /**
   * Databases: names, as tables show them with their options: {@code redis{socket=unix},noop}; in a
   * file also maps from a name to its options. A name after {@code @} is a place: {@code
   * redis@disk}; the log may lie on another one: {@code postgres@disk+log@pmem}.
   */
  static Form<List<DatabaseChoice>> databases() {
    return new Form<>(
        ValueForms::readDatabases,
        value -> value.stream().map(DatabaseChoice::redacted).map(DatabaseChoice::written).toList(),
        value -> {
          Form.refuseDouble(value.stream().map(DatabaseChoice::identity).toList());
          return List.copyOf(value);
        });
  }

  private static List<DatabaseChoice> readDatabases(Given given) {
    List<DatabaseChoice> all =
        given.list().stream()
            .flatMap(
                each ->
                    each.isMap()
                        ? each.map().entrySet().stream()
                            .flatMap(one -> combinations(one.getKey(), one.getValue()))
                        : Stream.of(named(each)))
            .toList();
    if (all.isEmpty()) {
      throw given.wrong("name a database, or leave 'db' out for all that are available");
    }
    return all;
  }

  /** Options whose values are lists are dimensions of the grid: all their combinations. */
  private static Stream<DatabaseChoice> combinations(String id, Given options) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    options
        .named("the options of a database")
        .map()
        .forEach((option, given) -> values.put(option, given.texts()));
    return Grid.combinations(values).stream()
        .map(each -> options.make(() -> new DatabaseChoice(id, each)));
  }

  private static DatabaseChoice named(Given given) {
    Matcher form = DATABASE.matcher(given.text());
    if (!form.matches()) {
      throw given.wrong(
          "'%s' is not of the form NAME, NAME@PLACE, NAME@PLACE+log@PLACE or NAME{option=value}@PLACE"
              .formatted(given.text()));
    }
    String options = form.group(2) == null ? "" : form.group(2);
    Map<String, String> all = new TreeMap<>();
    if (!options.isBlank()) {
      given
          .pairs(given.name(), NEXT_OPTION.splitAsStream(options).toList())
          .map()
          .forEach((option, value) -> all.put(option, value.text()));
    }
    Optional.ofNullable(form.group(3))
        .ifPresent(place -> all.put(DatabaseChoice.PLACE, place.strip()));
    Optional.ofNullable(form.group(4)).ifPresent(log -> all.put(DatabaseChoice.LOG, log.strip()));
    return given.make(() -> new DatabaseChoice(form.group(1), all));
  }
}
