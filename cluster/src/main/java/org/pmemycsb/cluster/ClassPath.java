package org.pmemycsb.cluster;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.spark.SparkFiles;

/**
 * The class path of the workers: files of this machine, or such as Spark brings to each machine.
 */
final class ClassPath implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * By its path, or by the name under which Spark ships it, the SHA-256 of each file; empty if it
   * is not shipped.
   */
  private final LinkedHashMap<String, String> sums = new LinkedHashMap<>();

  private ClassPath() {}

  static ClassPath here(List<Path> paths) throws IOException {
    ClassPath all = new ClassPath();
    for (Path path : withOwn(paths)) {
      all.sums.put(path.toAbsolutePath().toString(), "");
    }
    return all;
  }

  /**
   * For workers on other machines. Folders become jars. Two files of one name get other names.
   *
   * @param scratch a folder for jars of our own
   * @param ship has a file brought to each machine under its name
   */
  static ClassPath shipped(List<Path> paths, Path scratch, Consumer<Path> ship) throws IOException {
    ClassPath all = new ClassPath();
    Set<String> names = new HashSet<>();
    for (Path each : withOwn(paths)) {
      // Spark names it by its real path.
      Path file = each.toRealPath();
      Path shipped = file;
      if (Files.isDirectory(file) || !names.add(file.getFileName().toString())) {
        shipped = scratch.resolve("%02d-%s.jar".formatted(all.sums.size(), file.getFileName()));
        if (Files.isDirectory(file)) {
          zip(file, shipped);
        } else {
          Files.copy(file, shipped);
        }
      }
      all.sums.put(shipped.getFileName().toString(), sum(shipped));
      ship.accept(shipped);
    }
    return all;
  }

  /** The classes of this module, as a jar. */
  static Path ownJar(Path scratch) throws IOException {
    Path own = own();
    if (!Files.isDirectory(own)) {
      return own;
    }
    Path jar = scratch.resolve("pmem-ycsb-cluster.jar");
    zip(own, jar);
    return jar;
  }

  private static Path own() {
    try {
      return Path.of(ClassPath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Set<Path> withOwn(List<Path> paths) {
    Set<Path> all = new LinkedHashSet<>(paths);
    all.add(own());
    return all;
  }

  private static void zip(Path folder, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        zip.putNextEntry(
            new ZipEntry(folder.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, zip);
      }
    }
  }

  private static String sum(Path file) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Executor: the text for {@code java -cp}.
   *
   * @throws IOException if a file did not come as it was sent
   */
  String resolve() throws IOException {
    List<String> all = new ArrayList<>();
    for (Map.Entry<String, String> each : sums.entrySet()) {
      if (each.getValue().isEmpty()) {
        all.add(each.getKey());
        continue;
      }
      Path file = Path.of(SparkFiles.get(each.getKey()));
      if (!sum(file).equals(each.getValue())) {
        throw new IOException(file + " is not the file that was sent");
      }
      all.add(file.toString());
    }
    return String.join(File.pathSeparator, all);
  }
}
