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
import org.pmemycsb.store.StoreException;
import org.pmemycsb.store.TestStore;

class PmemkvLibraryTest {
  @TempDir Path folder;

  @AfterEach
  void removeTheLink() throws IOException {
    Files.deleteIfExists(folder.resolve("libpmemkv.so.1"));
  }

  @Test
  void theFileIsTheRealOne() throws IOException {
    Path file = PmemkvLibrary.file();
    assertThat(file).isRegularFile().isEqualTo(file.toRealPath());
  }

  @ParameterizedTest
  @CsvSource({
    "/nowhere/libpmemkv.so.1, libpmemkv ",
    "libm.so.6, function pmemkv_",
    "/proc/version, "
  })
  void aLibraryThatCannotBeUsedIsOneLineWithARemedy(String file, String why) throws Exception {
    List<String> lines = probeWith(file);
    assertThat(lines.get(0)).startsWith("absent: ").contains(file).contains(why == null ? "" : why);
    assertThat(lines.get(1)).contains("PMEMKV_LIBRARY=", "bin/install-packages pmemkv");
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

    assertThat(probeWith(library.toString())).contains("read back");

    Files.delete(folder.resolve("libneighbour.so.9"));
    assertThat(probeWith(library.toString()).get(0)).contains("libneighbour.so.9: cannot open");
  }

  /** A library in the test's folder, on top of the real one. */
  private Path compile(String name, String source, String... more) throws Exception {
    Path real = folder.resolve("libpmemkv.so.1");
    if (!Files.exists(real)) {
      Files.createSymbolicLink(real, PmemkvLibrary.file());
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

  private static List<String> probeWith(String library) throws Exception {
    Process child =
        ChildJvm.start(
            ChildJvm.classPath(), Attempt.class, Map.of(PmemkvLibrary.ENVIRONMENT, library));
    List<String> lines = child.inputReader().lines().toList();
    assertThat(child.waitFor()).isZero();
    return lines;
  }

  static final class Attempt {
    public static void main(String[] args) throws IOException {
      try {
        PmemkvLibrary.file();
      } catch (StoreException absent) {
        System.out.println("absent: " + absent.getMessage());
        System.out.println(PmemkvLibrary.remedy());
        return;
      }
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
