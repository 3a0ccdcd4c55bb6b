package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Experiments that are refused when their result folder is there, and before their first run. */
class RefusedRunTest extends CommandTest {
  @Test
  void aFolderOfTheUserStaysAndCanBeUsedAgain() throws IOException {
    Path results = Files.createDirectory(folder.resolve("results"));

    assertThat(
            Main.execute(
                "run", "--db", "unobtainable{broken=yes}", "--quiet", "--out", results.toString()))
        .isEqualTo(Main.USAGE);

    assertThat(err()).endsWith("pmem-ycsb: its disk is full\n");
    assertThat(results).isEmptyDirectory();
  }
}
