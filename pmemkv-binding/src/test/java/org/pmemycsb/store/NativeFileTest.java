package org.pmemycsb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
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

class NativeFileTest {
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

  /** Several processes at once find an empty cache, as when a benchmark starts its clients. */
  @Test
  void theJarsLibraryIsUnpackedOncePerUserAndContent() throws Exception {
    Path classes =
        Path.of(NativeFile.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path jar = folder.resolve("binding.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    Path tests =
        Path.of(NativeFileTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String classPath = jar + File.pathSeparator + tests;
    Map<String, String> env = Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
    List<Process> children = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      children.add(ChildJvm.start(classPath, Unpacking.class, env));
    }
    List<String> unpacked = new ArrayList<>();
    for (Process child : children) {
      unpacked.addAll(child.inputReader().lines().toList());
      assertThat(child.waitFor()).isZero();
    }
    try (Stream<Path> cached = Files.list(folder.resolve("cache/pmem-ycsb"))) {
      List<String> files = cached.map(Path::toString).toList();
      assertThat(files).hasSize(1);
      assertThat(unpacked).hasSize(3).containsOnly(files.get(0));
    }
  }

  static final class Unpacking {
    public static void main(String[] args) {
      Path library = NativeFile.required(NativeStore.class, "libstorejni.so");
      System.load(library.toString());
      System.out.println(library);
    }
  }

  @Test
  void aFileThatIsNotPackagedIsOneLineThatSaysHowToMakeIt() {
    assertThatThrownBy(() -> NativeFile.required(NativeStore.class, "none.so"))
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll("none.so", "mvn package");
  }
}
