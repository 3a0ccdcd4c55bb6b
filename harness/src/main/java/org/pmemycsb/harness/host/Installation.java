package org.pmemycsb.harness.host;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The installed harness: the folder of {@code workloads}, and the class path for child JVMs.
 *
 * @param home the folder of the distribution, or of the sources when run from a build's classes
 * @param classPath for {@code java -cp}
 */
public record Installation(Path home, String classPath) {
  public static final String YAML = ".yaml";

  private static final String BUNDLE = "pmem-ycsb.jar";

  /**
   * Finds it from the location of this class.
   *
   * @throws ConfigurationException if no folder above it holds the workloads
   */
  public static Installation find() {
    Path code = codeSource();
    Path bundle = code.resolveSibling(BUNDLE);
    String classPath =
        Files.isRegularFile(bundle) ? bundle.toString() : System.getProperty("java.class.path");
    for (Path folder = code.getParent(); folder != null; folder = folder.getParent()) {
      if (Files.isRegularFile(folder.resolve("workloads").resolve("workloada"))) {
        return new Installation(folder, classPath);
      }
    }
    throw new ConfigurationException(
        "no folder 'workloads' above " + code + "; run from a complete distribution or checkout");
  }

  private static Path codeSource() {
    try {
      return Path.of(
          Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * The probe, or the shim for libpmem, for this system. It lies beside the harness's jar in a
   * distribution, and in the module medium in a build.
   *
   * @throws ConfigurationException if it is not there
   */
  public static Path nativeFile(String name) {
    Path code = codeSource();
    String system =
        System.getProperty("os.name").toLowerCase(Locale.ROOT)
            + "-"
            + System.getProperty("os.arch").replace("amd64", "x86_64");
    String folder =
        Files.isRegularFile(code.resolveSibling(BUNDLE)) ? "." : "../../medium/target/classes";
    Path file = code.resolveSibling(folder).resolve(Path.of("native", system, name)).normalize();
    if (!Files.isRegularFile(file)) {
      throw new ConfigurationException("there is no %s; build it with mvn package".formatted(file));
    }
    return file;
  }

  public Path workloads() {
    return home.resolve("workloads");
  }

  /** The YAML files in a folder of the workloads, sorted; none if there is no such folder. */
  public List<Path> yamlFiles(String folder) throws IOException {
    Path all = workloads().resolve(folder);
    if (!Files.isDirectory(all)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(all)) {
      return files.filter(file -> file.toString().endsWith(YAML)).sorted().toList();
    }
  }

  public static String nameOf(Path yaml) {
    String file = yaml.getFileName().toString();
    return file.substring(0, file.length() - YAML.length());
  }

  /** The launcher script; for a copy of a build, that of the clone. */
  public Path launcher() {
    Path script = home.resolve("bin").resolve("pmem-ycsb");
    try {
      return script.toRealPath();
    } catch (IOException missing) {
      return script;
    }
  }

  public static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  public String classPathWith(Iterable<Path> jars) {
    StringBuilder path = new StringBuilder();
    for (Path jar : jars) {
      path.append(jar.toAbsolutePath()).append(File.pathSeparatorChar);
    }
    return path.append(classPath).toString();
  }

  /** The jars, and folders of classes, that a JVM on another machine needs. */
  public List<Path> classFiles() throws IOException {
    List<Path> entries =
        Stream.of(classPath.split(File.pathSeparator))
            .map(entry -> Path.of(entry).toAbsolutePath())
            .toList();
    if (!entries.get(0).endsWith(BUNDLE)) {
      return entries;
    }
    // The bundle names the jars beside it.
    try (Stream<Path> beside = Files.list(entries.get(0).getParent())) {
      return beside.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /** The version of the harness, or {@code development} when it is not run from a jar. */
  public static String version() {
    String version = Installation.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /**
   * The commit that the distribution was built from, with {@code +changes} if the sources differed
   * from it; empty if unknown.
   */
  public static Optional<String> commit() {
    Path bundle = codeSource().resolveSibling(BUNDLE);
    if (!Files.isRegularFile(bundle)) {
      return Optional.empty();
    }
    try (JarFile jar = new JarFile(bundle.toFile())) {
      Attributes attributes = jar.getManifest().getMainAttributes();
      return Optional.ofNullable(attributes.getValue("Commit"))
          .filter(commit -> commit.matches("[0-9a-f]{40}"))
          .map(
              commit ->
                  Boolean.parseBoolean(attributes.getValue("Commit-Changed"))
                      ? commit + "+changes"
                      : commit);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** The version, with the commit if it is known. It is stored with every figure. */
  public static String build() {
    return version() + commit().map(commit -> " (" + commit + ")").orElse("");
  }
}
