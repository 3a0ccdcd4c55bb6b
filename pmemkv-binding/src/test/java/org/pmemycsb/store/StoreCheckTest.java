package org.pmemycsb.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.pmemkv.PmemkvLibrary;

/** The library for libpmemkv against a map, without a JVM; with sanitizers where it has them. */
class StoreCheckTest {
  @TempDir(factory = MemoryFolder.class)
  private Path folder;

  // Not stree: its scans end too early behind keys that were removed.
  @ParameterizedTest
  @ValueSource(strings = {"cmap", "vcmap", "vsmap"})
  void agreesWithAMapAlsoAfterItWasClosed(String engine) throws Exception {
    Process check =
        new ProcessBuilder(
                Built.storeCheck().toString(),
                Built.library().toString(),
                folder.toString(),
                "engine=" + engine,
                "library=" + PmemkvLibrary.files())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(check.getInputStream().readAllBytes(), UTF_8)).isEqualTo("good\n");
    assertThat(check.waitFor()).isZero();
  }
}
