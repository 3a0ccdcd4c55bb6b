package org.pmemycsb.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PmemkvLibraryTest {
  @TempDir Path folder;

  @Test
  void theProbeNamesTheRealFile() throws IOException {
    PmemkvLibrary.Probe probe = PmemkvLibrary.probe();
    assertThat(probe.available()).isTrue();
    assertThat(probe.file()).hasValueSatisfying(file -> assertThat(file).isRegularFile());
    assertThat(probe.file().orElseThrow().toRealPath()).isEqualTo(probe.file().orElseThrow());
    assertThat(probe.reason()).isEmpty();
  }

  @Test
  void theEnginesAreThoseThatTheLibraryLists() {
    List<String> engines = PmemkvStore.engines();
    assertThat(engines).contains("cmap").doesNotHaveDuplicates().allMatch(e -> e.matches("\\w+"));
  }

  @Test
  void withoutTheLibraryThereIsOneLineAndALaterAttemptSucceeds() throws Exception {
    List<String> lines = probeWith(Map.of(PmemkvLibrary.ENVIRONMENT, "/nowhere/libpmemkv.so.1"));
    assertThat(lines.get(0))
        .startsWith("PmemkvUnavailableException libpmemkv cannot be loaded")
        .contains("/nowhere/libpmemkv.so.1")
        .contains("apt-get install libpmemkv1");
    assertThat(lines.get(1)).startsWith("then available " + realFile());
  }

  @Test
  void aLibraryThatIsSomethingElseIsNamed() throws Exception {
    List<String> lines = probeWith(Map.of(PmemkvLibrary.ENVIRONMENT, "libm.so.6"));
    assertThat(lines.get(0)).contains("libm").contains("has no function pmemkv_");
    assertThat(lines.get(1)).startsWith("then available");
  }

  @Test
  void aFileThatIsNoLibraryIsNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("text"), "no library");
    List<String> lines = probeWith(Map.of(PmemkvLibrary.ENVIRONMENT, file.toString()));
    assertThat(lines.get(0)).contains(file.toString()).contains("cannot be loaded");
    assertThat(lines.get(1)).startsWith("then available");
  }

  /** A library with the create mode of 1.5 and without the one that 1.5 deprecates. */
  @Test
  void theCreateModeOfTheNextVersionIsUsedWhereItIs() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("next.c"),
            """
            #include <stdbool.h>
            #include <stdio.h>
            int pmemkv_config_put_force_create(void *config, bool value);
            int pmemkv_config_put_create_or_error_if_exists(void *config, bool value) {
              puts("1.5 create mode");
              fflush(stdout);
              return pmemkv_config_put_force_create(config, value);
            }
            """);
    Path library = folder.resolve("libnext.so");
    Process compiler =
        new ProcessBuilder(
                "cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), realFile())
            .inheritIO()
            .start();
    assumeTrue(compiler.waitFor() == 0, "NOT TESTED: symbols of 1.5; there is no C compiler");
    List<String> lines = probeWith(Map.of(PmemkvLibrary.ENVIRONMENT, library.toString()));
    assertThat(lines.get(0)).startsWith("first available");
    assertThat(lines).contains("1.5 create mode", "stored and read back");
  }

  private static String realFile() {
    return PmemkvLibrary.probe().file().orElseThrow().toString();
  }

  private static List<String> probeWith(Map<String, String> env) throws Exception {
    Process child = ChildJvm.start(TwoAttempts.class, List.of(), env, realFile());
    List<String> lines = child.inputReader().lines().toList();
    assertThat(child.waitFor()).isZero();
    return lines;
  }

  static final class TwoAttempts {
    public static void main(String[] args) throws IOException {
      try {
        PmemkvStore.engines();
        report("first");
        store();
      } catch (PmemkvException e) {
        System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        System.setProperty(PmemkvLibrary.PROPERTY, args[0]);
        report("then");
      }
    }

    private static void report(String when) {
      PmemkvLibrary.Probe probe = PmemkvLibrary.probe();
      System.out.println(
          when
              + (probe.available() ? " available " : " not available ")
              + probe.file().map(Path::toString).orElse(probe.reason()));
      System.out.flush();
    }

    private static void store() throws IOException {
      Path folder = MemoryFolder.create();
      Path pool = folder.resolve("pool");
      try (PmemkvStore store =
          PmemkvStore.open(
              PmemkvOptions.of("cmap", pool).size(8 << 20).create(CreateMode.IF_ABSENT))) {
        store.put(new byte[] {1}, new byte[] {2});
        if (store.get(new byte[] {1})[0] == 2) {
          System.out.println("stored and read back");
        }
      } finally {
        Files.deleteIfExists(pool);
        Files.delete(folder);
      }
    }
  }
}
