package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Profiles;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.feature.profile.Profiler;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Profile;
import org.pmemycsb.harness.result.ResultFolder;

class ProfileTablesTest {
  private static final List<PhaseResult> MEASURED =
      List.of(
          Phases.valid("redis", "trace", "load", 1, 1, 1000),
          Phases.valid("redis", "trace", "A", 1, 1, 2000));
  private static final String STACKS =
      """
      clients;Worker.run_[0];write;tcp_sendmsg_[k] 30
      clients;Worker.run_[0];<init>_[1] 10
      other threads;</script><!--<script>;Compile::Compile 7
      server;redis-server;call;dictFind 5
      server;redis-server;[redis-server] 4
      server;[unknown] 1
      """;

  @TempDir private Path folder;

  private Results results(Profile how) throws Exception {
    List<PhaseResult> asides = new ArrayList<>();
    Files.createDirectories(ResultFolder.profiles(folder));
    for (PhaseResult phase : MEASURED) {
      PhaseResult profiled = Phases.profiled(how, phase);
      asides.add(profiled);
      Files.writeString(
          ResultFolder.profiles(folder).resolve(Profiler.fileName(profiled.run(), phase.phase())),
          STACKS);
    }
    Results plain = Samples.results(MEASURED, List.of());
    return Changed.with(
        plain, "profiles", Profiles.read(folder, asides, plain.cells(), line -> {}));
  }

  private static String document(Results results) {
    return Samples.document(results, "profiles-section", "places-section");
  }

  @Test
  void eachGroupOfThreadsHasItsNamedSamplesAndAFlameGraph() throws Exception {
    assertThat(document(results(new Profile("async-profiler", "perf, cpu-clock"))))
        .containsPattern(
            "\\| redis \\| 1 \\| 1 KiB \\| clients \\| async-profiler"
                + " \\| \\[100.0 % of 40\\]\\(profiles/[\\w.-]+_load.html\\)"
                + " \\| \\[100.0 % of 40\\]\\(profiles/[\\w.-]+_A.html\\) \\|")
        .containsPattern("\\| other threads \\| async-profiler \\| \\[100.0 % of 7\\]")
        .containsPattern("\\| server \\| perf, cpu-clock \\| \\[90.0 % of 10\\]");
  }

  @Test
  void thePlacesAreSharesOfTheSamplesOfTheirThreads() throws Exception {
    assertThat(document(results(new Profile("async-profiler", "perf, cpu-clock"))))
        .contains("| clients | tcp_sendmsg | 75.0 % | 75.0 % |")
        .contains("| clients | &lt;init> | 25.0 % | 25.0 % |")
        .contains("| server | dictFind | 50.0 % | 50.0 % |")
        .contains("| server | redis-server (in redis-server) | 40.0 % | 40.0 % |")
        .doesNotContain("Compile::Compile");
  }

  @Test
  void aServerThatWasNotSampledIsNamedWithTheReason() throws Exception {
    assertThat(document(results(new Profile("async-profiler", "no perf"))))
        .contains("| server | no perf |");
  }

  @Test
  void theFlameGraphHasTheFramesOfAllProcessesAndNoScriptOfTheirs() throws Exception {
    Results results = results(new Profile("async-profiler", "perf, cpu-clock"));
    FlameGraphs.write(folder, results);

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
            Profiles.read(
                folder.resolve("none"),
                List.of(profiled),
                Samples.results(MEASURED, List.of()).cells(),
                remarks::add))
        .isEmpty();
    assertThat(remarks).singleElement().asString().contains(folder + "/none/");
  }
}
