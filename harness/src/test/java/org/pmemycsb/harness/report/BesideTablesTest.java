package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Beside;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.feature.profile.Profiler;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.tables.BesideTables;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Profile;
import org.pmemycsb.harness.result.ResultFolder;

/** The split, and the profiles. */
class BesideTablesTest {
  private static PhaseResult whole(int repeat, double throughput) {
    PhaseResult phase = Phases.valid("pmemkv", "trace", "load", 1, repeat, throughput);
    return with(phase, "run/" + repeat, phase.conditions(), null);
  }

  private static PhaseResult without(Purpose purpose, int repeat, double throughput) {
    PhaseResult phase = Phases.valid("pmemkv", "trace", "load", 1, repeat, throughput);
    Conditions key = phase.conditions();
    return with(
        phase,
        "run/" + purpose.id() + "/" + repeat,
        key.with(key.label(), purpose.id()).with(Dimension.DURABILITY, "none"),
        purpose.id());
  }

  private static PhaseResult with(PhaseResult of, String run, Conditions key, String purpose) {
    return Changed.with(
        Changed.with(
            Changed.with(Phases.as(run, of), "conditions", key), "origin.purpose", purpose),
        "origin.beside",
        purpose == null ? null : "run/" + of.origin().invocation());
  }

  private final List<PhaseResult> phases = new ArrayList<>();
  private final List<PhaseResult> beside = new ArrayList<>();

  private Results split() {
    return Changed.with(
        Samples.results("pmemkv", Samples.environment(), phases, List.of()),
        "journal",
        Samples.journal(phases, beside));
  }

  private String splitDocument() {
    return Samples.document(split(), "split-section");
  }

  private void runs(int repeats) {
    for (int repeat = 1; repeat <= repeats; repeat++) {
      double scatter = 1 + repeat / 1000.0;
      phases.add(whole(repeat, 600 * scatter));
      beside.add(without(Purpose.NO_FLUSHES, repeat, 1000 * scatter));
      beside.add(without(Purpose.NO_FENCES, repeat, 625 * scatter));
      beside.add(without(Purpose.NEITHER, repeat, 1200 * scatter));
    }
  }

  @Test
  void sharesAreOfTheTimeOfAnOperation() {
    runs(4);

    assertThat(splitDocument())
        .containsPattern(
            "\\| pmemkv \\| 1 \\| 1 KiB \\| load \\| 60\\d \\| 1,00\\d \\| 62\\d \\| 1,20\\d \\|"
                + " 40 % \\[40 to 40] \\| 4 % \\[4 to 4] \\| 50 % \\[50 to 50] \\|");
  }

  @Test
  void oneRunHasNoInterval() {
    runs(1);

    assertThat(splitDocument()).contains("| 40 % | 4 % | 50 % |");
  }

  @Test
  void anInvalidPartHasNoShare() {
    runs(4);
    PhaseResult bad = Phases.invalid("pmemkv", "trace", "load", 1, 1, "lost");
    PhaseResult instead = beside.remove(0);
    beside.add(
        with(
            Phases.with(bad.measurement(), instead),
            instead.run(),
            instead.conditions(),
            instead.origin().purpose()));

    assertThat(splitDocument()).contains("INVALID").contains("| | 4 % [4 to 4]");
  }

  @Test
  void itIsInNoOtherTable() {
    runs(4);
    Results split = split();
    beside.clear();

    assertThat(split.cells()).isEqualTo(split().cells()).hasSize(1);
    assertThat(BesideTables.split(split(), Names.of(split.cells())).any()).isFalse();
  }

  @Test
  void claimsNameItByTheRunner() {
    runs(4);
    Results split = split();
    List<Cell> cells = Beside.withSplit(phases, beside, split.cells());

    assertThat(cells.stream().map(cell -> cell.key().runner()))
        .containsExactlyInAnyOrder("trace", "no-flushes", "no-fences", "neither");
    assertThat(cells).allMatch(cell -> cell.key().durability().equals("commit"));
  }

