package org.pmemycsb.adapter.pmemobj;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.store.NativeFile;

/** Each structure against a map, without a JVM; once more with sanitizers. */
class StoreCheckTest {
  private static final Path BUILD =
      Path.of(System.getProperty("pmemobj.test.build", "target/native/release")).toAbsolutePath();

  static Stream<Arguments> structures() {
    return Arrays.stream(Persistence.values())
        .flatMap(
            persistence ->
                Arrays.stream(Index.values()).map(index -> Arguments.of(persistence, index)));
  }

  @ParameterizedTest
  @MethodSource("structures")
  void agreesWithAMapAlsoAfterItWasClosed(Persistence persistence, Index index) throws Exception {
    Path program = BUILD.resolve("store_check");
    assumeTrue(
        Files.exists(program),
        "NOT TESTED: the index structures of pmemobj; run bin/install-packages pmemobj");
    Path folder = Files.createTempDirectory(Path.of("/dev/shm"), "pmem-ycsb-test-");
    try {
      Process check =
          new ProcessBuilder(
                  program.toString(),
                  library(persistence).toString(),
                  folder.toString(),
                  "engine=" + persistence.engine(index, Lock.OWN))
              .redirectErrorStream(true)
              .start();
      assertThat(new String(check.getInputStream().readAllBytes(), UTF_8)).isEqualTo("good\n");
      assertThat(check.waitFor()).isZero();
    } finally {
      Files.deleteIfExists(folder.resolve("pool"));
      Files.delete(folder);
    }
  }

  private static Path library(Persistence persistence) throws Exception {
    Path sanitized = BUILD.resolve("out").resolve(persistence.library());
    return Files.exists(sanitized)
        ? sanitized
        : NativeFile.of(PmemobjAdapter.class, persistence.library());
  }
}
