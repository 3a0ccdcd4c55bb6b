package org.pmemycsb.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    assertThat(NativePlatform.folder(os, arch)).isEqualTo(expected);
  }

  @Test
  void theLibraryInUseIsTheOneThatThisRunWasAskedToTest() throws IOException {
    PmemkvLibrary.load();
    String override = System.getProperty(NativeLibrary.OVERRIDE);
    String expected =
        override != null ? override : "target/classes/native/linux-x86_64/libpmemkvjni.so";
    List<String> maps = Files.readAllLines(Path.of("/proc/self/maps"));
    assertThat(maps).anyMatch(line -> line.contains(expected));
    boolean sanitized = Boolean.getBoolean("pmemkv.test.sanitized");
    assertThat(maps.stream().anyMatch(line -> line.contains("libasan"))).isEqualTo(sanitized);
  }

  @Test
  void anOverrideThatDoesNotExistIsOneLineAndCanBeMendedInTheSameProcess() throws Exception {
    Process child =
        ChildJvm.start(
            MendedOverride.class,
            List.of("-D" + NativeLibrary.OVERRIDE + "=" + folder.resolve("none.so")),
            Map.of(),
            System.getProperty(NativeLibrary.OVERRIDE, ""));
    assertThat(child.inputReader().lines().toList())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("PmemkvUnavailableException")
                    .contains("none.so")
                    .contains("-Dpmemkv.jni.library=FILE"),
            line -> assertThat(line).isEqualTo("available"));
    assertThat(child.waitFor()).isZero();
  }

  static final class MendedOverride {
    public static void main(String[] args) {
      try {
        PmemkvStore.engines();
      } catch (PmemkvException e) {
        System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
      }
      System.setProperty(NativeLibrary.OVERRIDE, args[0]);
      System.out.println(PmemkvLibrary.probe().available() ? "available" : "not available");
    }
  }
}
