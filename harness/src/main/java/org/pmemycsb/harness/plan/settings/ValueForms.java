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

  /**
   * {@code 1KiB}, {@code {lognormal: {median: 300B, p99: 8KiB}}} or {@code lognormal:300B:8KiB}.
   */
  static Form<Sizes> sizes() {
    return new Form<>(ValueForms::readSizes, false, Sizes::written, sizes -> sizes);
  }

  /** Sizes, or one distribution. */
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

  private static Sizes readSizes(Given given) {
    if (!given.isMap()) {
      return given.make(() -> Sizes.of(given.text()));
    }
    Map<String, Given> kinds = given.map();
    if (kinds.size() != 1) {
      throw given.wrong(given.name() + ": one distribution is needed");
    }
    String kind = kinds.keySet().iterator().next();
    Given parts = kinds.get(kind);
    if (!SizeText.PARAMETERS.containsKey(kind)) {
      return given.make(() -> Sizes.of(kind + ":" + parts.text()));
    }
    List<String> known = SizeText.PARAMETERS.get(kind);
    Map<String, Given> parameters = parts.map(known);
    List<String> texts = new ArrayList<>(List.of(kind));
    for (String parameter : known) {
      if (parameters.containsKey(parameter)) {
        texts.add(parameters.get(parameter).text());
      } else if (!parameter.equals(SizeText.LONGEST) || SizeText.isEnding(kind)) {
        throw parts.wrong(given.name() + ": " + kind + " needs " + parameter);
      }
    }
    return given.make(() -> Sizes.of(String.join(":", texts)));
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
