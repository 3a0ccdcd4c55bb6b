package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.feature.profile.Profiler;
import org.pmemycsb.harness.feature.profile.Stacks;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.ResultFolder;

/** Profiles of real databases. */
class ProfileTest {
  @TempDir private Path folder;

  private Path run(String more) {
    Path results = folder.resolve("results");
    HarnessProcess.runHere(
            """
            run --out %s --workloads A --records 5000 --duration 300ms --repeats 1 --calibrate 0
            """
                + more,
            results)
        .hasStatus(0);
    return results;
  }

  private static List<PhaseResult> profiled(Path results) throws Exception {
    return new Journal(results)
        .contents().phases().stream()
            .filter(phase -> "profiled".equals(phase.origin().purpose()))
            .toList();
  }

  private static Stacks stacks(Path results, String phase) throws Exception {
    PhaseResult profiled =
        profiled(results).stream().filter(each -> each.phase().equals(phase)).findFirst().get();
    return Stacks.parse(
        Files.readString(
            ResultFolder.profiles(results).resolve(Profiler.fileName(profiled.run(), phase))));
  }

  @Test
  void aProfileIsNoPartOfTheComparisonAndReachesIntoTheStore() throws Exception {
    Path results = run("--db pmemkv");
    List<String> figures = Files.readAllLines(results.resolve("summary.csv"));
    HarnessProcess.runHere("run --resume %s --show profile", results).hasStatus(0);

    assertThat(Files.readAllLines(results.resolve("summary.csv"))).isEqualTo(figures);
    assertThat(new Journal(results).read()).hasSize(2);
    Stacks clients = stacks(results, "A").of(Stacks.CLIENTS);
    assertThat(clients.text()).contains("StoreNative").contains(";pmemkv_put;");
    assertThat(clients.named()).isGreaterThanOrEqualTo(clients.samples() * 9 / 10);
    assertThat(Files.readString(results.resolve("report.html"))).contains("href=\"profiles/");
    assertThat(ResultFolder.profiles(results))
        .isDirectoryContaining(file -> file.toString().endsWith("_A.html"));
  }

  @Tag("everything")
  @Test
  void aServerHasItsOwnStacksOrAReason() throws Exception {
    Path results = run("--db redis@pmem --show profile");

    for (PhaseResult phase : profiled(results)) {
      String how = phase.measurement().resources().profile().server();
      Stacks server = stacks(results, phase.phase()).of(Stacks.SERVER);
      if (how.startsWith(Profiler.NOT_SAMPLED)) {
        assertThat(server).isEqualTo(Stacks.NONE);
        assertThat(how).contains("; ");
      } else {
        // A stack begins with the name of its thread; some of a server have other names.
        assertThat(server.text()).containsPattern("(?m)^redis-server;");
      }
    }
    assertThat(profiled(results)).hasSize(2);
  }
}
