package org.pmemycsb.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.cli.Main;
import org.pmemycsb.it.harness.HarnessProcess;
import picocli.CommandLine;

/** Every page can be found, every link leads somewhere, and commands have known options. */
class DocumentationTest {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Set<String> NOT_OURS = Set.of("target", "results", ".git");
  private static final Pattern SOURCE =
      Pattern.compile(".*\\.(java|h|cpp|txt|xml|yaml|yml|mustache|md)|.*/bin/[^/]+|.*/\\.ci/run");
  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*?) *$");
  private static final Pattern OPTION = Pattern.compile("(?m)^ +(?:-\\w, +)?(--[a-z-]+)");
  // In code within a line, which may be broken, or on a line of its own.
  private static final Pattern COMMAND =
      Pattern.compile("`bin/pmem-ycsb ([a-z][^`]*)`|bin/pmem-ycsb ([a-z][^`\n]*)");
  private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
  private static final Pattern PATH_TO_DOCS =
      Pattern.compile("(?<![\\w/.-])docs/(?!examples/)[\\w./-]*[\\w/-]");

  @Test
  void everyLinkOfAPageLeadsToAFileAndItsHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : files(path -> path.toString().endsWith(".md"))) {
      LINK.matcher(prose(page))
          .results()
          .map(found -> found.group(1))
          .filter(link -> !link.matches("[a-z]+:.*") && !leadsSomewhere(page, link))
          .forEach(link -> broken.add(ROOT.relativize(page) + ": " + link));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void everyPathToThePagesInASourceExists() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path source : files(path -> SOURCE.matcher(path.toString()).matches())) {
      PATH_TO_DOCS
          .matcher(Files.readString(source))
          .results()
          .map(found -> found.group())
          .filter(path -> !isStartOfAFile(ROOT.resolve(path)))
          .forEach(path -> broken.add(ROOT.relativize(source) + ": " + path));
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void theIndexHasEveryPage() throws IOException {
    String index = Files.readString(DOCS.resolve("README.md"));
    List<String> missing =
        files(path -> path.startsWith(DOCS) && path.toString().endsWith(".md")).stream()
            .map(page -> DOCS.relativize(page).toString())
            .filter(page -> !page.equals("README.md") && !page.startsWith("internals/adr/"))
            .filter(page -> !index.contains("](" + page + ")"))
            .toList();
    assertThat(missing).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "audit", "probe", "report", "compare", "list", "doctor"})
  void theReferenceHasEveryOption(String command) throws IOException {
    String reference = Files.readString(DOCS.resolve("reference/commands.md"));
    List<String> missing =
        OPTION
            .matcher(HarnessProcess.runHere(command + " --help").hasStatus(0).out())
            .results()
            .map(found -> found.group(1))
            .filter(option -> !reference.matches("(?s).*" + option + "\\b(?!-).*"))
            .toList();
    assertThat(missing).isSubsetOf("--help", "--version");
  }

  @Test
  void everyCommandOfAPageHasOptionsThatExist() throws IOException {
    CommandLine program = new CommandLine(Main.class).setCaseInsensitiveEnumValuesAllowed(true);
    List<String> wrong = new ArrayList<>();
    for (Path page : files(path -> path.toString().endsWith(".md"))) {
      COMMAND
          .matcher(Files.readString(page))
          .results()
          .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
          .map(command -> words(command.replaceFirst("\\s+#.*| >>.*|\\\\$", "")))
          .filter(words -> program.getSubcommands().containsKey(words.get(0)))
          .forEach(
              words -> {
                try {
                  program.parseArgs(words.toArray(String[]::new));
                } catch (CommandLine.ParameterException refused) {
                  wrong.add(ROOT.relativize(page) + ": " + refused.getMessage());
                }
              });
    }
    assertThat(wrong).isEmpty();
  }

  /** The words of a command as a shell makes them. An asterisk stands for several files. */
  private static List<String> words(String command) {
    return WORD.matcher(command)
        .results()
        .map(found -> found.group().replaceAll("[\"']", ""))
        .flatMap(word -> word.endsWith("*") ? Stream.of(word, word) : Stream.of(word))
        .toList();
  }

  private static boolean leadsSomewhere(Path page, String link) {
    String[] parts = link.split("#", 2);
    Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
  }

  /** The anchors of the headings, as GitHub makes them. */
  private static List<String> anchors(Path page) {
    return HEADING
        .matcher(prose(page))
        .results()
        .map(found -> found.group(1).toLowerCase(Locale.ROOT))
        .map(text -> text.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
        .toList();
  }

  /** Code may hold brackets and number signs that mean neither a link nor a heading. */
  private static String prose(Path page) {
    try {
      return FENCED.matcher(Files.readString(page)).replaceAll("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A comment may name a decision by its number. */
  private static boolean isStartOfAFile(Path path) {
    if (Files.exists(path)) {
      return true;
    }
    try (Stream<Path> siblings = Files.list(path.getParent())) {
      String start = path.getFileName() + "-";
      return siblings.anyMatch(each -> each.getFileName().toString().startsWith(start));
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Path> files(Predicate<Path> wanted) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_OURS.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (wanted.test(file)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }
}
