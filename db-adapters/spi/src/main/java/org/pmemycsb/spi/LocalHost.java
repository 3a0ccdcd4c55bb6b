package org.pmemycsb.spi;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The machine on which this process runs. Immutable. */
public final class LocalHost implements Host {
  // Debian keeps PostgreSQL's server programs off the path, in a folder a version.
  private static final Path POSTGRES_VERSIONS = Path.of("/usr/lib/postgresql");
  private static final List<String> SERVER_FOLDERS =
      List.of("/usr/local/bin", "/usr/local/sbin", "/usr/bin", "/usr/sbin");

  @Override
  public Optional<Path> executable(String name) {
    Stream<Path> usual =
        Stream.concat(
                Stream.of(environment("PATH").orElse("").split(File.pathSeparator)),
                SERVER_FOLDERS.stream())
            .filter(folder -> !folder.isBlank())
            .map(Path::of);
    return Stream.concat(usual, postgresFolders().stream())
        .map(folder -> folder.resolve(name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  private static List<Path> postgresFolders() {
    List<Path> versions = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(POSTGRES_VERSIONS)) {
      entries.forEach(versions::add);
    } catch (IOException none) {
      return List.of();
    }
    // The newest first: 15 before 9.6.
    versions.sort(Comparator.comparingDouble(LocalHost::versionNumber).reversed());
    return versions.stream().map(version -> version.resolve("bin")).toList();
  }

  private static double versionNumber(Path folder) {
    try {
      return Double.parseDouble(folder.getFileName().toString());
    } catch (NumberFormatException other) {
      return 0;
    }
  }

  @Override
  public Optional<String> environment(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
  }
}
