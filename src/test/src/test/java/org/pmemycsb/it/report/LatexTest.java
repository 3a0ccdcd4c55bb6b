package org.pmemycsb.it.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.report.Report;
import org.pmemycsb.harness.result.ResultFolder;
import org.pmemycsb.spi.LocalHost;

/** The tables compile, by themselves and within a document. */
@Tag("everything")
class LatexTest {
  @TempDir private Path folder;

  @BeforeEach
  void render() throws Exception {
    assumeTrue(
        new LocalHost().executable("pdflatex").isPresent(),
        "this machine lacks pdflatex; to mend it: bin/install-packages reports");
    Report.render(ResultFolder.open(SampleResults.write(folder)), false);
  }

  private void compiles(String file) throws Exception {
    Process latex =
        new ProcessBuilder(
                "pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", file)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output.txt").toFile())
            .start();
    assertThat(latex.waitFor(2, TimeUnit.MINUTES)).isTrue();
    String output = Files.readString(folder.resolve("output.txt"), StandardCharsets.ISO_8859_1);
    assertThat(latex.exitValue()).as(output).isZero();
    assertThat(output).contains("Output written on");
    assertThat(folder.resolve(file.replace(".tex", ".pdf"))).isNotEmptyFile();
  }

  @Test
  void theyCompileAloneAndWithinADocument() throws Exception {
    compiles("tables.tex");
    Files.writeString(
        folder.resolve("paper.tex"),
        """
        \\documentclass{article}
        \\usepackage{booktabs}
        \\begin{document}
        Before.
        \\input{tables}
        After.
        \\end{document}
        """);
    compiles("paper.tex");
  }
}
