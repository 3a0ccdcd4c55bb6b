package org.pmemycsb.it.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that begins an adapter, in a clone whose Maven is a script. */
@Timeout(300)
class NewAdapterTest {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final String EXAMPLE = "docs/examples/h2-mvstore";
  private static final String MODULES =
      "<modules>\n    <module>%s</module>\n  </modules>\n".formatted(EXAMPLE);

  @TempDir private Path folder;
  private Path clone;

  @BeforeEach
  void makeClone() throws Exception {
    clone = Files.createDirectory(folder.resolve("clone"));
    for (String each :
        List.of("bin/new-adapter", "bin/java-home.sh", EXAMPLE + "/pom.xml", EXAMPLE + "/src")) {
      Path target = Files.createDirectories(clone.resolve(each).getParent());
      String[] copy = {"cp", "-r", ROOT.resolve(each).toString(), target.toString()};
      assertThat(new ProcessBuilder(copy).inheritIO().start().waitFor()).isZero();
    }
    Files.writeString(clone.resolve("pom.xml"), MODULES);
    Scripts.write(clone.resolve("bin/install-packages"), "");
    Scripts.write(Files.createDirectories(folder.resolve("jdk/bin")).resolve("javac"), "");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    Files.createDirectory(folder.resolve("programs"));
    maven("printf '%s ' \"$@\" >" + folder.resolve("arguments"));
  }

  private void maven(String text) throws IOException {
    Scripts.write(folder.resolve("programs/mvn"), text);
  }

  private int run(String... arguments) throws Exception {
    String[] command =
        Stream.concat(Stream.of(clone.resolve("bin/new-adapter").toString()), Stream.of(arguments))
            .toArray(String[]::new);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile());
    builder.environment().put("PATH", folder.resolve("programs") + ":" + System.getenv("PATH"));
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    return builder.start().waitFor();
  }

  /** Each file of a module with its text; the names of the adapter become those of the example. */
  private Map<String, String> files(String module) throws IOException {
    Map<String, String> found = new TreeMap<>();
    Path start = clone.resolve(module);
    try (Stream<Path> files = Files.walk(start)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        found.put(
            likeTheExample(start.relativize(file).toString()),
            likeTheExample(Files.readString(file)));
      }
    }
    return found;
  }

  private static String likeTheExample(String text) {
    return text.replace("MyDb", "H2").replace("mydb", "h2mvstore").replace("my-db", "h2-mvstore");
  }

  @Test
  void theNewAdapterIsTheExampleUnderItsOwnNamesAndIsBuilt() throws Exception {
    assertThat(run("my-db", "-o")).isZero();
    assertThat(files("docs/examples/my-db")).isEqualTo(files(EXAMPLE));
    Path code = clone.resolve("docs/examples/my-db/src/main");
    assertThat(code.resolve("java/example/mydb/MyDbStore.java"))
        .content()
        .contains("class MyDbStore ")
        .doesNotContain("H2Store");
    assertThat(code.resolve("resources/META-INF/services/org.pmemycsb.spi.DatabaseAdapter"))
        .content()
        .isEqualTo("example.mydb.MyDbAdapter\n");
    assertThat(clone.resolve("docs/examples/my-db/pom.xml"))
        .content()
        .containsOnlyOnce("<artifactId>my-db</artifactId>")
        .containsOnlyOnce("<artifactId>h2-mvstore</artifactId>");
    assertThat(clone.resolve("pom.xml"))
        .content()
        .isEqualTo(
            MODULES.replace("</module>", "</module>\n    <module>docs/examples/my-db</module>"));
    assertThat(folder.resolve("arguments"))
        .content()
        .contains("package", "-pl docs/examples/my-db -am", "-o");
  }

  @Test
  void aFailedBuildLeavesTheCloneAsItWas() throws Exception {
    maven("exit 1");
    assertThat(run("my-db")).isEqualTo(2);
    assertThat(clone.resolve("docs/examples/my-db")).doesNotExist();
    assertThat(clone.resolve("pom.xml")).content().isEqualTo(MODULES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "My-db",
        "my_db",
        "../db",
        "my--db",
        "-db",
        "1db",
        "h2-mvstore",
        "h2mvstore",
        "rocksdb"
      })
  void aNameThatIsNoneOrTakenIsRefused(String name) throws Exception {
    Files.createDirectories(clone.resolve("db-adapters/rocksdb"));
    Map<String, String> before = files(EXAMPLE);
    assertThat(run(name)).isEqualTo(2);
    assertThat(folder.resolve("output")).content().hasLineCount(1);
    assertThat(files(EXAMPLE)).isEqualTo(before);
    assertThat(clone.resolve("pom.xml")).content().isEqualTo(MODULES);
  }

  @Test
  void aPomWithoutTheExampleIsRefused() throws Exception {
    Files.writeString(clone.resolve("pom.xml"), "<modules/>\n");
    assertThat(run("my-db")).isEqualTo(2);
    assertThat(clone.resolve("docs/examples/my-db")).doesNotExist();
  }
}
