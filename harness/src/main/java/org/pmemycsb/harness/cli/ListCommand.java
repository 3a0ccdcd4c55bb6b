package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.measure.database.OptionForms;
import org.pmemycsb.harness.plan.settings.ComponentFile;
import org.pmemycsb.harness.plan.settings.ExperimentFile;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Traits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    description = "Databases (and whether each can run here), workloads and experiments.",
    mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
  @Mixin private SharedOptions.JarFiles jars;

  @Mixin private SharedOptions.Output output;

  @Override
  public Integer call() throws IOException {
    System.out.println("databases");
    LocalHost host = new LocalHost();
    for (DatabaseAdapter adapter : jars.databases(List.of()).all()) {
      Availability found = adapter.probe(host);
      System.out.printf(
          "  %-14s %-12s durability: %-22s %s%n",
          adapter.name(), status(adapter, found), durabilities(adapter), found.detail());
      found.remedy().ifPresent(remedy -> System.out.printf("  %-14s   to mend: %s%n", "", remedy));
      if (output.details()) {
        adapter
            .options()
            .forEach(
                option ->
                    System.out.printf(
                        "  %-14s   %s=%s: %s%n",
                        "", option.name(), OptionForms.shown(option), option.description()));
      }
    }
    Path workloads = Installation.find().workloads();
    System.out.println("workloads");
    print(workloads);
    System.out.println("experiments");
    for (Path file : NamedExperiments.all()) {
      experiment(file, () -> ExperimentFile.read(file).get(Settings.TITLE));
    }
    System.out.println("experiments about the medium, for pmem-ycsb probe");
    for (Path file : NamedExperiments.ofMedium()) {
      experiment(
          file, () -> ComponentFile.read(file, Integer.MAX_VALUE).experiment().get(Settings.TITLE));
    }
    return Main.OK;
  }

  private static String status(DatabaseAdapter adapter, Availability found) {
    if (!found.available()) {
      return "unavailable";
    }
    return found.standIn().isPresent() ? "if named" : "available";
  }

  static String durabilities(DatabaseAdapter adapter) {
    Traits traits = adapter.traits(Map.of());
    String others = ids(traits.durabilitiesByOption());
    return ids(traits.durabilities()) + (others.isEmpty() ? "" : " (" + others + " with options)");
  }

  private static String ids(Set<Durability> levels) {
    return levels.stream().map(Durability::id).collect(Collectors.joining(", "));
  }

  private static void print(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(
              file -> Files.isRegularFile(file) && !file.getFileName().toString().startsWith("."))
          .sorted()
          .forEach(
              file -> System.out.printf("  %-22s %s%n", file.getFileName(), firstComment(file)));
    }
  }

  private static void experiment(Path file, Supplier<String> reader) {
    String title;
    try {
      title = reader.get();
    } catch (ConfigurationException broken) {
      title = "(cannot be read: " + broken.getMessage() + ")";
    }
    System.out.printf("  %-22s %s%n", Installation.nameOf(file), title);
  }

  private static String firstComment(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith("#"))
          .map(line -> line.substring(1).strip())
          .filter(line -> !line.isEmpty() && !line.startsWith("Licensed under"))
          .findFirst()
          .orElse("");
    } catch (IOException unreadable) {
      return "(cannot be read: " + unreadable.getMessage() + ")";
    }
  }
}
