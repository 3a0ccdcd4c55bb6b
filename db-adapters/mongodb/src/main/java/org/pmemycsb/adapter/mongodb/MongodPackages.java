package org.pmemycsb.adapter.mongodb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The pages of MongoDB that say how to install {@code mongod} on a distribution. */
final class MongodPackages {
  private static final Path RELEASE = Path.of("/etc/os-release");

  /** The distributions that the manual of a version names, by ID and VERSION_ID. */
  private static final Map<String, String> MANUALS =
      Map.of(
          "debian 11", "v7.0/tutorial/install-mongodb-on-debian/",
          "debian 12", "v8.0/tutorial/install-mongodb-on-debian/",
          "ubuntu 20.04", "v8.0/tutorial/install-mongodb-on-ubuntu/",
          "ubuntu 22.04", "v8.0/tutorial/install-mongodb-on-ubuntu/",
          "ubuntu 24.04", "v8.0/tutorial/install-mongodb-on-ubuntu/");

  private static final String OTHERS = "manual/administration/install-on-linux/";

  private MongodPackages() {}

  /** A part of a sentence: where the user of this machine finds a {@code mongod}. */
  static String advice() {
    try {
      return advice(Files.readAllLines(RELEASE));
    } catch (IOException untold) {
      return advice(List.of());
    }
  }

  /**
   * @param release the lines of a file {@code os-release}
   */
  static String advice(List<String> release) {
    String name = value(release, "ID") + " " + value(release, "VERSION_ID");
    String manual = MANUALS.getOrDefault(name, OTHERS);
    return "for a mongod%s see https://www.mongodb.com/docs/%s"
        .formatted(name.isBlank() ? "" : " on " + name.strip(), manual);
  }

  private static String value(List<String> release, String name) {
    return release.stream()
        .filter(line -> line.startsWith(name + "="))
        .map(line -> line.substring(name.length() + 1).replace("\"", ""))
        .findFirst()
        .orElse("");
  }
}
