package org.pmemycsb.harness.measure.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The jars that a user brings: adapters, or YCSB clients and their libraries.
 *
 * @param files absolute paths, in the order in which they are searched
 */
public record Jars(List<Path> files) {
  public Jars {
    files = List.copyOf(files);
  }

  /**
   * The jars of these paths, where a folder stands for all the jars in it.
   *
   * @throws ConfigurationException if there is no such jar
   */
  public static Jars of(List<String> paths) {
    Set<Path> all = new LinkedHashSet<>();
    for (String text : paths) {
      Path path = Path.of(text).toAbsolutePath().normalize();
      if (Files.isDirectory(path)) {
        all.addAll(jarsIn(path));
      } else {
        refuseOther(path);
        all.add(path);
      }
    }
    return new Jars(List.copyOf(all));
  }

  private static List<Path> jarsIn(Path folder) {
    List<Path> found;
    try (Stream<Path> entries = Files.list(folder)) {
      found = entries.filter(entry -> entry.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException unreadable) {
      throw unreadable("cannot look into " + folder, unreadable);
    }
    if (found.isEmpty()) {
      throw new ConfigurationException("--jar: there is no jar in the folder " + folder);
    }
    found.forEach(Jars::refuseOther);
    return found;
  }

  private static void refuseOther(Path file) {
    if (!Files.exists(file)) {
      throw new ConfigurationException("--jar: there is no file " + file);
    }
    try (ZipFile jar = new ZipFile(file.toFile())) {
      jar.size();
    } catch (ZipException other) {
      throw new ConfigurationException("--jar: " + file + " is no jar", other);
    } catch (IOException unreadable) {
      throw unreadable("cannot read " + file, unreadable);
    }
  }

  private static ConfigurationException unreadable(String what, IOException cause) {
    return new ConfigurationException("--jar: " + what + ": " + cause.getMessage(), cause);
  }

  public List<String> paths() {
    return files.stream().map(Path::toString).toList();
  }

  /** Checksums of the jars, as {@code sha256sum} prints them; empty if there is no jar. */
  public String digests() {
    return files.stream()
        .map(file -> digest(file) + "  " + file + "\n")
        .collect(Collectors.joining());
  }

  private static String digest(Path file) {
    try {
      byte[] content = Files.readAllBytes(file);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    } catch (IOException unreadable) {
      throw unreadable("cannot read " + file, unreadable);
    }
  }
}
