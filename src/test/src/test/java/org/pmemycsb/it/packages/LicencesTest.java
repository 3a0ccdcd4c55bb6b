package org.pmemycsb.it.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The distribution states the licence of each jar that it bundles, and has the text. It reads what
 * the profile {@code release} makes.
 */
@Tag("everything")
class LicencesTest {
  private static final Path TARGET = Path.of("..", "..", "dist", "target");
  private static final Path DISTRIBUTION = TARGET.resolve("pmem-ycsb");
  private static final Path LICENCES = DISTRIBUTION.resolve("licenses");
  private static final Pattern CLASSIFIER = Pattern.compile("[?&]classifier=([^&]+)");
  private static final String OWN = "org.pmemycsb";

  @Test
  void everyJarHasALicenceInTheSbomAndItsText() throws IOException {
    List<String> lacking = new ArrayList<>();
    Map<String, JsonNode> components = components();
    for (Path jar : jars()) {
      String name = jar.getFileName().toString();
      JsonNode component = components.get(name);
      if (component == null) {
        lacking.add(name + ": not in the SBOM");
      } else if (licences(component).isEmpty()) {
        lacking.add(name + ": no licence in the SBOM");
      } else if (!hasText(component)) {
        lacking.add(name + ": no text of " + licences(component));
      }
    }
    assertThat(lacking)
        .as("put texts that a jar lacks into dist/src/licenses, in the folder of its group")
        .isEmpty();
  }

  @Test
  void nativeCodeOfOthersInAJarHasItsNotices() throws IOException {
    List<String> lacking = new ArrayList<>();
    int natives = 0;
    Map<String, JsonNode> components = components();
    for (Path jar : jars()) {
      JsonNode component = components.get(jar.getFileName().toString());
      if (component.path("group").asText().equals(OWN) || !hasNativeCode(jar)) {
        continue;
      }
      natives++;
      if (files(folder(component), 1).findAny().isEmpty()) {
        lacking.add(jar.getFileName().toString());
      }
    }
    assertThat(natives).isPositive();
    assertThat(lacking)
        .as("put the notices into dist/src/licenses, in the folder of its group and name")
        .isEmpty();
  }

  @Test
  void theArchiveHasEveryFileOfTheDistribution() throws Exception {
    List<Path> archives;
    try (Stream<Path> all = Files.list(TARGET)) {
      archives = all.filter(file -> file.toString().endsWith(".tar.gz")).toList();
    }
    assertThat(archives).hasSize(1);
    Process tar = new ProcessBuilder("tar", "-tzf", archives.get(0).toString()).start();
    String list = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tar.waitFor()).isZero();

    assertThat(list.lines().filter(name -> !name.endsWith("/")).map(name -> name.split("/", 2)[1]))
        .containsExactlyInAnyOrderElementsOf(
            files(DISTRIBUTION, Integer.MAX_VALUE)
                .map(file -> DISTRIBUTION.relativize(file).toString())
                .toList());
  }

  private static Path folder(JsonNode component) {
    return LICENCES
        .resolve(component.path("group").asText())
        .resolve(component.path("name").asText());
  }

  private static boolean hasText(JsonNode component) {
    Path folder = folder(component);
    return Stream.concat(files(folder.getParent(), 1), files(folder, Integer.MAX_VALUE))
            .anyMatch(file -> file.getFileName().toString().startsWith("LICENSE"))
        || licences(component).stream().anyMatch(id -> Files.exists(LICENCES.resolve(id + ".txt")));
  }

  private static List<String> licences(JsonNode component) {
    return StreamSupport.stream(component.path("licenses").spliterator(), false)
        .map(entry -> entry.path("license"))
        .map(licence -> licence.path("id").asText(licence.path("name").asText()))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** What the SBOM says of each jar, by the name of its file. */
  private static Map<String, JsonNode> components() throws IOException {
    Path file = DISTRIBUTION.resolve("sbom.cdx.json");
    assumeTrue(
        Files.exists(file), "an offline build makes no SBOM; to mend it: leave out Maven's -o");
    JsonNode sbom = new ObjectMapper().readTree(file.toFile());
    Map<String, JsonNode> components = new TreeMap<>();
    components.put("pmem-ycsb.jar", sbom.at("/metadata/component"));
    for (JsonNode component : sbom.path("components")) {
      Matcher classifier = CLASSIFIER.matcher(component.path("purl").asText());
      components.put(
          component.path("name").asText()
              + "-"
              + component.path("version").asText()
              + (classifier.find() ? "-" + classifier.group(1) : "")
              + ".jar",
          component);
    }
    return components;
  }

  private static List<Path> jars() throws IOException {
    try (Stream<Path> all = Files.list(DISTRIBUTION.resolve("lib"))) {
      return all.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static boolean hasNativeCode(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().anyMatch(entry -> entry.getName().endsWith(".so"));
    }
  }

  private static Stream<Path> files(Path folder, int depth) {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> all = Files.walk(folder, depth)) {
      return all.filter(Files::isRegularFile).toList().stream();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
