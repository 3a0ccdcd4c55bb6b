package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;

class ResultFolderTest {
  @TempDir private Path folder;

  @Test
  void theCommandToContinueCanBeCopiedWhateverTheFolderIsCalled() throws IOException {
    Path results = Files.createDirectory(folder.resolve("my results"));
    Files.createFile(results.resolve("experiment.yaml"));
    Files.createFile(results.resolve(Journal.FILE));

    assertThat(ResultFolder.ended(results, new IOException("full")))
        .hasMessageEndingWith(" pmem-ycsb run --resume '" + results + "'");
  }

  @Test
  void aFileThatCannotBeWrittenLeavesNoPartBesideIt() throws IOException {
    Files.createFile(folder.resolve("experiment.yaml"));
    Files.createFile(folder.resolve("environment.json"));
    Files.createDirectories(folder.resolve("report.md").resolve("of a user"));

    assertThatThrownBy(() -> ResultFolder.open(folder).write("report.md", "text"))
        .isInstanceOf(FileFailure.class);

    assertThat(folder.resolve(".report.md.new")).doesNotExist();
  }

  @Test
  void aFolderThatCannotBeMadeIsRefusedWithTheCause() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> ResultFolder.create(file, null, null))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageMatching("--out: .* " + file + ".*");
  }
}
