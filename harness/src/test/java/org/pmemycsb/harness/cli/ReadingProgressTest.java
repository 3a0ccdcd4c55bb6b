package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.recorded.TraceFacts;

/** The clock is the test's own. */
class ReadingProgressTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path folder;
  private final AtomicLong millis = new AtomicLong();
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

  private ReadingProgress progress(OptionalInt width) {
    return new ReadingProgress(
        new PrintStream(screen, true, StandardCharsets.UTF_8),
        width,
        () -> millis.get() * 1_000_000);
  }

  private Path file(long bytes) throws IOException {
    Path file = folder.resolve("cluster.csv");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(bytes);
    }
    return file;
  }

  private String shown() {
    String text = screen.toString(StandardCharsets.UTF_8);
    screen.reset();
    return text;
  }

  @AfterEach
  void showNothingElse() {
    TraceFacts.watch(null);
  }

  @Test
  void aTerminalHasOneLineThatGoesOn() throws Exception {
    Path file = file(2048 * MIB);
    ReadingProgress progress = progress(OptionalInt.of(60));
    progress.read(file, 0);
    millis.set(900);
    progress.read(file, 100 * MIB);
    assertThat(shown()).as("a short reading shows nothing").isEmpty();
    millis.set(10_000);
    progress.read(file, 512 * MIB);
    assertThat(shown())
        .startsWith("\rreading cluster.csv: 25 % of 2,048 MiB, 30 s left ")
        .hasSize(60);
    millis.set(10_400);
    progress.read(file, 520 * MIB);
    assertThat(shown()).isEmpty();
    millis.set(10_500);
    progress.read(file, 1024 * MIB);
    assertThat(shown()).contains("50 % of");
    progress.close();
    assertThat(shown()).isEqualTo("\r" + " ".repeat(59) + "\r");
  }

  @Test
  void aNarrowTerminalHasNoSecondLine() throws Exception {
    Path file = file(2048 * MIB);
    ReadingProgress progress = progress(OptionalInt.of(20));
    progress.read(file, 0);
    millis.set(2000);
    progress.read(file, MIB);
    assertThat(shown()).isEqualTo("\rreading cluster.csv");
  }

  @Test
  void elsewhereALineComesFromTimeToTime() throws Exception {
    Path file = file(100 * MIB);
    ReadingProgress progress = progress(OptionalInt.empty());
    for (int second = 0; second <= 20; second++) {
      millis.set(second * 1000L);
      progress.read(file, second * MIB);
    }
    assertThat(shown().lines())
        .containsExactly(
            "reading cluster.csv: 1 % of 100 MiB, 99 s left",
            "reading cluster.csv: 11 % of 100 MiB, 89 s left");
    progress.close();
    assertThat(shown()).isEmpty();
  }

  @Test
  void aPipeHasNoEndToShow() throws Exception {
    ReadingProgress progress = progress(OptionalInt.empty());
    Path file = file(0);
    progress.read(file, 0);
    millis.set(2000);
    progress.read(file, 1500 * MIB);
    assertThat(shown()).isEqualTo("reading cluster.csv: 1,500 MiB\n");
  }

  /** From the command line's text down to the lines of the file. */
  @Test
  void thePlaceInAFileGoesUpWhileItIsRead() throws Exception {
    Path file = folder.resolve("gets.csv");
    Files.writeString(file, "0,key,3,7,1,get,0\n".repeat(200_000));
    List<Long> places = new ArrayList<>();
    TraceFacts.watch(
        (read, bytes) -> {
          assertThat(read).isEqualTo(file);
          places.add(bytes);
        });
    Phase.of("trace:" + file);
    assertThat(places).hasSize(4).isSorted().doesNotHaveDuplicates();
    assertThat(places.get(3)).isBetween(Files.size(file) / 2, Files.size(file));
  }
}
