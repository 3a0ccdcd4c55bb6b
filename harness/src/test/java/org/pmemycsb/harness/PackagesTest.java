package org.pmemycsb.harness;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The packages of the harness, against the list in {@code docs/internals/architecture.md}, and its
 * programs.
 */
class PackagesTest {
  private static final String ROOT = PackagesTest.class.getPackageName();
  private static final String HEADING = "## The packages of the harness";
  private static final Path PAGE = Path.of("..", "docs", "internals", "architecture.md");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPath(Path.of("target", "classes"));

  /** The lines of the list below the root package, which is in none. */
  private static List<List<String>> rows() throws IOException {
    String section = Files.readString(PAGE).split(HEADING)[1].split("\n## ")[0];
    Stream<List<String>> listed =
        section
            .lines()
            .filter(line -> line.startsWith("- `"))
            .map(
                line ->
                    NAME.matcher(line.split(":")[0])
                        .results()
                        .map((MatchResult found) -> ROOT + "." + found.group(1))
                        .toList());
    return Stream.concat(Stream.of(List.of(ROOT)), listed).toList();
  }

  static List<String> packages() throws IOException {
    return rows().stream().flatMap(List::stream).toList();
  }

  @Test
  void theListHasEveryPackageOnce() throws IOException {
    assertThat(packages())
        .containsExactlyInAnyOrderElementsOf(
            CLASSES.stream().map(each -> each.getPackageName()).distinct().toList());
  }

  @Test
  void thePackagesOfARoomFollowEachOther() throws IOException {
    List<String> rooms =
        packages().stream()
            .skip(1)
            .map(name -> name.substring(ROOT.length() + 1).split("\\.")[0])
            .toList();
    List<String> entered =
        IntStream.range(0, rooms.size())
            .filter(i -> i == 0 || !rooms.get(i).equals(rooms.get(i - 1)))
            .mapToObj(rooms::get)
            .toList();
    assertThat(entered).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void noPackageUsesALaterOneOrOneOfItsRow(String name) throws IOException {
    List<List<String>> rows = rows();
    int row = IntStream.range(0, rows.size()).filter(i -> rows.get(i).contains(name)).sum();
    String[] forbidden =
        rows.stream()
            .skip(row)
            .flatMap(List::stream)
            .filter(other -> !other.equals(name))
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(name)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(forbidden)
        .check(CLASSES);
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
        .check(CLASSES);
  }
}
