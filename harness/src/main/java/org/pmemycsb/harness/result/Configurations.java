package org.pmemycsb.harness.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.plan.design.FileName;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.spi.SafeFolder;

/**
 * The configuration files of the databases in a result folder, once for each database and
 * durability: {@code configuration/DATABASE/DURABILITY-FILE}.
 */
public final class Configurations {
  private static final String FOLDER = "configuration";

  // Characters of a file that a report shows; the file has the rest.
  private static final int LONGEST = 64 * 1024;

  private Configurations() {}

  /**
   * Keeps what is not kept yet.
   *
   * @param configuration file name to text
   * @param secrets what must not be in the files
   */
  public static void keep(
      Path results,
      String database,
      String durability,
      Map<String, String> configuration,
      Secrets secrets)
      throws IOException {
    Path folder = results.resolve(FOLDER).resolve(FileName.of(database));
    for (Map.Entry<String, String> file : configuration.entrySet()) {
      Files.createDirectories(folder);
      Path kept = folder.resolve(FileName.of(durability) + "-" + FileName.of(file.getKey()));
      if (!Files.exists(kept)) {
        FileFailure.write(kept, secrets.scrub(file.getValue()));
      }
    }
  }

  /** File name to text, by {@link FileName} of each label; empty when there are none. */
  public static SortedMap<String, SortedMap<String, String>> read(Path results) throws IOException {
    SortedMap<String, SortedMap<String, String>> all = new TreeMap<>();
    Path folder = results.resolve(FOLDER);
    if (Files.isDirectory(folder)) {
      int depth = folder.getNameCount() + 2;
      // A link is not passed over: reading refuses what lies behind it.
      try (Stream<Path> files =
          Files.find(
              folder,
              2,
              (file, is) -> is.isRegularFile() && file.getNameCount() == depth,
              FileVisitOption.FOLLOW_LINKS)) {
        for (Path file : files.toList()) {
          all.computeIfAbsent(file.getParent().getFileName().toString(), any -> new TreeMap<>())
              .put(file.getFileName().toString(), text(file));
        }
      } catch (UncheckedIOException loop) {
        throw loop.getCause();
      }
    }
    return all;
  }

  private static String text(Path file) throws IOException {
    String text = new String(SafeFolder.readFile(file), StandardCharsets.UTF_8);
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST) + "\n... (the rest is in " + file.getFileName() + ")";
  }
}
