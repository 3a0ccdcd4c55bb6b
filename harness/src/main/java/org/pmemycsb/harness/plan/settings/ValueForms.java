package org.pmemycsb.harness.plan.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.Price;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.design.SizeText;
import org.pmemycsb.harness.plan.design.Sizes;

/** How sizes, places and prices are written in a file and on the command line. */
final class ValueForms {
  private static final String FOLDER = "folder";
  private static final String MODEL = "model";

  private ValueForms() {}

  /**
   * {@code 1KiB}, {@code {lognormal: {median: 300B, p99: 8KiB}}} or {@code lognormal:300B:8KiB}.
   */
  static Form<Sizes> sizes(String key) {
    return new Form<>(
        node -> readSizes(key, node),
        (texts, before) -> Sizes.of(texts.get(0)),
        false,
        Sizes::text,
        sizes -> sizes);
  }

  /** As {@link #sizes}; a file has a bare number where all are alike. */
  static Form<Sizes> plainSizes(String key) {
    Form<Sizes> form = sizes(key);
    return new Form<>(
        form.read(),
        form.parse(),
        form.isRepeatable(),
        sizes -> sizes.isFixed() ? (Object) sizes.longest() : sizes.text(),
        form.check());
  }

  /** Sizes, or one distribution. */
  static Form<List<Sizes>> valueSizes() {
    return Form.dimension(
        plainSizes("valueSize"),
        all -> {
          if (all.size() > 1 && !all.stream().allMatch(Sizes::isFixed)) {
            throw new ConfigurationException(
                "a distribution stands alone; give one, or sizes such as 100,1KiB");
          }
          return all;
        });
  }

  private static Sizes readSizes(String name, YamlNode node) {
    if (!node.isMap()) {
      return node.make(() -> Sizes.of(node.text()));
    }
    Map<String, YamlNode> kinds = node.map();
    if (kinds.size() != 1) {
      throw node.wrong(name + ": one distribution is needed");
    }
    String kind = kinds.keySet().iterator().next();
    YamlNode given = kinds.get(kind);
    if (!SizeText.PARAMETERS.containsKey(kind)) {
      return node.make(() -> Sizes.of(kind + ":" + given.text()));
    }
    List<String> known = SizeText.PARAMETERS.get(kind);
    Map<String, YamlNode> parameters = given.map(known);
    List<String> texts = new ArrayList<>(List.of(kind));
    for (String parameter : known) {
      if (parameters.containsKey(parameter)) {
        texts.add(parameters.get(parameter).text());
      } else if (!parameter.equals(SizeText.LONGEST) || SizeText.isEnding(kind)) {
        throw given.wrong(name + ": " + kind + " needs " + parameter);
      }
    }
    return node.make(() -> Sizes.of(String.join(":", texts)));
  }

  static Form<PlaceFolder> place() {
    Form<PlaceFolder> text = Form.of(PlaceFolder::parse, ValueForms::written);
    return new Form<>(
        node -> node.isMap() ? readPlace(node) : text.read().apply(node),
        text.parse(),
        text.isRepeatable(),
        text.write(),
        text.check());
  }

  private static PlaceFolder readPlace(YamlNode node) {
    Map<String, YamlNode> parts = node.map(List.of(FOLDER, MODEL));
    node.needs("a place", parts, FOLDER);
    return new PlaceFolder(
        parts.get(FOLDER).text(), Optional.ofNullable(parts.get(MODEL)).map(YamlNode::text));
  }

  private static Object written(PlaceFolder place) {
    return place.model().isEmpty()
        ? place.folder()
        : new TreeMap<>(Map.of(FOLDER, place.folder(), MODEL, place.model().get()));
  }

  /** The form of prices by the names of places; all have one currency. */
  static Form<Map<String, Price>> prices() {
    Form<Map<String, Price>> any = Form.map(Form.of(Price::parse, Price::text));
    return new Form<>(
        any.read(),
        any.parse(),
        any.isRepeatable(),
        any.write(),
        prices -> any.check().apply(refuseMixed(prices)));
  }

  private static Map<String, Price> refuseMixed(Map<String, Price> prices) {
    var currencies = prices.values().stream().map(Price::currency).distinct().sorted().toList();
    if (currencies.size() > 1) {
      throw new ConfigurationException(
          "the prices are in %s; give all in one currency"
              .formatted(String.join(" and ", currencies)));
    }
    return prices;
  }

  /** A set; what the command line names is added to it. */
  static Form<List<Show>> shows() {
    Form<List<Show>> all = Form.list(Form.oneOf(Show.class));
    return new Form<>(
        all.read(),
        (texts, before) ->
            Stream.concat(before.stream(), all.parse().apply(texts, List.of()).stream()).toList(),
        true,
        all.write(),
        value -> value.stream().distinct().sorted().toList());
  }
}
