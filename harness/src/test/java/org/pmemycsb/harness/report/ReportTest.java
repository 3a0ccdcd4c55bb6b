package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.util.DefaultLocale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.ResultFolder;

/** Whatever a run leaves behind can be rendered; under a locale with a decimal comma. */
@DefaultLocale("de-DE")
class ReportTest {
  private static final List<String> FILES =
      List.of(
          "summary.csv",
          "runs.csv",
          "ratios.csv",
          "summary.json",
          "report.md",
          "report.html",
          "tables.tex");
  private static final String EVIL = "pm<script>alert(1)</script>\"'&_%|kv";

  @TempDir private Path parent;
  private Path folder;

  @BeforeEach
  void makeFolder() {
    folder = parent.resolve("results");
    ResultFolder.create(folder, Samples.experiment(), Samples.environment());
  }

  private void journal(List<PhaseResult> phases) throws Exception {
    Journal journal = new Journal(folder);
    for (int i = 0; i < phases.size(); i += 2) {
      journal.append(phases.subList(i, i + 2));
    }
  }

  private List<PhaseResult> run(String database, int threads, int repeat, double throughput) {
    return List.of(
        Phases.valid(database, "load", threads, repeat, throughput),
        Phases.valid(database, "C", threads, repeat, throughput * 2));
  }

  @Test
  void theTablesOfTheFirstRepeatsSayThatMoreAreToCome() throws Exception {
    journal(run("redis", 1, 1, 5_000));
    String first = Report.textAfter(ResultFolder.open(folder), 1);
    journal(run("redis", 1, 2, 5_100));
    String second = Report.textAfter(ResultFolder.open(folder), 2);

    assertThat(first.lines().findFirst().orElseThrow()).matches("after 1 of \\d+ repeats.*");
    assertThat(first).contains("5,000").doesNotContain("5.00-");
    assertThat(second.lines().findFirst().orElseThrow()).matches("after 2 of \\d+ repeats.*");
    assertThat(second).contains("4.45-5.73k");
    assertThat(folder.resolve("report.html")).doesNotExist();
  }

  @Test
  void repeatsBesideABudgetAreCountedUnlessTheBudgetSetsThem() throws Exception {
    Path file = folder.resolve("experiment.yaml");
    Files.writeString(file, Files.readString(file) + "budget: 4min\n");
    journal(run("redis", 1, 1, 5_000));
    journal(run("redis", 1, 2, 5_001));
    assertThat(Report.textAfter(ResultFolder.open(folder), 2)).startsWith("after 2 of 4 repeats; ");

    Files.writeString(file, Files.readString(file).replaceFirst("repeats: \\d+", "repeats: 1"));
    assertThat(Report.textAfter(ResultFolder.open(folder), 1)).startsWith("after the first ");
    Report.render(ResultFolder.open(folder), false);
    assertThat(folder.resolve("report.md")).content().contains("mean of 2 runs");
  }

  @Test
  void theTablesOfTheFirstRepeatsExplainTheMarkOfAnUnsteadyCell() throws Exception {
    List<PhaseResult> phases = run("redis", 1, 1, 5_000);
    journal(List.of(phases.get(0), Phases.rising(phases.get(1))));
    String first = Report.textAfter(ResultFolder.open(folder), 1);

    assertThat(first).contains("10,000*");
    assertThat(first.lines().findFirst().orElseThrow()).contains("; * ");
  }

  @Test
  void theReportSaysWhatTheRunsSpentOutsideTheirPhases() throws Exception {
    List<PhaseResult> phases = run("redis", 1, 1, 5_000);
    journal(
        List.of(
            phases
                .get(0)
                .withRunSeconds(
                    Map.of("phases", 150.0, "servers", 30.0, "practice", 15.0, "checks", 5.0)),
            phases.get(1)));
    Report.render(ResultFolder.open(folder), false);

    assertThat(folder.resolve("report.md"))
        .content()
        .contains("3 min 20 s, ", "25 %", "(servers 15 %, practice 8 %, checks");
  }

  @Test
  void aPlotThatCannotBeWrittenIsNamed() throws Exception {
    journal(run("redis", 1, 1, 1000));
    Path plot = folder.resolve("plots/workloads-1-thread-1-kib-values.png");
    Files.createDirectories(plot);

    assertThatThrownBy(() -> Report.render(ResultFolder.open(folder), false))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(plot + ": ");
  }

