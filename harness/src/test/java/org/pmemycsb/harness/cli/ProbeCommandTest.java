package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeCommandTest extends CommandTest {
  @Test
  void aPlaceThatIsNotThereIsRefusedInOneLine() {
    Path gone = folder.resolve("gone");

    assertThat(Main.execute("probe", "--place", "mine=" + gone)).isEqualTo(Main.USAGE);
    assertThat(err()).contains("place mine: ", gone.toString(), "--place mine=DIR").hasLineCount(1);
  }

  @Test
  void aFileIsNotReportedAsMissing() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThat(Main.execute("probe", "--place", "mine=" + file)).isEqualTo(Main.USAGE);
    assertThat(err()).contains("place mine: " + file, "--place mine=DIR").hasLineCount(1);
  }

  @Test
  void aPlaceWithoutANameIsRefused() {
    refused("probe --place " + folder);
    assertThat(err()).startsWith("pmem-ycsb: --place").hasLineCount(1);
  }

  @Test
  void aFolderForResultsThatCannotBeMadeIsRefusedBeforeAnythingIsMeasured() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path out = file.resolve("out");

    for (String what : List.of("--short", "fig-4.1")) {
      refused("probe " + what + " --place pmem=/dev/shm --out " + out);
      assertThat(err()).contains("--out: ", out + ": " + file + ": ").hasLineCount(1);
      err.reset();
    }
  }

  @Test
  void anExperimentOnTwoPlacesIsRefusedUnlessOneIsCalledPmem() {
    refused("probe fig-4.1 --place a=/dev/shm --place b=/tmp");
    assertThat(err()).contains("--place: fig-4.1 ", "a, b").hasLineCount(1);
  }

  @Test
  void oneExtentExcludesTheOthers() {
    refused("probe --quick --full");
    assertThat(err()).contains("--quick", "--full");
  }
}