  private static final List<PhaseResult> MEASURED =
      List.of(
          Phases.valid("redis", "trace", "load", 1, 1, 1000),
          Phases.valid("redis", "trace", "A", 1, 1, 2000));
  private static final String STACKS =
      """
      clients;ClientThread.run_[0];write;tcp_sendmsg_[k] 30
      clients;ClientThread.run_[0];<init>_[1] 10
      other threads;</script><!--<script>;Compile::Compile 7
      server;redis-server;call;dictFind 5
      server;redis-server;[redis-server] 4
      server;[unknown] 1
      """;

  @TempDir private Path folder;

  private Results profiled(Profile how) throws Exception {
    List<PhaseResult> profiles = new ArrayList<>();
    Files.createDirectories(ResultFolder.profiles(folder));
    for (PhaseResult phase : MEASURED) {
      PhaseResult profiled = Phases.profiled(how, phase);
      profiles.add(profiled);
      Files.writeString(
          ResultFolder.profiles(folder).resolve(Profiler.fileName(profiled.run(), phase.phase())),
          STACKS);
    }
    Results plain = Samples.results(MEASURED, List.of());
    return Changed.with(
        plain, "profiles", Beside.profiles(folder, profiles, plain.cells(), line -> {}));
  }

  private static String document(Results results) {
    return Samples.document(results, "profiles-section", "places-section");
  }

  @Test
  void eachGroupOfThreadsHasItsNamedSamplesAndAFlameGraph() throws Exception {
    assertThat(document(profiled(new Profile("async-profiler", "perf, cpu-clock"))))
        .containsPattern(
            "\\| redis \\| 1 \\| 1 KiB \\| clients \\| async-profiler"
                + " \\| \\[100.0 % of 40\\]\\(profiles/[\\w.-]+_load.html\\)"
                + " \\| \\[100.0 % of 40\\]\\(profiles/[\\w.-]+_A.html\\) \\|")
        .containsPattern("\\| other threads \\| async-profiler \\| \\[100.0 % of 7\\]")
        .containsPattern("\\| server \\| perf, cpu-clock \\| \\[90.0 % of 10\\]");
  }

  @Test
  void thePlacesAreSharesOfTheSamplesOfTheirThreads() throws Exception {
    assertThat(document(profiled(new Profile("async-profiler", "perf, cpu-clock"))))
        .contains("| clients | tcp_sendmsg | 75.0 % | 75.0 % |")
        .contains("| clients | &lt;init> | 25.0 % | 25.0 % |")
        .contains("| server | dictFind | 50.0 % | 50.0 % |")
        .contains("| server | redis-server (in redis-server) | 40.0 % | 40.0 % |")
        .doesNotContain("Compile::Compile");
  }

  @Test
  void aServerThatWasNotSampledIsNamedWithTheReason() throws Exception {
    assertThat(document(profiled(new Profile("async-profiler", "no perf"))))
        .contains("| server | no perf |");
  }

  @Test
  void theFlameGraphHasTheFramesOfAllProcessesAndNoScriptOfTheirs() throws Exception {
    Results results = profiled(new Profile("async-profiler", "perf, cpu-clock"));
    Report.flameGraphs(folder, results);

    String file = results.profiles().get(1).file() + ".html";
    // The file has only that part of a name in which it differs from the name before.
    assertThat(Files.readString(ResultFolder.profiles(folder).resolve(file)))
        .contains("<h1>Phase A of redis</h1>", "tcp_sendmsg", "dictFind", "init>")
        .containsOnlyOnce("</script>")
        .doesNotContain("<!--")
        .doesNotContain("src=");
  }

  @Test
  void aFileThatIsMissingIsNamed() throws Exception {
    List<String> remarks = new ArrayList<>();
    PhaseResult profiled = Phases.profiled(new Profile("async-profiler", null), MEASURED.get(0));

    assertThat(
            Beside.profiles(
                folder.resolve("none"),
                List.of(profiled),
                Samples.results(MEASURED, List.of()).cells(),
                remarks::add))
        .isEmpty();
    assertThat(remarks).singleElement().asString().contains(folder + "/none/");
  }
}
