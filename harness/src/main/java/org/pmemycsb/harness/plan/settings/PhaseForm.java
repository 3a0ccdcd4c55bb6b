package org.pmemycsb.harness.plan.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.OwnPhase;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RestartedPhase;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.TracePhase;
import org.pmemycsb.harness.plan.recorded.TraceFacts;

/**
 * Phases in a file: a name, the path of a property file, or a workload of one's own as a map with
 * its name, its mix, and what differs from the default of YCSB.
 */
public final class PhaseForm {
  private static final List<String> ALL =
      List.of(
          Phase.NAME,
          Phase.MIX,
          Phase.FILL,
          Phase.KEYS,
          Phase.KEY_LENGTH,
          Phase.VALUES,
          Phase.PROPERTIES,
          Phase.COLD,
          TracePhase.TRACE);
  private static final Form<Boolean> COLD = Form.yesOrNo();
  private static final Form<FillOrder> ORDER = Form.oneOf(FillOrder.class);
  private static final Form<Sizes> VALUE_SIZES = ValueForms.sizes(Phase.VALUES);
  private static final Form<Sizes> KEY_LENGTHS = ValueForms.plainSizes(Phase.KEY_LENGTH);
  private static final Form<Map<String, String>> PROPERTY_MAP = Form.map(Form.text());

  private PhaseForm() {}

  public static Form<Phase> form() {
    return new Form<>(
        PhaseForm::read,
        (texts, before) -> Phase.of(texts.get(0).strip()),
        false,
        Phase::written,
        phase -> phase);
  }

  private static Phase read(YamlNode node) {
    if (!node.isMap()) {
      return node.make(() -> Phase.of(node.text()));
    }
    Map<String, YamlNode> all = new LinkedHashMap<>(node.map());
    YamlNode cold = all.remove(Phase.COLD);
    if (cold == null) {
      return read(node, all);
    }
    boolean isCold = COLD.read().apply(cold);
    Phase phase =
        all.keySet().equals(Set.of(Phase.NAME))
            ? node.make(() -> Phase.of(all.get(Phase.NAME).text()))
            : read(node, all);
    return isCold ? node.make(() -> new RestartedPhase.Cold(phase)) : phase;
  }

  private static Phase read(YamlNode node, Map<String, YamlNode> all) {
    if (all.containsKey(TracePhase.TRACE)) {
      return readTrace(node, all);
    }
    YamlNode.refuseUnknown(all, ALL);
    boolean fills = all.containsKey(Phase.FILL);
    for (String needed : List.of(Phase.NAME, fills ? Phase.FILL : Phase.MIX)) {
      if (!all.containsKey(needed)) {
        throw node.wrong("workloads: a phase of your own needs a " + needed);
      }
    }
    for (String other : List.of(Phase.MIX, Phase.KEYS)) {
      if (fills && all.containsKey(other)) {
        throw all.get(other).wrongKey("a phase that fills the database has no '" + other + "'");
      }
    }
    if (!fills && all.containsKey(Phase.KEY_LENGTH)) {
      throw all.get(Phase.KEY_LENGTH)
          .wrongKey(
              "only a phase that fills the database has a '%s'; the others use the keys that are"
                      .formatted(Phase.KEY_LENGTH)
                  + " there");
    }
    String name = all.get(Phase.NAME).make(() -> Phase.ownName(all.get(Phase.NAME).text().strip()));
    Map<String, String> properties =
        Optional.ofNullable(all.get(Phase.PROPERTIES)).map(PROPERTY_MAP.read()).orElse(Map.of());
    if (!properties.isEmpty()) {
      refuseSaid(all.get(Phase.PROPERTIES), name, properties);
    }
    Sizes values =
        Optional.ofNullable(all.get(Phase.VALUES)).map(VALUE_SIZES.read()).orElse(Sizes.NONE);
    return fills
        ? new OwnPhase.Fill(
            name,
            ORDER.read().apply(all.get(Phase.FILL)),
            Optional.ofNullable(all.get(Phase.KEY_LENGTH)).map(KEY_LENGTHS.read()),
            values,
            properties)
        : new OwnPhase.Operations(
            name,
            mix(all.get(Phase.MIX)),
            Optional.ofNullable(all.get(Phase.KEYS)).map(PhaseForm::keys),
            values,
            properties);
  }

  /** The phase of a map that has the key {@link TracePhase#TRACE}. */
  private static Phase readTrace(YamlNode node, Map<String, YamlNode> all) {
    YamlNode.refuseUnknown(all, TracePhase.ALL);
    Optional<TraceFacts> content =
        Optional.ofNullable(all.get(TracePhase.CONTENT))
            .map(
                facts ->
                    facts.make(
                        () -> {
                          Map<String, String> numbers = new TreeMap<>();
                          facts.map().forEach((name, value) -> numbers.put(name, value.text()));
                          return TraceFacts.of(numbers);
                        }));
    Map<String, String> said = new TreeMap<>();
    all.forEach(
        (key, value) -> {
          if (!key.equals(TracePhase.CONTENT)) {
            said.put(key, value.text());
          }
        });
    return node.make(() -> TracePhase.phase(said, content));
  }

  /** What the experiment or the other keys of the phase say has no second place. */
  private static void refuseSaid(YamlNode node, String name, Map<String, String> properties) {
    node.make(
        () -> {
          ExperimentChecks.refuseSettings(name, properties);
          return properties;
        });
    properties.forEach(
        (key, value) -> {
          if (key.endsWith("proportion")) {
            throw node.wrong("properties: " + key + " is what the mix of the phase says");
          }
        });
  }

  private static Mix mix(YamlNode node) {
    Map<String, String> shares = new TreeMap<>();
    node.map(Mix.NAMES)
        .forEach(
            (key, value) -> {
              value.make(() -> Mix.share("the share", value.text()));
              shares.put(Mix.property(key), value.text());
            });
    Mix mix = Mix.NOTHING.with("", shares);
    if (mix.total() == 0) {
      throw node.wrong("mix: at least one share must be greater than 0");
    }
    return mix;
  }

  /** {@code zipfian:0.8}, or {@code {zipfian: {constant: 0.8}}}. */
  private static KeyDistribution keys(YamlNode node) {
    if (!node.isMap()) {
      return node.make(() -> KeyDistribution.of(node.text()));
    }
    Map<String, YamlNode> kinds = node.map();
    if (kinds.size() != 1) {
      throw node.wrong("keys: one distribution is needed");
    }
    String kind = kinds.keySet().iterator().next();
    Map<String, YamlNode> parameters = kinds.get(kind).map(List.of("constant"));
    String constant =
        parameters.values().stream().map(each -> ":" + each.text()).findFirst().orElse("");
    return node.make(() -> KeyDistribution.of(kind + constant));
  }
}
