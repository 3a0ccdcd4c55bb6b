package org.pmemycsb.harness.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import picocli.CommandLine.Option;

/** Where the data and the results of a command lie. */
final class PlaceOptions {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  // The longest file name has 255 bytes. The time stands behind this name.
  private static final int LONGEST_NAME = 200;

  /** The folder for the results, or null if none was named. */
  @Option(names = "--out", paramLabel = "DIR", description = "Folder for the results.")
  Path out;

  /** The folders that this machine offers, by the names of their places. */
  static Map<String, PlaceFolder> offered() {
    Map<String, PlaceFolder> folders = new TreeMap<>();
    Place.defaults()
        .forEach((name, folder) -> folders.put(name, PlaceFolder.of(folder.toString())));
    return folders;
  }

  /** The folder for the results: the one named, or a new one that is called after what is done. */
  Path out(String name) {
    if (out != null && out.toString().isEmpty()) {
      throw new ConfigurationException("--out is empty; name a folder, or leave it out");
    }
    if (out == null) {
      refuseAsFolder(name);
      out = Path.of("results", name + "-" + LocalDateTime.now().format(STAMP));
    }
    return out;
  }

  private static void refuseAsFolder(String name) {
    boolean splits = name.chars().anyMatch(sign -> sign == '/' || Character.isISOControl(sign));
    if (splits || name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      throw new ConfigurationException(
          "name: no folder for the results can be called '%s'; give at most %d bytes without slashes and line breaks, or name the folder with --out DIR"
              .formatted(name.replaceAll("\\p{Cntrl}", "?"), LONGEST_NAME));
    }
  }
}
