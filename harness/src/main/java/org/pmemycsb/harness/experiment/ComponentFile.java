package org.pmemycsb.harness.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Experiments about the medium as YAML files. They share {@code title}, {@code valueSize}, {@code
 * threads}, {@code repeats} and {@code claims} with those about databases. {@code calls} stand in
 * the place of databases, and {@code addresses} in the place of phases.
 */
public final class ComponentFile {
  private static final String CALLS = "calls";
  private static final String ADDRESSES = "addresses";
  private static final List<String> ORDERS = List.of("random", "sequential");
  private static final List<Setting<?>> SHARED =
      List.of(
          Settings.TITLE,
          Settings.VALUE_SIZES,
          Settings.THREADS,
          Settings.REPEATS,
          Settings.CLAIMS);

  private ComponentFile() {}

  /**
   * Reads a file. The phases of the experiment are a load, which nobody makes, and the addresses.
   *
   * @param processors larger numbers of threads are left out
   * @throws org.pmemycsb.harness.ConfigurationException if it is no such experiment; the message
   *     names file and line
   */
  public static ExperimentDraft read(Path file, int processors) {
    ExperimentDraft draft = new ExperimentDraft();
    YamlNode root = YamlNode.read(file, "an experiment about the medium");
    draft.set(Settings.NAME, file.getFileName().toString().replaceFirst("\\.ya?ml$", ""));
    Map<String, YamlNode> all = root.map();
    for (String needed : List.of(CALLS, ADDRESSES)) {
      if (!all.containsKey(needed)) {
        throw root.wrong("the experiment needs '" + needed + "'");
      }
    }
    all.forEach((key, value) -> read(key, value, draft));
    List<Integer> threads =
        draft.get(Settings.THREADS).stream().filter(number -> number <= processors).toList();
    draft.set(Settings.THREADS, threads.isEmpty() ? List.of(1) : threads);
    return draft;
  }

  private static void read(String key, YamlNode value, ExperimentDraft draft) {
    switch (key) {
      case CALLS -> Settings.DATABASES.read(value, draft);
      case ADDRESSES ->
          draft.set(
              Settings.PHASES,
              Stream.concat(
                      Stream.of(Phase.LOAD), value.list().stream().map(ComponentFile::addresses))
                  .toList());
      default ->
          SHARED.stream()
              .filter(setting -> setting.toString().equals(key))
              .findFirst()
              .orElseThrow(
                  () -> value.wrongKey("unknown key '%s'; there are: %s".formatted(key, keys())))
              .read(value, draft);
    }
  }

  private static Phase addresses(YamlNode node) {
    String order = node.make(() -> ORDERS.get(Form.word(node.text(), ORDERS)));
    return new Phase(order, Optional.empty(), Mix.NOTHING, Map.of(), Map.of());
  }

  private static String keys() {
    return Stream.concat(Stream.of(CALLS, ADDRESSES), SHARED.stream().map(Setting::toString))
        .collect(Collectors.joining(", "));
  }
}
