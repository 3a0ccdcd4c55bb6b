package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.plan.design.PlaceFolder;

class ModelFileTest {
  @TempDir private Path folder;

  private MediumModel read(String text) throws Exception {
    return ModelFile.read(Files.writeString(folder.resolve("mine.yaml"), text));
  }

  @Test
  void persistentMemoryHasTables() throws Exception {
    MediumModel model =
        read(
            """
            title: Mine
            error: Never compared
            persist: {nanoseconds: {64: 100, 4096: 1000.5}, source: my machine}
            write: {gigabytesPerSecond: {1: 2, 8: 1}, source: my machine}
            read:
              nanoseconds: {medium: 300, dram: 100}
              gigabytesPerSecond: {medium: 2, dram: 8}
              sharedGigabytesPerSecond: {1: 2, 4: 6.5}
              block: 256
              flushEvicts: true
              source: my machine
            buffer: {bytes: 16KiB, source: its sheet}
            """);

    assertThat(model.medium()).isEqualTo("model:mine");
    assertThat(model.ofDisk()).isFalse();
    assertThat(model.persistNanos()).isEqualTo(Map.of(64, 100.0, 4096, 1000.5));
    assertThat(model.writeGigabytes()).isEqualTo(Map.of(1, 2.0, 8, 1.0));
    assertThat(model.bufferBytes()).isEqualTo(16 << 10);
    assertThat(model.error()).isEqualTo("Never compared");
    MediumReads read = model.read();
    assertThat(read.factor()).isEqualTo(3);
    assertThat(read.slowerLoadNanos()).isEqualTo(200);
    assertThat(read.slowerByteNanos()).isEqualTo(0.375);
    assertThat(read.nextByteNanos(MediumReads.OF_MEDIUM)).isEqualTo(0.5);
    assertThat(read.shared()).isEqualTo(Map.of(1, 2.0, 4, 6.5));
    assertThat(read.blockBytes()).isEqualTo(256);
    assertThat(read.loadAgainNanos()).isEqualTo(300);
    assertThat(model.withoutReads().read()).isEqualTo(MediumReads.NONE);
    assertThat(MediumReads.NONE.slowerLoadNanos() + MediumReads.NONE.slowerByteNanos()).isZero();
    assertThat(model.sources()).containsEntry("buffer", "its sheet").hasSize(4);
  }

  @Test
  void aDiskHasTheTimeOfSyncs() throws Exception {
    MediumModel model =
        read("title: Mine\nsync: {microseconds: {p50: 20, p99: 80}, source: my machine}\n");

    assertThat(model.ofDisk()).isTrue();
    assertThat(model.syncMicros()).isEqualTo(Map.of("p50", 20.0, "p99", 80.0));
    assertThat(model.read().factor()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "sync: {microseconds: {p50: 1}, source: s} | mine.yaml:1: ~ 'title'",
        "title: t | mine.yaml:1: ~ 'sync' ~ 'persist' ~ 'write'",
        "{title: t, speed: 3} | mine.yaml:1: unknown key 'speed'; there are: title, error, persist, write,",
        "{title: t, sync: {microseconds: {p50: 1}}} | mine.yaml:1: 'sync' needs 'source'",
        "{title: t, sync: {source: s}} | mine.yaml:1: 'sync' needs 'microseconds'",
        "{title: t, sync: {microseconds: {p99: 1}, source: s}} | microseconds ~ p50",
        "{title: t, sync: {microseconds: {p50: 2, p99: 1}, source: s}} | p99",
        "{title: t, sync: {microseconds: {p50: fast}, source: s}} | p50: 'fast'",
        "{title: t, sync: {microseconds: {p50: 0}, source: s}} | p50: 0",
        "{title: t, write: {gigabytesPerSecond: {}, source: s}} | 1 to 32",
        "{title: t, write: {gigabytesPerSecond: {few: 1}, source: s}} | 'few'",
        "{title: t, persist: {nanoseconds: {64: 9, 256: 8}, source: s}} | nanoseconds ",
        "{title: t, buffer: {bytes: 1, source: s}} | 'sync' ~ 'persist'",
        "{title: t, read: {nanoseconds: {dram: 9}, source: s}} | read ~ 'medium' ~ 'dram'",
        "{title: t, read: {nanoseconds: {dram: 9, medium: 8}, source: s}} | medium",
        "{title: t, read: {nanoseconds: {dram: 8, medium: 9}, gigabytesPerSecond: {dram: 8, medium: 9}, source: s}} | medium",
        "{title: t, read: {nanoseconds: {dram: 8, medium: 9}, block: 256, source: s}} | 'block' needs 'sharedGigabytesPerSecond'",
        "{title: t, read: {nanoseconds: {dram: 8, medium: 9}, sharedGigabytesPerSecond: {1: 0}, source: s}} | 1: 0",
        "{title: t, read: {nanoseconds: {dram: 8, medium: 9}, sharedGigabytesPerSecond: {1: 1}, block: 8, source: s}} | block",
      })
  void aFileThatIsNoModelIsRefusedInOneLine(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(message.split(" ~ "))
        .hasMessageNotContaining("\n");
  }

  @Test
  void aRelativeFolderOfAPlaceMeansTheSameInEveryWorkingDirectory() {
    assertThat(PlaceFolder.of("data").folder())
        .isEqualTo(Path.of("").toAbsolutePath().resolve("data").toString());
  }
}
