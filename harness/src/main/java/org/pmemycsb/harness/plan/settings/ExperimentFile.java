package org.pmemycsb.harness.plan.settings;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** Experiments as YAML files. Each key is a setting, except {@code quick}. */
public final class ExperimentFile {
  private static final String QUICK = "quick";
  private static final List<String> KEYS =
      Stream.concat(Settings.all().stream().map(Setting::toString), Stream.of(QUICK)).toList();

  private ExperimentFile() {}

  /**
   * @throws org.pmemycsb.harness.ConfigurationException if it is no experiment; the message names
   *     file and line
   */
  public static ExperimentDraft read(Path file) {
    return read(file, Given.inFile(file, "an experiment"));
  }

  public static ExperimentDraft read(Path file, String text) {
    return read(file, Given.inFile(file, text, "an experiment"));
  }

  private static ExperimentDraft read(Path file, Given root) {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.NAME, file.getFileName().toString().replaceFirst("\\.ya?ml$", ""));
    root.map(KEYS)
        .forEach(
            (key, value) -> {
              if (key.equals(QUICK)) {
                draft.scaledBy(quick(value));
              } else {
                Settings.named(key).read(value, draft);
              }
            });
    return draft;
  }

  private static Consumer<ExperimentDraft> quick(Given node) {
    Map<String, Given> all = node.map(KEYS);
    Consumer<ExperimentDraft> fill =
        draft -> all.forEach((key, value) -> Settings.named(key).read(value, draft));
    all.forEach(
        (key, value) -> {
          if (key.equals(QUICK) || Settings.named(key).has(Setting.Trait.NOT_QUICK)) {
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
