package org.pmemycsb.harness.plan.settings;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** Experiments as YAML files. Each key is a setting, except {@code quick}. */
public final class ExperimentFile {
  private static final String QUICK = "quick";

  /** The present names of keys of older versions. */
  private static final Map<String, String> FORMER =
      Map.ofEntries(
          Map.entry("databases", "db"),
          Map.entry("places", "place"),
          Map.entry("prices", "price"),
          Map.entry("phases", "workloads"),
          Map.entry("jars", "jar"),
          Map.entry("values", "valueSize"),
          Map.entry("slo", "target: p99=1ms"),
          Map.entry("ledger", "show: ledger"),
          Map.entry("split", "show: split"),
          Map.entry("prof", "show: profile"),
          Map.entry("precision", "budget: 30min:5%"),
          Map.entry("distribution", "properties: {requestdistribution: uniform}"));

  private ExperimentFile() {}

  /**
   * @throws org.pmemycsb.harness.ConfigurationException if it is no experiment; the message names
   *     file and line
   */
  public static ExperimentDraft read(Path file) {
    return read(file, YamlNode.read(file, "an experiment"));
  }

  /** The same with the text of the file. */
  public static ExperimentDraft read(Path file, String text) {
    return read(file, YamlNode.read(file, text, "an experiment"));
  }

  private static ExperimentDraft read(Path file, YamlNode root) {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.NAME, file.getFileName().toString().replaceFirst("\\.ya?ml$", ""));
    root.map()
        .forEach(
            (key, value) -> {
              if (key.equals(QUICK)) {
                draft.scaledBy(quick(value));
              } else {
                setting(key, value).read(value, draft);
              }
            });
    return draft;
  }

  private static Setting<?> setting(String key, YamlNode value) {
    return Settings.all().stream()
        .filter(each -> each.toString().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                value.wrongKey(
                    FORMER.containsKey(key)
                        ? "key '%s' is no more; write '%s'".formatted(key, FORMER.get(key))
                        : "unknown key '%s'; there are: %s, %s"
                            .formatted(
                                key,
                                Settings.all().stream()
                                    .map(Setting::toString)
                                    .collect(Collectors.joining(", ")),
                                QUICK)));
  }

  private static Consumer<ExperimentDraft> quick(YamlNode node) {
    Map<String, YamlNode> all = node.map();
    Consumer<ExperimentDraft> fill =
        draft -> all.forEach((key, value) -> setting(key, value).read(value, draft));
    all.forEach(
        (key, value) -> {
          if (key.equals(QUICK) || setting(key, value).has(Setting.Trait.NOT_QUICK)) {
            throw value.wrongKey("quick: " + key + " cannot be changed by it");
          }
        });
    // Every use of the file refuses a wrong value here, not only a use with --quick.
    fill.accept(new ExperimentDraft());
    return fill;
  }

  /** The experiment as a file that {@link #read} reads back to an equal one, but for passwords. */
  public static String write(Experiment experiment) {
    Map<String, Object> all = new LinkedHashMap<>();
    Settings.all()
        .forEach(
            each ->
                each.written(experiment).ifPresent(written -> all.put(each.toString(), written)));
    DumperOptions style = new DumperOptions();
    style.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    return new Yaml(style).dump(all);
  }
}
