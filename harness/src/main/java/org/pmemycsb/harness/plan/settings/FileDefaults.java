package org.pmemycsb.harness.plan.settings;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Sizes;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/**
 * Settings of the whole experiment in its property files: sizes, counts and the form of the
 * records. These are the defaults of the settings that say the same.
 *
 * @param files those among the phases
 */
record FileDefaults(List<Phase.Listed> files) {
  static FileDefaults of(List<Phase> phases) {
    return new FileDefaults(
        phases.stream()
            .map(Phase::warm)
            .filter(Phase.Listed.class::isInstance)
            .map(Phase.Listed.class::cast)
            .distinct()
            .toList());
  }

  /**
   * The values of settings.
   *
   * @param given the settings that somebody gave, which go before
   * @throws ConfigurationException if files contradict each other, or a value is impossible
   */
  Map<Setting<?>, Object> settings(Set<Setting<?>> given) {
    Map<Setting<?>, Object> all = new HashMap<>();
    PropertyKeys.settings()
        .filter(setting -> !given.contains(setting))
        .forEach(
            setting ->
                agreed(setting.remedy(), file -> value(setting, file))
                    .ifPresent(value -> all.put(setting, value)));
    return all;
  }

  /**
   * The properties of all records, with those that somebody gave, which go before.
   *
   * @throws ConfigurationException if files contradict each other
   */
  Map<String, String> properties(Map<String, String> given) {
    Map<String, String> all = new TreeMap<>();
    for (PropertyKey key : PropertyKeys.all()) {
      if (key.fate() == PropertyKey.Fate.RECORDS && !given.containsKey(key.name())) {
        agreed(
                "give -p " + key.name(),
                file ->
                    Optional.ofNullable(file.said().get(key.name()))
                        .map(value -> Map.entry(key.name(), value)))
            .ifPresent(entry -> all.put(entry.getKey(), entry.getValue()));
      }
    }
    all.putAll(given);
    return all;
  }

  /** The value that all files agree on, among those that have one. */
  private <T> Optional<T> agreed(String remedy, Function<Phase.Listed, Optional<T>> saying) {
    Map<T, String> found = new LinkedHashMap<>();
    for (Phase.Listed file : files) {
      saying.apply(file).ifPresent(value -> found.putIfAbsent(value, file.file()));
    }
    if (found.size() > 1) {
      throw new ConfigurationException(
          "workloads: one load is for all of them, and property files contradict each other: %s; %s"
              .formatted(
                  found.entrySet().stream()
                      .map(each -> each.getKey() + " in " + each.getValue())
                      .collect(Collectors.joining(", ")),
                  remedy));
    }
    return found.keySet().stream().findFirst();
  }

  private static Optional<Object> value(Setting<?> setting, Phase.Listed file) {
    Optional<Object> found = Optional.empty();
    for (PropertyKey key : PropertyKeys.of(setting)) {
      String text = file.said().get(key.name());
      if (text != null) {
        PropertyChecks.refuse(file.file(), key, text);
        if (!isSilent(file, key, text)) {
          found =
              setting == Settings.VALUE_SIZES
                  ? Optional.of(
                      List.of(ConfigurationException.at(file.file(), () -> Sizes.of(file.said()))))
                  : Optional.of(setting.parse(file.file() + ": " + key.name(), inForm(key, text)));
        }
      }
    }
    return found;
  }

  /** Whether the key leaves the setting to another key, or to its default. */
  private static boolean isSilent(Phase.Listed file, PropertyKey key, String text) {
    boolean ofOtherLengths =
        List.of(
                CoreWorkload.MIN_FIELD_LENGTH_PROPERTY,
                CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY)
            .contains(key.name());
    // YCSB means no limit by 0. Then another key has to say when a phase ends.
    boolean noLimit =
        key.setting() == Settings.DURATION
            || key.setting() == Settings.OPERATIONS
                && !file.said().getOrDefault(Client.MAX_EXECUTION_TIME, "0").matches("0+");
    return ofOtherLengths || noLimit && text.matches("0+");
  }

  /** The text of the setting that means the same. */
  private static String inForm(PropertyKey key, String text) {
    return switch (key.name()) {
      case Client.MAX_EXECUTION_TIME -> text + "s";
      case CoreWorkload.ZERO_PADDING_PROPERTY ->
          Long.toString(KeyShape.PREFIX.length() + Long.parseLong(text));
      default -> text;
    };
  }
}
