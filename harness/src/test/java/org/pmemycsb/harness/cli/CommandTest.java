package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Catches what a command prints. */
abstract class CommandTest {
  final ByteArrayOutputStream out = new ByteArrayOutputStream();
  final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private PrintStream realOut;
  private PrintStream realErr;

  @TempDir Path folder;

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

  /** Runs a command that succeeds; blanks part its arguments. */
  final void ok(String line) {
    assertStatus(Main.OK, line);
  }

  final void invalid(String line) {
    assertStatus(Main.INVALID, line);
  }

  final void refused(String line) {
    assertStatus(Main.USAGE, line);
  }

  private void assertStatus(int status, String line) {
    assertThat(Main.execute(line.split(" "))).as(this::err).isEqualTo(status);
  }

  final String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  final String out() {
    return out.toString(StandardCharsets.UTF_8);
  }
}
