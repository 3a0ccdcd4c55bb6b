package org.pmemycsb.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.store.ChildJvm;
import org.pmemycsb.store.MemoryFolder;
import org.pmemycsb.store.TestStore;

class PmemkvLibraryTest {
  @TempDir Path folder;

  @AfterEach
  void removeTheLink() throws IOException {
    Files.deleteIfExists(folder.resolve("libpmemkv.so.1"));
  }

  @Test
  void theProbeNamesTheRealFile() throws IOException {
    PmemkvLibrary.Probe probe = PmemkvLibrary.probe();
    assertThat(probe.available()).isTrue();
    assertThat(probe.file()).hasValueSatisfying(file -> assertThat(file).isRegularFile());
    assertThat(probe.file().orElseThrow().toRealPath()).isEqualTo(probe.file().orElseThrow());
    assertThat(probe.reason()).isEmpty();
  }

  @Test
  void withoutTheLibraryThereIsOneLineAndALaterAttemptSucceeds() throws Exception {
    List<String> lines = probeWith(Map.of(PmemkvLibrary.ENVIRONMENT, "/nowhere/libpmemkv.so.1"));
    assertThat(lines.get(0))
        .startsWith("StoreException libpmemkv ")
        .contains("/nowhere/libpmemkv.so.1")
        .doesNotContain("\n");
    assertThat(lines.get(1)).contains("PMEMKV_LIBRARY=", "bin/install-packages pmemkv");
    assertThat(lines.get(2)).startsWith("then available " + realFile());
  }

  @Test
  void aLibraryThatIsSomethingElseIsNamed() throws Exception {
    List<String> lines = probeWith(Map.of(PmemkvLibrary.ENVIRONMENT, "libm.so.6"));
    assertThat(lines.get(0)).contains("libm", "function pmemkv_");
    assertThat(lines.get(2)).startsWith("then available");
  }

  @Test
  void aFileThatIsNoLibraryIsNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("text"), "no library");
    List<String> lines = probeWith(Map.of(PmemkvLibrary.ENVIRONMENT, file.toString()));
    assertThat(lines.get(0)).contains(file.toString());
    assertThat(lines.get(2)).startsWith("then available");
  }

  @Test
  void anInstalledLibraryComesBeforeThePrivateOne() {
    assertThat(PmemkvLibrary.places(Path.of("/cache/libpmemkv.so.1")))
        .startsWith("libpmemkv.so.1")
        .endsWith("/cache/libpmemkv.so.1");
  }

  @ParameterizedTest
  @CsvSource({
    "/own, /xdg, /home/a, /own",
    ", /xdg, /home/a, /xdg/pmem-ycsb",
    ", relative, /home/a, /home/a/.cache/pmem-ycsb",
    "'', '', /home/a, /home/a/.cache/pmem-ycsb",
    ", , , /system/.cache/pmem-ycsb",
  })
  void thePrivateFolderIsInTheCache(String own, String xdg, String home, String expected) {
    UnaryOperator<String> environment =
        name ->
            switch (name) {
              case "PMEM_YCSB_CACHE" -> own;
              case "XDG_CACHE_HOME" -> xdg;
              default -> home;
            };
    assertThat(PmemkvLibrary.privateFile(environment, "/system"))
        .hasToString(expected + "/libpmemkv-1.4/libpmemkv.so.1");
  }

  /** A folder as {@code bin/install-packages} makes it: no linker path leads to the neighbour. */
  @Test
  void whatALibraryNeedsIsTakenFromItsOwnFolder() throws Exception {
    compile("libneighbour.so.9", "int neighbour(void) { return 9; }\n");
    Path library =
        compile(
            "libnext.so",
            """
            int neighbour(void);
            int next(void) { return neighbour(); }
            """,
            folder.resolve("libneighbour.so.9").toString());
    Map<String, String> environment = Map.of(PmemkvLibrary.ENVIRONMENT, library.toString());

    assertThat(probeWith(environment)).contains("read back");

    Files.delete(folder.resolve("libneighbour.so.9"));
    assertThat(probeWith(environment).get(0)).contains("libneighbour.so.9: cannot open");
  }

  /** A library with the create mode of 1.5 and without the one that 1.5 deprecates. */
  @Test
  void theCreateModeOfTheNextVersionIsUsedWhereItIs() throws Exception {
    Path library =
        compile(
            "libnext.so",
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
    List<String> lines = probeWith(Map.of(PmemkvLibrary.ENVIRONMENT, library.toString()));
    assertThat(lines.get(0)).startsWith("first available");
    assertThat(lines).contains("1.5 create mode", "read back");
  }

  /** A library in the test's folder, on top of the real one. */
  private Path compile(String name, String source, String... more) throws Exception {
    Path real = folder.resolve("libpmemkv.so.1");
    if (!Files.exists(real)) {
      Files.createSymbolicLink(real, Path.of(realFile()));
    }
    Path file = folder.resolve(name);
    Path code = Files.writeString(folder.resolve(name + ".c"), source);
    List<String> command =
        new ArrayList<>(
            List.of("cc", "-shared", "-fPIC", "-Wl,--no-as-needed", "-Wl,-soname," + name, "-o"));
    command.addAll(List.of(file.toString(), code.toString(), real.toString()));
    command.addAll(List.of(more));
    Process compiler = new ProcessBuilder(command).inheritIO().start();
    assumeTrue(compiler.waitFor() == 0, "NOT TESTED: " + name + "; there is no C compiler");
    return file;
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
      PmemkvLibrary.Probe first = PmemkvLibrary.probe();
      if (first.available()) {
        report("first");
        store();
      } else {
        System.out.println("StoreException " + first.reason());
        System.out.println(first.remedy());
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
      try (TestStore store = TestStore.open("cmap", pool, 8 << 20)) {
        store.put(new byte[] {1}, new byte[] {2});
        if (store.get(new byte[] {1})[0] == 2) {
          System.out.println("read back");
        }
      } finally {
        Files.deleteIfExists(pool);
        Files.delete(folder);
      }
    }
  }
}
