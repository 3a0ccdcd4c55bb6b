package org.pmemycsb.it.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.utility.DockerImageName;

/** Which images the tests run, and whether any can be run. */
final class Images {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

  private Images() {}

  /** Aborts the test where there is no Docker, unless that is a failure. */
  static void requireDocker() {
    boolean available = DockerClientFactory.instance().isDockerAvailable();
    if (Boolean.getBoolean("containers.required")) {
      assertThat(available).as("a Docker engine answers; -Dcontainers.required=true").isTrue();
    } else if (!available) {
      System.err.println("NOT TESTED: databases in containers; no Docker engine answers");
      assumeTrue(false, "this machine lacks a Docker engine that answers");
    }
  }

  static void requireMongo() {
    assumeFalse(
        System.getProperty("containers.mongo", "").equals("none"),
        "there is no image that speaks MongoDB's protocol; run:"
            + " db-adapters/mongodb/build-ferretdb");
  }

  static DockerImageName redis() {
    return named("redis", "redis:7.2.5-bookworm");
  }

  static DockerImageName postgres() {
    return named("postgres", "postgres:15.8-bookworm");
  }

  static DockerImageName mongo() {
    return named("mongo", "mongo:7.0.14-jammy");
  }

  private static DockerImageName named(String server, String published) {
    return DockerImageName.parse(System.getProperty("containers." + server, published));
  }

  /** The harness, built from {@code docker/Dockerfile} and the archive of this build. */
  static ImageFromDockerfile harness() throws IOException {
    ImageFromDockerfile image =
        new ImageFromDockerfile().withFileFromPath("Dockerfile", ROOT.resolve("docker/Dockerfile"));
    String base = System.getProperty("containers.base");
    if (base != null) {
      image.withBuildArg("BASE", base);
    }
    try (DirectoryStream<Path> archives =
        Files.newDirectoryStream(ROOT.resolve("dist/target"), "pmem-ycsb-*.tar.gz")) {
      archives.forEach(
          archive -> image.withFileFromPath("dist/target/" + archive.getFileName(), archive));
    }
    return image;
  }
}
