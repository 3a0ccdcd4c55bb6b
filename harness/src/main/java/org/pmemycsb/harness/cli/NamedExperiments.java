package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Installation;

/** The experiments that come with the harness. */
final class NamedExperiments {
  private static final String ENDING = ".yaml";

  private NamedExperiments() {}

  /**
   * The file that is meant: the one at this path, or the experiment of this name.
   *
   * @throws ConfigurationException if there is neither
   */
  static Path find(String text) throws IOException {
    Path file = Path.of(text);
    // What looks like a path is one, so that its absence is said and not taken for a name.
    if (Files.isRegularFile(file) || file.getNameCount() != 1 || text.endsWith(ENDING)) {
      return file;
    }
    List<Path> all = all();
    return all.stream()
        .filter(each -> name(each).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "there is no file and no experiment '"
                        + text
                        + "'; the experiments are: "
                        + all.stream()
                            .map(NamedExperiments::name)
                            .collect(Collectors.joining(", "))));
  }

  /** The files, sorted by name. */
  static List<Path> all() throws IOException {
    Path folder = Installation.find().workloads().resolve("experiments");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
    }
  }

  /** By which {@link #find} finds a file. */
  static String name(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - ENDING.length());
  }
}
