package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private PrintStream realOut;
  private PrintStream realErr;

  @TempDir private Path folder;

  @BeforeEach
  void capture() {
    realOut = System.out;
    realErr = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void release() {
    System.setOut(realOut);
    System.setErr(realErr);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "run --db oracle                        | db: there is no 'oracle'; there are: noop",
        "run --db noop --workloads A,Z          | workloads: there is no 'Z'",
        "run --db noop --records 0              | records: 0 is out of range",
        "run --db noop --operations -5          | operations: -5 is out of range",
        "run --db noop --threads 0              | threads: 0 is out of range",
        "run --db noop --threads one            | 'one' is not an int",
        "run --db noop --value-size 4KB         | value-size: '4KB' is no size",
        "run --db noop --repeats 0              | repeats: 0 is out of range",
        "run --db noop --durability sometimes   | unknown durability 'sometimes'",
        "run --db noop --runner warp            | runner: there is no 'warp'",
        "run --db noop --pmem /no/such/folder   | --pmem: there is no folder /no/such/folder",
        "run --db noop --speed 3                | Unknown option",
        "run /no/such/file.yaml                 | there is no such file",
        "run --resume /no/such/folder           | is no result folder",
        "report /no/such/folder                 | is no result folder",
        "dance                                  | Unmatched argument",
      })
  void whatIsWrongIsOneLineAndStatusTwo(String arguments, String message) {
    assertThat(Main.execute(arguments.split(" "))).isEqualTo(Main.USAGE);
    assertThat(err()).startsWith("pmem-ycsb: ").contains(message);
    assertThat(err().strip()).doesNotContain("\n").doesNotContain("Exception");
  }

  @Test
  void aResultFolderThatIsNotEmptyIsRefused() throws IOException {
    Files.writeString(folder.resolve("precious"), "x");

    assertThat(Main.execute("run", "--db", "noop", "--out", folder.toString()))
        .isEqualTo(Main.USAGE);
    assertThat(err()).contains("is not empty");
    assertThat(folder.resolve("precious")).hasContent("x");
  }

  @Test
  void noArgumentsPrintTheUsage() {
    assertThat(Main.execute()).isEqualTo(Main.OK);
    assertThat(out()).contains("Usage: pmem-ycsb").contains("run").contains("doctor");
  }

  @Test
  void theVersionIsPrinted() {
    assertThat(Main.execute("--version")).isEqualTo(Main.OK);
    assertThat(out()).startsWith("pmem-ycsb ");
  }

  @Test
  void doctorSaysWhatTheFolderLiesOn() {
    assertThat(Main.execute("doctor", "--pmem", folder.toString())).isEqualTo(Main.OK);
    assertThat(out()).contains(folder + " ").containsPattern("dax|tmpfs|disk");
  }
}
