package org.pmemycsb.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileFailureTest {
  // Every write to it fails, as on a full disk.
  private static final Path FULL = Path.of("/dev/full");

  @TempDir private Path folder;

  @Test
  void writingReplacesAndAppendingAdds() throws Exception {
    Path file = folder.resolve("file");

    FileFailure.append(file, "a");
    FileFailure.append(file, "b");
    assertThat(file).hasContent("ab");

    FileFailure.write(file, "c");
    assertThat(file).hasContent("c");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsReportedWithTheFile() {
    assertThatThrownBy(() -> FileFailure.write(FULL, "a"))
        .isInstanceOf(FileFailure.class)
        .hasMessageStartingWith("/dev/full: is a link or a special file");
    assertThatThrownBy(() -> FileFailure.append(FULL, "a"))
        .isInstanceOf(FileFailure.class)
        .hasMessageStartingWith("/dev/full: is a link or a special file");
  }
}
