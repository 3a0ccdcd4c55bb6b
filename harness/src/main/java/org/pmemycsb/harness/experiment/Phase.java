package org.pmemycsb.harness.experiment;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import org.pmemycsb.harness.ConfigurationException;

/**
 * A phase of a run: {@code load}, one of YCSB's core workloads {@code A} to {@code F}, or a
 * workload in a property file of one's own.
 *
 * @param id as it stands in tables: {@code load}, {@code A} ... {@code F}, or the file's name
 *     without its ending
 * @param file the absolute path of the file; empty for the workloads that are known by name
 * @param insertShare share of the operations that insert a record, from 0 to 1; 0 for the load
 * @param scans whether operations read ranges of records in key order
 */
public record Phase(String id, Optional<String> file, double insertShare, boolean scans) {
  public static final Phase LOAD = new Phase("load", Optional.empty(), 0, false);

  /**
   * The phase of this name, in either case, or that a property file of this path describes.
   *
   * @throws ConfigurationException if there is neither
   */
  public static Phase of(String text) {
    String name = text.strip();
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "LOAD" -> LOAD;
      case "A", "B", "C", "F" ->
          new Phase(name.toUpperCase(Locale.ROOT), Optional.empty(), 0, false);
      case "D" -> new Phase("D", Optional.empty(), 0.05, false);
      case "E" -> new Phase("E", Optional.empty(), 0.05, true);
      default -> ofFile(name);
    };
  }

  private static Phase ofFile(String name) {
    Path file = Path.of(name).toAbsolutePath().normalize();
    if (!Files.isRegularFile(file)) {
      throw new ConfigurationException(
          "workloads: there is no '"
              + name
              + "'; there are: A, B, C, D, E, F (and load), or the path of a property file");
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException broken) {
      throw new ConfigurationException(
          "workloads: " + file + " is no property file: " + broken.getMessage(), broken);
    }
    String id = file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    if (id.matches("(?i)[A-F]|load")) {
      throw new ConfigurationException(
          "workloads: " + file + " would be mistaken for YCSB's own " + id + "; rename it");
    }
    return new Phase(
        id,
        Optional.of(file.toString()),
        proportion(file, properties, "insertproportion"),
        proportion(file, properties, "scanproportion") > 0);
  }

  private static double proportion(Path file, Properties properties, String name) {
    String text = properties.getProperty(name, "0").strip();
    try {
      double share = Double.parseDouble(text);
      if (share >= 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException no) {
      // Said below.
    }
    throw new ConfigurationException(
        "workloads: " + file + ": " + name + " must be from 0 to 1, not '" + text + "'");
  }

  public boolean isLoad() {
    return this.equals(LOAD);
  }

  /** The name by which {@link #of} gives this phase again. */
  public String text() {
    return file.orElse(id);
  }

  /** The file that describes the phase's operations. */
  public Path workloadFile(Path workloads) {
    return file.map(Path::of)
        .orElseGet(
            () -> workloads.resolve("workload" + (isLoad() ? "a" : id.toLowerCase(Locale.ROOT))));
  }
}
