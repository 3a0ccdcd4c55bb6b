package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.result.Journal;

/** What each command does with a damaged result folder. */
class DamagedResultsTest extends CommandTest {
  @TempDir static Path once;

  private Path results;
  private Path journal;

  @BeforeEach
  void measure() throws IOException {
    results = once.resolve("out");
    if (!Files.exists(results)) {
      assertThat(run("--out")).isEqualTo(Main.OK);
    }
    Path copy = folder.resolve("out");
    try (Stream<Path> files = Files.walk(results)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, copy.resolve(results.relativize(file)));
      }
    }
    results = copy;
    journal = results.resolve(Journal.FILE);
    err.reset();
  }

  private int run(String into) throws IOException {
    Path medium = Files.createDirectories(once.resolve("medium"));
    return Main.execute(
        ("run --db noop --records 10 --operations 100 --repeats 2 --workloads C --threads 1 --output quiet"
                + " --place pmem="
                + medium
                + " "
                + into
                + " "
                + results)
            .split(" "));
  }

  private int call(String command) throws IOException {
    err.reset();
    return switch (command) {
      case "compare" -> Main.execute("compare", results.toString(), results.toString());
      case "report" -> Main.execute("report", results.toString());
      default -> run("--resume");
    };
  }

  @Test
  void noiseInTheMiddleIsRefusedByAllAndNothingIsWritten() throws IOException {
    byte[] noisy = Files.readAllBytes(journal);
    int second = new String(noisy, "ISO-8859-1").indexOf('\n') + 1;
    for (int i = 0; i < 40; i++) {
      noisy[second + 100 + i] = (byte) (i * 37);
    }
    noisy[second + 105] = 'x'; // no end of a line among them
    Files.write(journal, noisy);
    byte[] experiment = Files.readAllBytes(results.resolve("experiment.yaml"));

    for (String command : List.of("report", "compare", "resume")) {
      assertThat(call(command)).as(command).isEqualTo(Main.USAGE);
      assertThat(err()).as(command).contains(journal + ", line ").doesNotContain("Exception");
      assertThat(err().strip()).as(command).doesNotContain("\n");
      assertThat(journal).hasBinaryContent(noisy);
      assertThat(results.resolve("experiment.yaml")).hasBinaryContent(experiment);
    }
  }

  @Test
  void aTornLastLineIsDroppedWithANoteAndItsRunMadeAgain() throws IOException {
    String whole = Files.readString(journal);
    Files.writeString(journal, whole.substring(0, whole.length() - 30));

    for (String command : List.of("report", "compare")) {
      assertThat(call(command)).as(command).isEqualTo(Main.OK);
      assertThat(err()).as(command).contains(journal + ": ");
    }
    err.reset();
    assertThat(call("resume")).isEqualTo(Main.OK);
    assertThat(err()).contains(journal + ": ");
    assertThat(call("report")).isEqualTo(Main.OK);
    assertThat(err()).doesNotContain("cells.jsonl");
    assertThat(new Journal(results).read().stream().map(each -> each.run()).distinct()).hasSize(2);
  }

  @Test
  void aReportWithoutItsJournalKeepsTheFiguresOfTheLastReport() throws IOException {
    Path figures = results.resolve("summary.csv");
    String before = Files.readString(figures);
    Files.writeString(journal, "");

    assertThat(call("report")).isEqualTo(Main.USAGE);
    assertThat(err()).contains(journal + " ", "runs.csv ").hasLineCount(1);
    Files.delete(journal);
    assertThat(call("report")).isEqualTo(Main.USAGE);
    assertThat(figures).hasContent(before);

    Files.delete(results.resolve("runs.csv"));
    assertThat(call("report")).isEqualTo(Main.OK);
  }

  @Test
  void aCutAndAMissingHistogramAreNamed() throws IOException {
    Path damaged;
    try (Stream<Path> files = Files.list(results.resolve("histograms"))) {
      damaged = files.sorted().findFirst().orElseThrow();
    }
    List<String> lines = Files.readAllLines(damaged);
    Files.write(damaged, lines.subList(0, lines.size() - 1));

    for (String command : List.of("report", "compare")) {
      assertThat(call(command)).as(command).isEqualTo(Main.OK);
      assertThat(err()).as(command).contains(damaged.getFileName().toString());
    }
    Files.delete(damaged);
    assertThat(call("report")).isEqualTo(Main.OK);
    assertThat(err()).contains(damaged.getFileName().toString());
  }

  @Test
  void aDamagedDescriptionIsNamed() throws IOException {
    for (String file : List.of("environment.json", "experiment.yaml")) {
      byte[] whole = Files.readAllBytes(results.resolve(file));
      Files.write(results.resolve(file), new byte[] {'{', 1, 2, 3}, StandardOpenOption.WRITE);
      assertThat(call("report")).as(file).isEqualTo(Main.USAGE);
      assertThat(err()).contains(file).doesNotContain("kept");
      assertThat(err().strip()).doesNotContain("\n");
      Files.write(results.resolve(file), whole);
    }
  }

  /** As root, because only root can make files of another user. */
  @ParameterizedTest
  @ValueSource(strings = {"", "experiment.yaml"})
  @EnabledIf("isRoot")
  void theExperimentOfAnotherUserIsNotContinued(String foreign) throws IOException {
    Path made = folder.resolve("made");
    Path experiment = results.resolve("experiment.yaml");
    Files.writeString(experiment, Files.readString(experiment) + "prepare: touch " + made + "\n");
    Files.writeString(journal, "");
    Files.setAttribute(results.resolve(foreign), "unix:uid", 4242);

    refused("run --resume " + results + " --output quiet");

    assertThat(err()).contains("user 4242");
    assertThat(made).doesNotExist();
  }

  static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }
}
