package org.pmemycsb.harness.plan.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.Price;
import org.pmemycsb.harness.plan.design.SizeText;
import org.pmemycsb.harness.plan.design.Sizes;

/** How sizes, places and prices are written. */
final class ValueForms {
  private static final String FOLDER = "folder";
  private static final String MODEL = "model";

  private ValueForms() {}

  static Form<Sizes> sizes() {
    return new Form<>(
        given -> given.make(() -> Sizes.of(spelled(given, SizeText.PARAMETERS))),
        false,
        Sizes::written,
        sizes -> sizes);
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
    return new Form<>(
        given ->
            given.isMap() ? readPlace(given) : given.make(() -> PlaceFolder.parse(given.text())),
        false,
        ValueForms::written,
        place -> place);
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

  /** The form of prices by the names of places; all have one currency. */
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
}