  /** Another user may have made the folder, and has the report overwrite or print our files. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "report.md",
        "summary.csv",
        "environment.json",
        "cells.jsonl",
        "plots",
        "configuration/redis"
      })
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void linksInTheFolderAreNotFollowed(String name, @TempDir Path ours) throws Exception {
    journal(run("redis", 1, 1, 1000));
    Path secret = Files.writeString(ours.resolve("secret.svg"), "secret");
    Path link = folder.resolve(name);
    Files.createDirectories(link.getParent());
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, name.contains(".") ? secret : ours);

    assertThatThrownBy(() -> Report.render(ResultFolder.open(folder), false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("link");

    assertThat(secret).hasContent("secret");
    assertThat(ours).isDirectoryContaining(secret::equals);
  }

  @Test
  void aLinkInThePlaceOfATemporaryFileIsNotFollowed(@TempDir Path ours) throws Exception {
    journal(run("redis", 1, 1, 1000));
    Path secret = Files.writeString(ours.resolve("secret"), "secret");
    Files.createSymbolicLink(folder.resolve(".report.md.new"), secret);

    rendersAll();

    assertThat(secret).hasContent("secret");
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeInThePlaceOfTheJournalIsRefused() throws Exception {
    new ProcessBuilder("mkfifo", folder.resolve("cells.jsonl").toString()).start().waitFor();

    assertThatThrownBy(() -> Report.render(ResultFolder.open(folder), false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("special file");
  }

  private void rendersAll() throws Exception {
    Report.render(ResultFolder.open(folder), false);
    for (String file : FILES) {
      assertThat(folder.resolve(file)).as(file).isNotEmptyFile();
    }
    try (Stream<Path> plots = Files.list(folder.resolve("plots"))) {
      assertThat(plots)
          .isNotEmpty()
          .allMatch(plot -> plot.toString().matches(".*[.](pdf|png)"))
          .allSatisfy(plot -> assertThat(plot).isNotEmptyFile());
    }
  }

  private String page() throws Exception {
    return Files.readString(folder.resolve("report.html"));
  }

  @Test
  void invalidCellsHaveNoFigureAnywhere() throws Exception {
    journal(
        List.of(
            Phases.valid("redis", "load", 1, 1, 1000),
            Phases.invalid("redis", "C", 1, 1, "<lost> & gone")));

    rendersAll();

    assertThat(page()).contains("&lt;lost&gt; &amp; gone").doesNotContain("<lost>");
    for (String file : FILES) {
      // What the invalid run is made to have reached.
      assertThat(Files.readString(folder.resolve(file)))
          .as(file)
          .doesNotContain("99999999")
          .doesNotContain("99,999,999");
    }
  }

  @Test
  void aLabelCannotBreakOutOfAnyFormat() throws Exception {
    journal(run(EVIL, 1, 1, 1000));

    rendersAll();

    assertThat(page()).doesNotContain("<script>alert");
    assertThat(Files.readString(folder.resolve("report.md"))).doesNotContain("<script>");
    assertThat(Files.readString(folder.resolve("tables.tex"))).contains("\\&\\_\\%\\textbar{}kv");
  }

  @Test
  void fiveHundredCells() throws Exception {
    List<PhaseResult> phases = new ArrayList<>();
    for (String database : List.of("a", "b", "c", "d", "e")) {
      for (int threads = 1; threads <= 50; threads++) {
        phases.addAll(run(database, threads, 1, 1000 * threads));
      }
    }
    journal(phases);

    rendersAll();

    assertThat(Files.readAllLines(folder.resolve("summary.csv"))).hasSize(501);
    assertThat(page().split("<svg class=\"chart\"").length - 1)
        .as("charts: one for each of 50 numbers of threads, two over the threads, and of time none")
        .isEqualTo(52);
  }

  @Test
  void renderingAgainUnderAnyLocaleGivesTheSameBytes() throws Exception {
    journal(run("redis", 1, 1, 1000));
    rendersAll();
    String first = page();
    byte[] plot = Files.readAllBytes(folder.resolve("plots/workloads-1-thread-1-kib-values.pdf"));

    Locale.setDefault(Locale.US);
    rendersAll();

    assertThat(page()).isEqualTo(first);
    assertThat(folder.resolve("plots/workloads-1-thread-1-kib-values.pdf")).hasBinaryContent(plot);
  }
}
