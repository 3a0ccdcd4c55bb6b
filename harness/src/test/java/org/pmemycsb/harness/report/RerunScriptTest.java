package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script is run, against a program that tells how it was called. */
class RerunScriptTest {
  @TempDir private Path folder;
  private Path program;

  @BeforeEach
  void makeProgram() throws Exception {
    program = folder.resolve("it's a program");
    Files.writeString(
        program,
        """
        #!/bin/sh
        if [ "$1" = --version ]; then echo "pmem-ycsb 1.0"; exit; fi
        for each; do echo "$each"; done
        """);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private List<String> run(String version, String... arguments) throws Exception {
    Path results = Files.createDirectories(folder.resolve("the results"));
    Path script =
        Files.writeString(results.resolve("rerun.sh"), RerunScript.render(version, program, "60s"));
    List<String> command = new ArrayList<>(List.of("sh", script.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(new File("/")).redirectErrorStream(true).start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as(lines.toString()).isZero();
    return lines;
  }

  @Test
  void theExperimentIsRunAgainFromAnyFolderIntoANewOne() throws Exception {
    List<String> lines = run("1.0");

    assertThat(lines).startsWith("run", folder.resolve("the results/experiment.yaml").toString());
    assertThat(String.join(" ", lines))
        .contains("--patience 60s")
        .contains("--out " + folder.resolve("the results-again-"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--patience 5s --out=there", "--patience=5s --out there"})
  void whatIsGivenGoesBeforeWhatWasThen(String given) throws Exception {
    assertThat(String.join(" ", run("1.0", given.split(" "))))
        .endsWith(given)
        .doesNotContain("60s", "the results-again-");
  }

  @Test
  void anotherVersionIsSaid() throws Exception {
    assertThat(run("0.9").get(0)).contains("pmem-ycsb 0.9", "pmem-ycsb 1.0");
  }
}
