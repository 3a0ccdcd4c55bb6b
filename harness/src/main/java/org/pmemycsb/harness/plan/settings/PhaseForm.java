package org.pmemycsb.harness.plan.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Words;
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import org.pmemycsb.harness.plan.recorded.TraceFile;

/**
 * Phases: a name, a property file, or a trace that another program recorded ({@code trace:FILE},
 * {@code trace:FILE{speed=2}}). In a file also a map.
 *
 * <p>The facts about a trace go into the experiment of the result folder as {@code content}, so
 * that a report does not need the trace.
 */
final class PhaseForm {
  private static final String NAME = "name";
  private static final String MIX = "mix";
  private static final String PROPERTIES = "properties";
  private static final String KEY_LENGTH = "keyLength";
  private static final String COLD = "cold";
  private static final String SPEED = "speed";
  private static final String CONTENT = "content";
  private static final List<String> OF_OPERATIONS =
      List.of(NAME, MIX, Phase.KEYS, Phase.VALUES, PROPERTIES, COLD);
  private static final List<String> OF_FILL =
      List.of(NAME, Phase.FILL, KEY_LENGTH, Phase.VALUES, PROPERTIES, COLD);
  private static final List<String> OF_TRACE = List.of(NAME, Phase.TRACE, SPEED, CONTENT, COLD);
  private static final Pattern TRACE_TEXT =
      Pattern.compile("\\s*trace:(.*?)(?:\\{([^{}]*)\\}\\s*)?", Pattern.DOTALL);

  private PhaseForm() {}

  static Form<Phase> form() {
    return Form.ofOne(PhaseForm::read, PhaseForm::written);
  }

  private static Phase read(Given given) {
    if (!given.isMap()) {
      Matcher trace = TRACE_TEXT.matcher(given.text());
      return trace.matches()
          ? read(traceAsMap(given, trace))
          : given.make(() -> Phase.of(given.text()));
    }
    Map<String, Given> parts = given.map();
    Phase phase =
        Set.of(NAME, COLD).equals(parts.keySet())
            ? given.make(() -> Phase.of(parts.get(NAME).text()))
            : own(given, parts);
    return part(parts, COLD, Form.yesOrNo().read()).orElse(false) ? given.make(phase::cold) : phase;
  }

  private static Given traceAsMap(Given given, Matcher text) {
    List<String> pairs = new ArrayList<>(List.of(Phase.TRACE + "=" + text.group(1).strip()));
    if (text.group(2) != null) {
      pairs.addAll(List.of(text.group(2).split(",")));
    }
    return given.pairs(given.name(), pairs);
  }

  private static Phase own(Given given, Map<String, Given> parts) {
    Optional<Phase.Trace> trace = part(parts, Phase.TRACE, file -> trace(file, parts));
    if (trace.isPresent()) {
      given.map(OF_TRACE);
    } else if (parts.containsKey(Phase.FILL)) {
      given.map(OF_FILL);
      given.needs("a phase of your own", parts, NAME);
    } else {
      given.map(OF_OPERATIONS);
      given.needs("a phase of your own", parts, NAME, MIX);
    }
    String name =
        part(parts, NAME, Given::text)
            .orElseGet(() -> Phase.withoutEnding(Path.of(trace.orElseThrow().file())));
    return Phase.own(
        parts.getOrDefault(NAME, given).make(() -> Phase.ownName(name.strip())),
        new Phase.Own(
            part(parts, MIX, PhaseForm::mix),
            part(parts, Phase.KEYS, PhaseForm::keys),
            part(parts, Phase.FILL, Form.oneOf(FillOrder.class).read()),
            trace,
            part(parts, KEY_LENGTH, ValueForms.sizes().read()),
            trace
                .map(Phase.Trace::facts)
                .map(facts -> Sizes.recorded(facts.meanBytes(), facts.mostBytes()))
                .or(() -> part(parts, Phase.VALUES, ValueForms.sizes().read())),
            properties(parts)));
  }

  private static <T> Optional<T> part(
      Map<String, Given> parts, String key, Function<Given, T> form) {
    return Optional.ofNullable(parts.get(key)).map(form);
  }

  private static Phase.Trace trace(Given given, Map<String, Given> parts) {
    Path file = given.make(() -> Path.of(given.text()).toAbsolutePath().normalize());
    TraceFacts facts =
        part(
                parts,
                CONTENT,
                content ->
                    content.make(() -> TraceFacts.of(Form.map(Form.text()).read().apply(content))))
            .orElseGet(() -> given.make(() -> TraceFile.factsOf(file)));
    Optional<Double> speed =
        part(
            parts,
            SPEED,
            each -> each.make(() -> Words.number("the speed", each.text(), 0.001, 1_000_000)));
    if (speed.isPresent() && facts.nanos() == 0) {
      throw given.wrong(
          file
              + ": speed: the operations of this trace have no times, one time, or none in order; leave speed out");
    }
    return new Phase.Trace(file.toString(), speed, facts);
  }

  /** What the experiment or the other keys of the phase say has no second place. */
  private static Map<String, String> properties(Map<String, Given> parts) {
    Map<String, String> all =
        part(parts, PROPERTIES, Form.map(Form.text()).read()).orElse(Map.of());
    Stream.concat(
            PropertyKeys.repeatedSettings(PROPERTIES, all),
            all.keySet().stream()
                .filter(key -> key.endsWith("proportion"))
                .map("properties: %s is what the mix of the phase says"::formatted))
        .findFirst()
        .ifPresent(
            message -> {
              throw parts.get(PROPERTIES).wrong(message);
            });
    return all;
  }

  private static Mix mix(Given given) {
    Map<String, Double> shares = new TreeMap<>();
    given
        .map(Mix.NAMES)
        .forEach(
            (key, value) ->
                shares.put(key, value.make(() -> Mix.share("the share", value.text()))));
    Mix mix = new Mix(shares);
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

  private static Object written(Phase phase) {
    String name = phase.isListed() ? phase.file() : phase.name();
    if (!phase.isOwn() && !phase.isCold()) {
      return name;
    }
    Map<String, Object> all = new LinkedHashMap<>(Map.of(NAME, name));
    Phase.Own own = phase.own();
    own.trace()
        .ifPresent(
            trace -> {
              all.put(Phase.TRACE, trace.file());
              trace.speed().ifPresent(each -> all.put(SPEED, each));
              all.put(CONTENT, trace.facts().numbers());
            });
    own.fill().ifPresent(order -> all.put(Phase.FILL, order.id()));
    own.keyLength().ifPresent(sizes -> all.put(KEY_LENGTH, sizes.written()));
    own.mix().ifPresent(mix -> all.put(MIX, mix.shares()));
    own.keys().ifPresent(keys -> all.put(Phase.KEYS, keys.text()));
    if (!own.properties().isEmpty()) {
      all.put(PROPERTIES, own.properties());
    }
    own.values()
        .filter(sizes -> own.trace().isEmpty())
        .ifPresent(sizes -> all.put(Phase.VALUES, sizes.text()));
    if (phase.isCold()) {
      all.put(COLD, true);
    }
    return all;
  }
}
