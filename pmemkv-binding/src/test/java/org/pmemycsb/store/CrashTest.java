package org.pmemycsb.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was acknowledged before a SIGKILL is there after it. */
@Tag("everything")
class CrashTest {
  private static final int LOADED = 100_000;
  private static final int MORE = 5_000;

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"cmap", "stree"})
  void everyAcknowledgedRecordSurvivesAKill(String engine) throws Exception {
    Path pool = folder.resolve(engine);
    Process child = ChildJvm.start(Writer.class, engine, pool.toString());
    int acknowledged = 0;
    try (BufferedReader in = child.inputReader()) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        acknowledged = Integer.parseInt(line);
        if (acknowledged == LOADED + MORE) {
          // Through the handle: what the child wrote before it died can still be read.
          child.toHandle().destroyForcibly();
        }
      }
    }
    // 128 + SIGKILL: it did not end by itself.
    assertThat(child.waitFor()).isEqualTo(137);
    assertThat(acknowledged).isGreaterThanOrEqualTo(LOADED + MORE);
    try (TestStore store = TestStore.open(engine, pool, 0)) {
      for (int i = 1; i <= acknowledged; i++) {
        if (!Arrays.equals(store.get(key(i)), value(i))) {
          assertThat(store.get(key(i))).as("record %d", i).isEqualTo(value(i));
        }
      }
      // At most the one put that was under way when the signal came, and those not yet printed.
      assertThat(store.count()).isGreaterThanOrEqualTo(acknowledged);
      for (long i = acknowledged + 1; i <= store.count(); i++) {
        assertThat(store.get(key((int) i))).isEqualTo(value((int) i));
      }
      store.put(key(0), value(0));
      assertThat(store.get(key(0))).isEqualTo(value(0));
    }
  }

  private static byte[] key(int i) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(i).array();
  }

  private static byte[] value(int i) {
    Random random = new Random(i);
    byte[] value = new byte[random.nextInt(200)];
    random.nextBytes(value);
    return value;
  }

  static final class Writer {
    public static void main(String[] args) throws IOException {
      try (TestStore store = TestStore.open(args[0], Path.of(args[1]), 512L << 20);
          DataOutputStream out = new DataOutputStream(System.out)) {
        for (int i = 1; ; i++) {
          store.put(key(i), value(i));
          if (i % 100 == 0 || i > LOADED) {
            out.writeBytes(i + "\n");
          }
        }
      }
    }
  }
}
