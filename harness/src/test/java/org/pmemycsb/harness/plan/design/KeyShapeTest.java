package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentFile;
import org.pmemycsb.harness.plan.settings.Experiments;
import org.pmemycsb.harness.plan.settings.Settings;

class KeyShapeTest {
  @TempDir private Path folder;

  private static int padding(Experiment experiment) {
    return experiment.keys(Phase.LOAD).padding();
  }

  @ParameterizedTest
  @CsvSource({"32, 28", "23, 19", "512, 508"})
  void keysOfOneLengthAreThoseOfStockYcsb(int length, int padding) throws IOException {
    Experiment experiment = Experiments.of("keyLength: " + length);
    assertThat(padding(experiment)).isEqualTo(padding);
    assertThat(Settings.KEY_LENGTH.fact(experiment)).isEqualTo(length + " bytes");
    assertThat(ExperimentFile.write(experiment)).contains("keyLength: " + length + "\n");
    assertThat(experiment.layout(100).keyBytes()).isEqualTo(length);
  }

  @ParameterizedTest
  @CsvSource({"1_000_000, 8, 6, 5", "1_000_001, 16, 12, 6"})
  void orderedKeysMayBeAsShortAsTheirNumbers(
      String records, int length, int padding, int tooShort) {
    String ordered = "workloads: [load]; properties: {insertorder: ordered}; records: " + records;
    assertThat(padding(Experiments.of(ordered, "keyLength: " + length))).isEqualTo(padding);
    assertThatThrownBy(() -> Experiments.of(ordered, "keyLength: " + tooShort))
        .hasMessageContaining("keyLength " + tooShort);
  }

  @Test
  void lengthsMayFollowADistribution() throws IOException {
    Experiment experiment =
        Experiments.of("keyLength: {lognormal: {median: 40B, p99: 100B}}", "workloads: [load, A]");
    assertThat(padding(experiment)).isEqualTo(19);
    assertThat(experiment.keys(Phase.LOAD).lengths().text()).isEqualTo("lognormal:40B:100B:400B");
    // Shorter ones than 23 bytes are drawn again, so the mean is above that of the distribution.
    int mean = experiment.keys(Phase.LOAD).mean();
    assertThat(mean).isGreaterThan(Sizes.of("lognormal:40:100").mean()).isBetween(44, 48);
    assertThat(Settings.KEY_LENGTH.fact(experiment))
        .isEqualTo("lognormal:40B:100B:400B (mean %d B)".formatted(mean));
    assertThat(experiment.layout(100).keyBytes()).isBetween(mean, 2 * mean);
    assertThat(experiment.longestKey()).isEqualTo(400);
    assertThat(Experiments.reread(experiment)).isEqualTo(experiment);
    assertThat(experiment.differencesOfFigures(Experiments.of("workloads: [load, A]")))
        .containsExactly("keyLength: lognormal:40B:100B:400B -> 32");
  }

  @Test
  void histogramsGiveKeysToo() throws IOException {
    Path file = folder.resolve("sizes.txt");
    Files.writeString(file, "BlockSize\t10\n0\t0\n1\t0\n2\t3\n3\t1\n");
    KeyShape keys = Experiments.of("keyLength: {histogram: " + file + "}").keys(Phase.LOAD);
    assertThat(keys.mean()).isEqualTo(33);
    assertThat(keys.shortest()).isEqualTo(23);
    Files.writeString(file, "BlockSize\t10\n0\t1\n1\t0\n2\t3\n");
    assertThatThrownBy(() -> Experiments.of("keyLength: {histogram: " + file + "}"))
        .hasMessageContainingAll("sizes.txt", "19");
  }

  @Test
  void aFillMayMakeKeysOfItsOwnForThePhasesAfterIt() throws IOException {
    Experiment experiment =
        Experiments.of(
            "keyLength: 24",
            "workloads:",
            "  - load",
            "  - A",
            "  - {name: long, fill: random, keyLength: 512}",
            "  - B",
            "  - {name: usual, fill: sequential}",
            "  - C");
    assertThat(experiment.phases())
        .extracting(phase -> experiment.keys(phase).lengths().longest())
        .containsExactly(24, 24, 512, 512, 24, 24);
    assertThat(experiment.longestKey()).isEqualTo(512);
  }

  @Test
  void aPropertyFileSaysTheKeysOfAllRecords() throws IOException {
    Path file = Files.writeString(folder.resolve("mine"), "keylength=uniform:30:60\n");
    Experiment experiment = Experiments.of("workloads: [load, " + file + "]");
    assertThat(experiment.keys(Phase.LOAD).lengths()).isEqualTo(Sizes.of("uniform:30:60"));
  }
}
