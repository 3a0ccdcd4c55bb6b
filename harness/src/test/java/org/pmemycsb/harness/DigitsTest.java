package org.pmemycsb.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.cli.Main;

/** Figures in files, and for other programs, where the language of the user has other digits. */
class DigitsTest {
  @Test
  void aCommandPrintsTheSameFiguresInEveryLanguage() {
    Locale format = Locale.getDefault(Locale.Category.FORMAT);
    PrintStream real = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("fa-IR"));
      assertThat("%d".formatted(7)).as("a language with digits of its own").isNotEqualTo("7");
      Main.execute("run", "--db", "noop", "--threads", "7", "--repeats", "1", "--dry-run");
      assertThat(out.toString(StandardCharsets.UTF_8)).contains("noop, 7 threads");
      assertThat("%d %.1f".formatted(7, 1.5)).isEqualTo("7 1.5");
    } finally {
      System.setOut(real);
      Locale.setDefault(Locale.Category.FORMAT, format);
    }
  }
}
