package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Installation;

/** The experiments that come with the harness. */
final class NamedExperiments {
  private NamedExperiments() {}

  /**
   * The file that is meant: the one at this path, or the experiment of this name.
   *
   * @throws ConfigurationException if there is neither
   */
  static Path find(String text) throws IOException {
    return find(text, all());
  }

  static Path find(String text, List<Path> all) throws IOException {
    if (text.isBlank()) {
      throw new ConfigurationException("the name of the experiment is empty");
    }
    Path file = Path.of(text);
    // Reports that the file is missing, instead of looking for an experiment of that name.
    if (Files.isRegularFile(file) || file.getNameCount() != 1 || text.endsWith(Installation.YAML)) {
      return file;
    }
    List<String> names = all.stream().map(Installation::nameOf).toList();
    if (names.contains(text)) {
      return all.get(names.indexOf(text));
    }
    if (Files.exists(file)) {
      return file;
    }
    if (ofMedium().stream().map(Installation::nameOf).anyMatch(text::equals)) {
      throw new ConfigurationException(
          text + " is about the medium; run it by: pmem-ycsb probe " + text);
    }
    throw new ConfigurationException(
        "there is no file and no experiment '%s'; the experiments are: %s"
            .formatted(text, String.join(", ", names)));
  }

  static List<Path> all() throws IOException {
    return Installation.find().yamlFiles("experiments");
  }

  static List<Path> ofMedium() throws IOException {
    return Installation.find().yamlFiles("medium");
  }
}
