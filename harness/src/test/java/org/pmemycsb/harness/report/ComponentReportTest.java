package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.claim.ClaimVerdict;
import org.pmemycsb.harness.claim.Claims;
import org.pmemycsb.harness.experiment.ComponentFile;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.medium.Probe;
import org.pmemycsb.harness.medium.Probes;

class ComponentReportTest {
  private static final String EXPERIMENT =
      """
      title: Two calls
      calls: [fast, slow]
      addresses: [random, sequential]
      valueSize: [64, 256]
      repeats: 3
      threads: [1, 2, 64]
      claims:
        - {id: faster, says: The fast one is faster, holds: "min(ratio(fast, slow, phase in [random, sequential], each value, threads in [1])) > 1"}
        - {id: many, says: It scales to 64 threads, holds: "all(ratio(fast at threads 64, fast at threads 1, phase in [random], each value)) > 1"}
      """;

  @TempDir private Path folder;

  private Experiment experiment(String text) throws IOException {
    return ComponentFile.read(Files.writeString(folder.resolve("two.yaml"), text), 2).finish();
  }

  static List<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.list(Installation.find().workloads().resolve("medium"))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void everyClaimOfTheFiguresCanBeJudged(Path file) {
    Experiment experiment = ComponentFile.read(file, 16).finish();

    assertThat(experiment.claims()).isNotEmpty();
    Claims.check(experiment);
    assertThat(Probes.known())
        .containsAll(experiment.databases().stream().map(DatabaseChoice::id).toList());
  }

  @Test
  void claimsAreHeldAgainstTheFigures() throws IOException {
    Experiment experiment = experiment(EXPERIMENT);
    Probe probe = Probes.of(List.of("fast", "slow"), List.of(64, 256), List.of(100.0, 300.0));

    ComponentReport report =
        new ComponentReport(experiment, Samples.environment().probed(Map.of("pmem", probe)), probe);

    assertThat(report.claims())
        .extracting(claim -> claim.verdict())
        .containsExactly(ClaimVerdict.HOLDS, ClaimVerdict.UNDECIDED);
  }

  @Test
  void aReportHasChartsForEachOrderOfAddresses() throws IOException {
    Experiment experiment = experiment(EXPERIMENT);
    Probe probe = Probes.of(List.of("fast", "slow"), List.of(64, 256), List.of(100.0, 300.0));
    ComponentReport report =
        new ComponentReport(experiment, Samples.environment().probed(Map.of("pmem", probe)), probe);

    assertThat(
            report.sections().stream()
                .flatMap(section -> section.groups().stream())
                .flatMap(group -> group.charts().stream())
                .map(chart -> chart.title()))
        .containsExactly("Random addresses, 1 thread", "Sequential addresses, 1 thread");
    String text = report.write(folder.resolve("out"));
    assertThat(text).contains("HOLDS      The fast one is faster", "fast", "slow");
    assertThat(folder.resolve("out/probe.json")).exists();
    assertThat(folder.resolve("out/report.md")).content().contains("# Two calls", "## The medium");
    assertThat(folder.resolve("out/report.html")).content().contains("<svg");
  }

  @Test
  void aWrongKeyIsRefusedWithItsLine() {
    assertThatThrownBy(() -> experiment("calls: [a]\naddresses: [random]\nrecords: 5\n"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("two.yaml:3: unknown key 'records'");
    assertThatThrownBy(() -> experiment("calls: [a]\naddresses: [sideways]\n"))
        .hasMessageContaining("two.yaml:2: addresses: there is no 'sideways'");
    assertThatThrownBy(() -> experiment("calls: [a]\n")).hasMessageContaining("needs 'addresses'");
  }
}
