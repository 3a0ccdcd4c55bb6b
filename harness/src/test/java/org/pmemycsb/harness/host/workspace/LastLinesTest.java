package org.pmemycsb.harness.host.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LastLinesTest {
  @Test
  void theCrashOfAJvmIsNamedWithItsReport() {
    List<String> lines =
        List.of(
            "java.io.IOException: before",
            "#  SIGSEGV (0xb) at pc=0x00007fceff2d2f94, pid=7883, tid=7884",
            "# Problematic frame:",
            "# C  [libacme.so+0x12f94]  acme_put+0x124",
            "#",
            "# An error report file with more information is saved as:",
            "# /home/me/hs_err_pid7883.log",
            "#");

    assertThat(LastLines.because(lines))
        .isEqualTo(
            ": its JVM crashed in C [libacme.so+0x12f94] acme_put+0x124,"
                + " see /home/me/hs_err_pid7883.log");
    assertThat(LastLines.because(lines.subList(0, 4)))
        .isEqualTo(": its JVM crashed in C [libacme.so+0x12f94] acme_put+0x124");
    assertThat(LastLines.because(lines.subList(0, 3))).isEqualTo(": java.io.IOException: before");
  }

  @Test
  void theExceptionThatEndedAThreadIsTheReason() {
    assertThat(
            LastLines.because(
                List.of(
                    "Starting test.",
                    "Exception in thread \"Thread-1\" java.lang.NoClassDefFoundError: acme/Driver",
                    "Caused by: java.lang.ClassNotFoundException: acme.Driver")))
        .isEqualTo(": java.lang.NoClassDefFoundError: acme/Driver");
    assertThat(LastLines.because(List.of("Error: Could not find or load main class acme.Main")))
        .isEqualTo(": Error: Could not find or load main class acme.Main");
  }

  @Test
  @Timeout(60)
  void theLastLinesOfAProcessThatHasEndedAreWaitedFor() throws Exception {
    Process process =
        new ProcessBuilder("sh", "-c", "echo one >&2; echo acme.LateException >&2").start();
    Consumer<String> slow = line -> LockSupport.parkNanos(500_000_000);
    try (Conversation ended = new Conversation(process, slow)) {
      process.waitFor();

      assertThat(ended.because()).isEqualTo(": acme.LateException");
    }
  }
}
