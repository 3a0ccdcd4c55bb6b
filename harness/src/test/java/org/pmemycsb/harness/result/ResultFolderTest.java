package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFolderTest {
  @TempDir private Path folder;

  @Test
  void theCommandToContinueCanBeCopiedWhateverTheFolderIsCalled() throws IOException {
    Path results = Files.createDirectory(folder.resolve("my results"));
    Files.createFile(results.resolve("experiment.yaml"));
    Files.createFile(results.resolve(Journal.FILE));

    assertThat(ResultFolder.ended(results, new IOException("No space left on device")))
        .hasMessageEndingWith(" To continue: pmem-ycsb run --resume '" + results + "'");
  }
}
