package org.pmemycsb.harness.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** The options of some settings, made from their table. */
@Command
final class SettingOptions {
  private final Map<Setting<?>, String> defaults = new LinkedHashMap<>();
  private CommandSpec command;

  SettingOptions(List<Setting<?>> settings) {
    settings.stream()
        .filter(each -> each.flag().isPresent())
        .forEach(each -> defaults.put(each, each.flag().orElseThrow().byDefault()));
  }

  SettingOptions or(Setting<?> setting, String text) {
    defaults.put(setting, text);
    return this;
  }

  @Spec(Spec.Target.MIXEE)
  void addTo(CommandSpec mixee) {
    command = mixee;
    defaults.forEach((setting, text) -> add(setting.flag().orElseThrow(), text));
  }

  private void add(Setting.Flag flag, String byDefault) {
    String help = byDefault.isEmpty() ? flag.help() : flag.help() + " Default: " + byDefault + ".";
    command.addOption(
        OptionSpec.builder(flag.name())
            .paramLabel(flag.label())
            // Both a format and a text with variables to picocli.
            .description(help.replace("%", "%%").replace("${", "$${"))
            .arity(flag.isSwitch() ? "0" : "1")
            .type(flag.isSwitch() ? boolean.class : flag.isRepeatable() ? List.class : String.class)
            .auxiliaryTypes(flag.isSwitch() ? boolean.class : String.class)
            .build());
  }

  private List<String> given(Setting<?> setting) {
    Object value = command.findOption(setting.flag().orElseThrow().name()).getValue();
    if (value instanceof List<?> list) {
      return list.stream().map(Object::toString).toList();
    }
    // A switch that is not given leaves the file's value.
    return value == null || Boolean.FALSE.equals(value) ? List.of() : List.of(value.toString());
  }

  boolean isGiven(Setting<?> setting) {
    return !given(setting).isEmpty();
  }

  void apply(ExperimentDraft draft) {
    defaults.keySet().stream()
        .filter(this::isGiven)
        .forEach(each -> each.parse(given(each), draft));
  }

  /** The value that was given, or else the other default of this command. */
  <T> T get(Setting<T> setting) {
    return setting.parse(isGiven(setting) ? given(setting) : List.of(defaults.get(setting)));
  }

  <T> T one(Setting<List<T>> setting) {
    List<T> all = get(setting);
    if (all.size() > 1) {
      throw new ConfigurationException(
          setting.flag().orElseThrow().name() + ": this command takes one value, not " + all);
    }
    return all.get(0);
  }
}
