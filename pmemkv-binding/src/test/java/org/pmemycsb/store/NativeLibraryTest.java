package org.pmemycsb.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeLibraryTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-x86_64",
    "Linux, x86_64, linux-x86_64",
    "Linux, aarch64, linux-aarch64",
    "Mac OS X, aarch64, darwin-aarch64"
  })
  void theFolderInTheJarFollowsTheSystem(String os, String arch, String expected) {
    assertThat(NativeFile.folder(os, arch)).isEqualTo(expected);
  }

  @Test
  void theLibraryInUseIsThatOfThisBuild() throws IOException {
    NativeLibrary.load();
    List<String> maps = Files.readAllLines(Path.of("/proc/self/maps"));
    assertThat(maps)
        .anyMatch(line -> line.contains("target/classes/native/linux-x86_64/libstorejni.so"));
  }

  @Test
  void anOverrideThatDoesNotExistIsOneLineAndCanBeMendedInTheSameProcess() throws Exception {
    Process child =
        ChildJvm.start(
            MendedOverride.class,
            List.of("-D" + NativeLibrary.OVERRIDE + "=" + folder.resolve("none.so")),
            Map.of());
    assertThat(child.inputReader().lines().toList())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("StoreException")
                    .contains("none.so")
                    .contains("-Dstore.jni.library=FILE"),
            line -> assertThat(line).isEqualTo("available"));
    assertThat(child.waitFor()).isZero();
  }

  /** Several processes at once find an empty cache, as when a benchmark starts its clients. */
  @Test
  void theJarsLibraryIsUnpackedOncePerUserAndContent() throws Exception {
    Path classes =
        Path.of(NativeLibrary.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path jar = folder.resolve("binding.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    Path tests =
        Path.of(
            NativeLibraryTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String classPath = jar + File.pathSeparator + tests;
    Map<String, String> env = Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
    List<Process> children = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      children.add(ChildJvm.startOn(classPath, MappedLibrary.class, List.of(), env));
    }
    List<String> mapped = new ArrayList<>();
    for (Process child : children) {
      mapped.addAll(child.inputReader().lines().toList());
      assertThat(child.waitFor()).isZero();
    }
    try (Stream<Path> cached = Files.list(folder.resolve("cache/pmem-ycsb"))) {
      List<String> files = cached.map(Path::toString).toList();
      assertThat(files).hasSize(1);
      assertThat(mapped).hasSize(3).containsOnly(files.get(0));
    }
  }

  static final class MappedLibrary {
    public static void main(String[] args) throws IOException {
      NativeLibrary.load();
      Files.readAllLines(Path.of("/proc/self/maps")).stream()
          .filter(line -> line.contains("/pmem-ycsb/") && line.endsWith(".so"))
          .map(line -> line.substring(line.indexOf('/')))
          .distinct()
          .forEach(System.out::println);
    }
  }

  static final class MendedOverride {
    public static void main(String[] args) {
      try {
        NativeLibrary.load();
      } catch (StoreException e) {
        System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
      }
      System.clearProperty(NativeLibrary.OVERRIDE);
      NativeLibrary.load();
      System.out.println("available");
    }
  }
}
