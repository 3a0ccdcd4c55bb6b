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
    assertThat(err())
        .isEqualTo(
            "pmem-ycsb: place mine: there is no folder %s; make it, or name another with --place mine=DIR%n"
                .formatted(gone));
  }

  @Test
  void aFileIsNotReportedAsMissing() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThat(Main.execute("probe", "--place", "mine=" + file)).isEqualTo(Main.USAGE);
    assertThat(err())
        .isEqualTo(
            "pmem-ycsb: place mine: %s is no folder; name one with --place mine=DIR%n"
                .formatted(file));
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
      assertThat(err())
          .isEqualTo(
              "pmem-ycsb: --out: cannot write to %s: %s: is no folder%n".formatted(out, file));
      err.reset();
    }
  }

  @Test
  void anExperimentOnTwoPlacesIsRefusedUnlessOneIsCalledPmem() {
    refused("probe fig-4.1 --place a=/dev/shm --place b=/tmp");
    assertThat(err())
        .isEqualTo(
            "pmem-ycsb: --place: fig-4.1 is measured on one place; name one of a, b%n".formatted());
  }

  @Test
  void oneExtentExcludesTheOthers() {
    refused("probe --quick --full");
    assertThat(err()).contains("--quick", "--full");
  }
}
