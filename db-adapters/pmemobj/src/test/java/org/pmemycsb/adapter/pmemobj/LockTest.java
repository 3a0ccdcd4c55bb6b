package org.pmemycsb.adapter.pmemobj;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockTest {
  private static final Path TURNS = Path.of("target/native/release/lock_turns").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  void oneLockLetsOneCallInAtATime() throws Exception {
    assumeTrue(
        Files.exists(TURNS), "NOT TESTED: the locks of pmemobj; run bin/install-packages pmemobj");
    Process turns =
        new ProcessBuilder(TURNS.toString(), folder.resolve("pool").toString())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(turns.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo("own overlap\ndram 1\npmem 1\n");
  }
}
