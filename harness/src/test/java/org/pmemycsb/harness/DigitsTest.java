package org.pmemycsb.harness;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

  @Test
  void everyProgramOfTheHarnessSetsTheFormat() {
    classes()
        .that(
            DescribedPredicate.describe(
                "are programs",
                (JavaClass each) -> each.tryGetMethod("main", String[].class).isPresent()))
        .should()
        .callMethod(Locale.class, "setDefault", Locale.Category.class, Locale.class)
        .check(new ClassFileImporter().importPath(Path.of("target", "classes")));
  }
}
