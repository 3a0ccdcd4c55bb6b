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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.analysis.claim.ClaimResult;
import org.pmemycsb.harness.analysis.claim.ClaimVerdict;
import org.pmemycsb.harness.analysis.claim.Claims;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.plan.design.FigureUnit;
import org.pmemycsb.harness.plan.settings.ComponentFile;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.harness.probe.Probes;
import org.pmemycsb.harness.report.model.Chart;

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

  private ComponentFile file(String text) throws IOException {
    return ComponentFile.read(Files.writeString(folder.resolve("two.yaml"), text), 2);
  }

  private ComponentReport report(String text, Probe probe) throws IOException {
    return new ComponentReport(
        file(text), Samples.environment().probed(Map.of("pmem", probe)), probe);
  }

  private static Probe probe() {
    return Probes.of(List.of("fast", "slow"), List.of(64, 256), List.of(100.0, 300.0));
  }

  static List<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.list(Installation.find().workloads().resolve("medium"))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void everyClaimOfTheFiguresCanBeJudged(Path file) {
    Experiment experiment = ComponentFile.read(file, 32).experiment();

    assertThat(experiment.get(Settings.CLAIMS)).isNotEmpty();
    Claims.check(experiment);
  }

  @Test
  void aReportHasClaimsAndChartsForEachOrderOfAddresses() throws IOException {
    ComponentReport report = report(EXPERIMENT, probe());

    assertThat(report.claims())
        .extracting(ClaimResult::verdict)
        .containsExactly(ClaimVerdict.HOLDS, ClaimVerdict.UNDECIDED);
    assertThat(Samples.charts(report.sections()))
        .extracting(Chart::title)
        .containsExactly("Random addresses, 1 thread", "Sequential addresses, 1 thread");
    String text = report.write(folder.resolve("out"));
    assertThat(text).contains("HOLDS  ", "fast", "slow");
    assertThat(folder.resolve("out/probe.json")).exists();
    assertThat(folder.resolve("out/report.md")).content().contains("# Two calls", "## The medium");
    assertThat(folder.resolve("out/report.html")).content().contains("<svg");
  }

  @Test
  void figuresAreInTheUnitOfTheExperimentAndClaimsCompareSpeeds() throws IOException {
    // Both sizes take the same time, so a line of the larger one takes a quarter of it.
    ComponentReport report =
        report(
            """
            title: A line
            unit: ns/line
            calls: [fast]
            addresses: [random, sequential]
            valueSize: [64, 256]
            repeats: 3
            threads: 1
            claims:
              - {id: four, says: Four lines, holds: "ratio(fast at value 256, fast at value 64, phase in [random]) about 4 within 1 %"}
              - {id: rate, says: A rate, holds: "throughput(fast, phase in [random], value in [64]) about 10000000 within 10 %"}
            """,
            Probes.of(List.of("fast"), List.of(64, 256), List.of(100.0)));

    assertThat(report.claims())
        .extracting(claim -> claim.measured().orElseThrow().text())
        .satisfiesExactly(
            text -> assertThat(text).startsWith("4.00 times"),
            text -> assertThat(text).startsWith("9,895,580 cache lines"));
    Chart chart = Samples.charts(report.sections()).get(0);
    assertThat(chart.y().label()).isEqualTo(FigureUnit.NANOS_OF_A_LINE.label());
    assertThat(chart.title()).startsWith("Random addresses");
    assertThat(chart.series().get(0).points())
        .extracting(point -> Math.round(point.y()))
        .contains(101L, 25L);
    assertThat(report.write(folder.resolve("out"))).contains("A line; nanoseconds");
    assertThat(folder.resolve("out/report.md"))
        .content()
        .contains("| fast | 1 | 64 B | 101 [", "| fast | 1 | 256 B | 25.3 [");
    assertThat(folder.resolve("out/report.html"))
        .content()
        .contains("One figure for each order of addresses; higher is slower.")
        .doesNotContain("faster.");
  }

  @Test
  void threadsWithoutAProcessorAreLeftOutAndNamed() throws IOException {
    String text = "calls: [fast]\naddresses: [random]\nvalueSize: 64\nrepeats: 3\nthreads: ";
    ComponentReport report =
        report(text + "[1, 2, 16, 32]", Probes.of(List.of("fast"), List.of(64), List.of(100.0)));
    assertThat(report.write(folder.resolve("out"))).contains("Left out: 16, 32 threads");
    assertThat(folder.resolve("out/report.md")).content().contains("Left out: 16, 32 threads");
    assertThatThrownBy(() -> file(text + "16"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("two.yaml:5: threads: ");
  }

  @Test
  void aCallHasTheNameThatTheExperimentGivesIt() throws IOException {
    ComponentReport report =
        report(
            """
            title: Named
            calls: [{chain_read: {label: look-up}}, slow]
            addresses: [random, sequential]
            valueSize: 64
            repeats: 3
            threads: 1
            claims:
              - {id: one, says: One, holds: "ratio(look-up, slow, phase in [random]) > 1"}
            """,
            Probes.of(List.of("chain_read", "slow"), List.of(64), List.of(100.0, 300.0)));

    assertThat(report.claims())
        .extracting(ClaimResult::verdict)
        .containsExactly(ClaimVerdict.HOLDS);
    assertThat(report.write(folder.resolve("out"))).contains("look-up");
  }

  @Test
  void anExperimentWithoutAUnitIsInOperationsPerSecond() throws IOException {
    assertThat(file(EXPERIMENT).unit()).isEqualTo(FigureUnit.OPERATIONS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "addresses: [random]\\nunit: miles   | two.yaml:3: unit: .*'miles'.*GB/s",
        "addresses: [random]\\nrecords: 5    | two.yaml:3: unknown key 'records'",
        "addresses: [sideways]                | two.yaml:2: addresses: .*'sideways'",
        "repeats: 3                           | needs 'addresses'"
      })
  void aWrongKeyOrValueIsRefusedWithItsLine(String lines, String reason) {
    assertThatThrownBy(() -> file("calls: [a]\n" + lines.replace("\\n", "\n") + "\n"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageMatching("(?s).*" + reason + ".*");
  }
}
