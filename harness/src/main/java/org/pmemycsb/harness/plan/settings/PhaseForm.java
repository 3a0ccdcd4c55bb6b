package org.pmemycsb.harness.plan.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.OwnPhase;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.TracePhase;
import org.pmemycsb.harness.plan.recorded.TraceFacts;

/**
 * Phases in a file: a name, the path of a property file, or a workload of one's own as a map with
 * its name, its mix, and what differs from the default of YCSB.
 */
final class PhaseForm {
  private static final List<String> FILL =
      List.of(Phase.NAME, Phase.FILL, Phase.KEY_LENGTH, Phase.VALUES, Phase.PROPERTIES, Phase.COLD);
  private static final List<String> OPERATIONS =
      List.of(Phase.NAME, Phase.MIX, Phase.KEYS, Phase.VALUES, Phase.PROPERTIES, Phase.COLD);

  private PhaseForm() {}

  static Form<Phase> form() {
    return new Form<>(PhaseForm::read, false, Phase::written, phase -> phase);
  }

  private static Phase read(Given given) {
    if (!given.isMap()) {
      return given.make(() -> Phase.of(given.text()));
    }
    Map<String, Given> parts = given.map();
    Phase phase =
        Set.of(Phase.NAME, Phase.COLD).equals(parts.keySet())
            ? given.make(() -> Phase.of(parts.get(Phase.NAME).text()))
            : parts.containsKey(TracePhase.TRACE)
                ? trace(given)
                : parts.containsKey(Phase.FILL) ? fill(given) : operations(given);
    return part(parts, Phase.COLD, Form.yesOrNo()).orElse(false) ? given.make(phase::cold) : phase;
  }

  private static <T> Optional<T> part(Map<String, Given> parts, String key, Form<T> form) {
    return Optional.ofNullable(parts.get(key)).map(form.read());
  }

  private static Phase fill(Given given) {
    Map<String, Given> parts = given.map(FILL);
    given.needs("a phase of your own", parts, Phase.NAME);
    return new OwnPhase.Fill(
        name(parts.get(Phase.NAME)),
        part(parts, Phase.FILL, Form.oneOf(FillOrder.class)).orElseThrow(),
        part(parts, Phase.KEY_LENGTH, ValueForms.sizes()),
        part(parts, Phase.VALUES, ValueForms.sizes()),
        properties(parts));
  }

  private static Phase operations(Given given) {
    Map<String, Given> parts = given.map(OPERATIONS);
    given.needs("a phase of your own", parts, Phase.NAME, Phase.MIX);
    return new OwnPhase.Operations(
        name(parts.get(Phase.NAME)),
        mix(parts.get(Phase.MIX)),
        Optional.ofNullable(parts.get(Phase.KEYS)).map(PhaseForm::keys),
        part(parts, Phase.VALUES, ValueForms.sizes()),
        properties(parts));
  }

  private static String name(Given given) {
    return given.make(() -> Phase.ownName(given.text().strip()));
  }

  private static Phase trace(Given given) {
    Map<String, Given> parts = new LinkedHashMap<>(given.map(TracePhase.ALL));
    Optional<Given> content = Optional.ofNullable(parts.remove(TracePhase.CONTENT));
    Optional<TraceFacts> facts =
        content.map(each -> each.make(() -> TraceFacts.of(texts(each.map()))));
    return given.make(() -> TracePhase.phase(texts(parts), facts));
  }

  private static Map<String, String> texts(Map<String, Given> parts) {
    Map<String, String> texts = new TreeMap<>();
    parts.forEach((key, value) -> texts.put(key, value.text()));
    return texts;
  }

  /** What the experiment or the other keys of the phase say has no second place. */
  private static Map<String, String> properties(Map<String, Given> parts) {
    Map<String, String> all = part(parts, Phase.PROPERTIES, Form.map(Form.text())).orElse(Map.of());
    Stream.concat(
            PropertyKeys.repeatedSettings(Phase.PROPERTIES, all),
            all.keySet().stream()
                .filter(key -> key.endsWith("proportion"))
                .map("properties: %s is what the mix of the phase says"::formatted))
        .findFirst()
        .ifPresent(
            message -> {
              throw parts.get(Phase.PROPERTIES).wrong(message);
            });
    return all;
  }

  private static Mix mix(Given given) {
    Map<String, String> shares = new TreeMap<>();
    given
        .map(Mix.NAMES)
        .forEach(
            (key, value) -> {
              value.make(() -> Mix.share("the share", value.text()));
              shares.put(Mix.property(key), value.text());
            });
    Mix mix = Mix.NOTHING.with("", shares);
    if (mix.total() == 0) {
      throw given.wrong("mix: at least one share must be greater than 0");
    }
    return mix;
  }

  private static KeyDistribution keys(Given given) {
    return given.make(
        () ->
            KeyDistribution.of(ValueForms.spelled(given, Map.of("zipfian", List.of("constant")))));
  }
}
