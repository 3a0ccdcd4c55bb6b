package org.pmemycsb.harness.experiment;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;

/**
 * A phase of a run: {@code load}, one of YCSB's core workloads {@code A} to {@code F}, or a
 * workload in a property file of the user.
 *
 * @param id as it stands in tables: {@code load}, {@code A} ... {@code F}, or the file's name
 *     without its ending
 * @param file the absolute path of the file; empty for the workloads that are known by name
 * @param mix of its operations, as its file has it; nothing for the load
 */
public record Phase(String id, Optional<String> file, Mix mix) {
  public static final Phase LOAD = new Phase("load", Optional.empty(), Mix.LOAD);

  /**
   * The phase of this name, in either case, or that a property file of this path describes.
   *
   * @throws ConfigurationException if there is neither
   */
  public static Phase of(String text) {
    String name = text.strip();
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "LOAD" -> LOAD;
      case "A" -> core("A", new Mix(0.5, 0.5, 0, 0, 0));
      case "B" -> core("B", new Mix(0.95, 0.05, 0, 0, 0));
      case "C" -> core("C", new Mix(1, 0, 0, 0, 0));
      case "D" -> core("D", new Mix(0.95, 0, 0.05, 0, 0));
      case "E" -> core("E", new Mix(0, 0, 0.05, 0.95, 0));
      case "F" -> core("F", new Mix(0.5, 0, 0, 0, 0.5));
      default -> ofFile(name);
    };
  }

  /** The phases with the load before them, unless they have it. */
  static List<Phase> withLoad(List<Phase> phases) {
    return phases.contains(LOAD)
        ? phases
        : Stream.concat(Stream.of(LOAD), phases.stream()).toList();
  }

  private static Phase core(String id, Mix mix) {
    return new Phase(id, Optional.empty(), mix);
  }

  private static Phase ofFile(String name) {
    Path file = Path.of(name).toAbsolutePath().normalize();
    if (!Files.isRegularFile(file)) {
      throw new ConfigurationException(
          "there is no '"
              + name
              + "'; there are: A, B, C, D, E, F (and load), or the path of a property file");
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException broken) {
      throw new ConfigurationException(
          file + " is not a property file: " + broken.getMessage(), broken);
    }
    String id = file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    if (id.matches("(?i)[A-F]|load")) {
      throw new ConfigurationException(
          file + " would be mistaken for YCSB's own " + id + "; rename it");
    }
    Map<String, String> said = new HashMap<>();
    properties.stringPropertyNames().forEach(key -> said.put(key, properties.getProperty(key)));
    return new Phase(id, Optional.of(file.toString()), Mix.DEFAULT.with(file + ": ", said));
  }

  /** The mix of its operations. Properties override the file. */
  public Mix mix(Map<String, String> properties) {
    return isLoad() ? mix : mix.with("properties: ", properties);
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
