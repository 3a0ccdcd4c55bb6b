package org.pmemycsb.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.pmemkv.PmemkvPool;

/** The library for libpmemkv against a map, without a JVM; with sanitizers where it has them. */
class StoreCheckTest {
  private static final Path BUILD = Path.of("target", "native").toAbsolutePath();

  @TempDir(factory = MemoryFolder.class)
  private Path folder;

  // Not stree: its scans end too early behind keys that were removed.
  @ParameterizedTest
  @ValueSource(strings = {"cmap", "vcmap", "vsmap"})
  void agreesWithAMapAlsoAfterItWasClosed(String engine) throws Exception {
    Path sanitized = BUILD.resolve("sanitized");
    boolean checked = Boolean.getBoolean("pmemkv.test.sanitized");
    Path program = (checked ? sanitized : BUILD.resolve("release")).resolve("store_check");
    Path library = checked ? sanitized.resolve("out/libpmemkv_store.so") : PmemkvPool.library();
    assertThat(program).isExecutable();
    assertThat(Files.exists(library)).isTrue();
    Process check =
        new ProcessBuilder(
                program.toString(),
                library.toString(),
                folder.toString(),
                "engine=" + engine,
                "library=" + PmemkvLibrary.files())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(check.getInputStream().readAllBytes(), UTF_8)).isEqualTo("good\n");
    assertThat(check.waitFor()).isZero();
  }
}
