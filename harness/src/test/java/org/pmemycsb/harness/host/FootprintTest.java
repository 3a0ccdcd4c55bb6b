package org.pmemycsb.harness.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.host.DiskUse.Footprint;

class FootprintTest {
  private static final int MIB = 1 << 20;
  // A file system may keep a few blocks more than the data.
  private static final long NEARLY = 64 << 10;

  @TempDir private Path folder;

  private void write(String name, int bytes) throws IOException {
    byte[] data = new byte[bytes];
    ThreadLocalRandom.current().nextBytes(data);
    Files.write(folder.resolve(name), data);
  }

  private static void assertNearly(Long bytes, long expected) {
    assertThat(bytes).isBetween(expected, expected + NEARLY);
  }

  @Test
  void countsWhatIsOccupiedAndNotTheHoles() throws IOException {
    Footprint footprint = new Footprint(folder);
    write("records", 2 * MIB);
    try (RandomAccessFile sparse = new RandomAccessFile(folder.resolve("map").toFile(), "rw")) {
      sparse.setLength(1L << 30);
    }

    assertNearly(footprint.bytes(), 2 * MIB);
  }

  @Test
  void countsAnOpenFileThatHasNoNameAnyMore() throws IOException {
    Footprint footprint = new Footprint(folder);
    write("heap", 2 * MIB);
    try (RandomAccessFile open = new RandomAccessFile(folder.resolve("heap").toFile(), "r")) {
      Files.delete(folder.resolve("heap"));

      assertNearly(footprint.bytes(), open.length());
    }
    assertNearly(footprint.bytes(), 0);
  }

  @Test
  void doesNotCountWhatThePracticeLeft() throws IOException {
    write("pool", MIB);
    Footprint footprint = new Footprint(folder);
    write("log", 3 * MIB);
    footprint.practised();
    write("records", 2 * MIB);

    assertNearly(footprint.bytes(), 3 * MIB);
  }

  @Test
  void aPracticeThatLeavesLessThanThereWasChangesNothing() throws IOException {
    write("old", 2 * MIB);
    Footprint footprint = new Footprint(folder);
    Files.delete(folder.resolve("old"));
    footprint.practised();
    write("records", MIB);

    assertNearly(footprint.bytes(), MIB);
  }

  @Test
  void aFolderThatIsGoneHasNone() {
    assertThat(new Footprint(folder.resolve("gone")).bytes()).isNull();
  }
}
