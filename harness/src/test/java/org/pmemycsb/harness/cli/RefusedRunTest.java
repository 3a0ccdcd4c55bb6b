package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Experiments that are refused when their result folder is there, and before their first run. */
class RefusedRunTest extends CommandTest {
  @Test
  void aFolderOfTheUserStaysAndCanBeUsedAgain() throws IOException {
    Path results = Files.createDirectory(folder.resolve("results"));

    refused("run --db unobtainable --output quiet --out " + results);

    assertThat(err()).contains("not built");
    assertThat(results).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../elsewhere", "two\\nlines"})
  void aNameThatCanBeNoFolderIsRefused(String name) throws IOException {
    Path file = Files.writeString(folder.resolve("e.yaml"), "db: [noop]\nname: \"" + name + "\"\n");

    refused("run " + file + " --output quiet");

    assertThat(err()).startsWith("pmem-ycsb: name: ").hasLineCount(1);
  }

  @Test
  void aNameThatIsTooLongForAFolderIsRefused() throws IOException {
    Path file =
        Files.writeString(folder.resolve("e.yaml"), "db: [noop]\nname: " + "n".repeat(201) + "\n");

    refused("run " + file + " --output quiet");

    assertThat(err()).contains("200");
  }
}
