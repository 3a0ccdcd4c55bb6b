package org.pmemycsb.adapter.pmemobj;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.adapter.pmemobj.Engine.Index;
import org.pmemycsb.adapter.pmemobj.Engine.Lock;
import org.pmemycsb.adapter.pmemobj.Engine.Persistence;
import org.pmemycsb.store.NativeFile;
import org.pmemycsb.store.NativeStore;
import org.pmemycsb.store.StoreException;

/** Each structure against a map, without a JVM; once more with sanitizers. */
class StoreCheckTest {
  private static final Path BUILD =
      Path.of(System.getProperty("pmemobj.test.build", "target/native/release")).toAbsolutePath();

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    assumeTrue(
        Files.exists(BUILD.resolve("store_check")),
        "NOT TESTED: the index structures of pmemobj; run bin/install-packages pmemobj");
    folder = Files.createTempDirectory(Path.of("/dev/shm"), "pmem-ycsb-test-");
  }

  @AfterEach
  void removePool() throws IOException {
    if (folder != null) {
      Files.deleteIfExists(folder.resolve("pool"));
      Files.delete(folder);
    }
  }

  /** Each structure with each persistence, and with each lock around it. */
  static Stream<Engine> engines() {
    return Arrays.stream(Index.values())
        .flatMap(
            index ->
                Stream.concat(
                    Arrays.stream(Persistence.values())
                        .map(persistence -> new Engine(index, persistence, Lock.OWN)),
                    Stream.of(Lock.DRAM, Lock.PMEM)
                        .map(lock -> new Engine(index, Persistence.PERSIST, lock))));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void agreesWithAMapAlsoAfterItWasClosed(Engine engine) throws Exception {
    Process check =
        new ProcessBuilder(
                BUILD.resolve("store_check").toString(),
                library(engine.persistence()).toString(),
                folder.toString(),
                "engine=" + engine.id())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(check.getInputStream().readAllBytes(), UTF_8)).isEqualTo("good\n");
    assertThat(check.waitFor()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aPoolOfAnotherStructureIsRefused(Index index) throws Exception {
    Index other = Index.values()[(index.ordinal() + 1) % Index.values().length];
    open(other, 24 << 20).close();
    assertThatThrownBy(() -> open(index, 0)).isInstanceOf(StoreException.class);
  }

  private NativeStore open(Index index, long bytes) throws Exception {
    return NativeStore.open(
        NativeFile.of(PmemobjAdapter.class, Persistence.TRANSACTION.library()),
        folder,
        bytes,
        Map.of("engine", new Engine(index, Persistence.TRANSACTION, Lock.OWN).id()));
  }

  private static Path library(Persistence persistence) throws Exception {
    Path sanitized = BUILD.resolve("out").resolve(persistence.library());
    return Files.exists(sanitized)
        ? sanitized
        : NativeFile.of(PmemobjAdapter.class, persistence.library());
  }
}
