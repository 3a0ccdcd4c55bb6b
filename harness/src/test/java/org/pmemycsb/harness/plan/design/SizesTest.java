package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Experiments;
import org.pmemycsb.harness.plan.settings.Settings;

class SizesTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "1KiB, 1KiB, 1024",
    "uniform:100B:1100, uniform:100B:1100B, 600",
    "lognormal:300B:8KiB, lognormal:300B:8KiB:32KiB, 800",
    "lognormal:300B:8KiB:1MiB, lognormal:300B:8KiB:1MiB, 825",
    "pareto:100:8KiB, pareto:100B:8KiB:32KiB, 534",
    "zippydb, zippydb, 48",
    "etc, etc, 353",
  })
  void textsAreReadAndHaveAMean(String text, String canonical, int mean) {
    Sizes sizes = Sizes.of(text);
    assertThat(sizes.text()).isEqualTo(canonical);
    assertThat(Sizes.of(canonical)).isEqualTo(sizes);
    assertThat(sizes.mean()).isEqualTo(mean);
  }

  @Test
  void aHistogramHasItsBucketsWeightsAndMean() throws IOException {
    Path file = folder.resolve("sizes.txt");
    Files.writeString(file, "BlockSize\t100\n0\t3\n1\t0\n2\t1\n");
    Sizes sizes = Sizes.of("histogram:" + file);
    assertThat(sizes.mean()).isEqualTo(150);
    assertThat(sizes.longest()).isEqualTo(300);
    assertThat(sizes.isBeyondStock()).as("YCSB never draws the last bucket").isTrue();
    assertThat(sizes.properties())
        .isEqualTo(
            Map.of(
                "fieldlengthdistribution", "histogram",
                "fieldlengthhistogram", file.toString(),
                "fieldlength", "300"));
  }

  @Test
  void zipfianLengthsHaveTheMeanThatIsDrawn() {
    for (Sizes sizes : List.of(Sizes.of("zipfian:1:1KiB"), Sizes.of("zipfian:100:100KB"))) {
      ToIntFunction<Random> draws = sizes.draws(0);
      Random random = new Random(1);
      double drawn =
          DoubleStream.generate(() -> draws.applyAsInt(random))
              .limit(2_000_000)
              .average()
              .orElseThrow();
      assertThat(sizes.exactMean(0)).isCloseTo(drawn, within(0.01 * drawn));
    }
  }

  @Test
  void aDistributionInAPropertyFileIsThatOfTheExperiment() throws IOException {
    Path mine =
        Files.writeString(
            folder.resolve("mine"), "fieldlength=1000\nfieldlengthdistribution=zipfian\n");
    Experiment experiment = Experiments.of("workloads: [load, " + mine + "]");
    assertThat(experiment.values()).contains(Sizes.of("zipfian:1:1000"));
    assertThat(experiment.valueSizes()).containsExactly(133);
    assertThat(Experiments.reread(experiment)).isEqualTo(experiment);
    assertThat(Experiments.of("workloads: [load, " + mine + "]", "valueSize: 10").values())
        .isEmpty();
    assertThatThrownBy(() -> Experiments.of("properties: {fieldlengthdistribution: uniform}"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("properties: fieldlengthdistribution", "valueSize");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BlockSize\\t8\\n0\\t1\\n0\\t1 | line 3",
        "BlockSize\\t8\\n-1\\t1      | line 2",
        "Size\\t8\\n0\\t1            | line 1",
        "nothing                 | line 1 ~ BlockSize",
        "''                      | line 1",
        "BlockSize\\t8\\n0\\t1\\n1 1  | line 3",
        "BlockSize\\t8\\n0\\t-1\\n1\\t9 | line 2",
        "BlockSize\\t8\\n0\\t0        | above 0",
        "BlockSize\\t0\\n0\\t1        | above 0",
      })
  void aWrongHistogramIsRefusedWithItsLine(String text, String message) throws IOException {
    Path file = folder.resolve("sizes.txt");
    Files.writeString(file, text.translateEscapes());
    assertThatThrownBy(() -> Sizes.of("histogram:" + file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll((file + " ~ " + message).split(" ~ "));
  }

  @Test
  void aHistogramThatIsNoFileIsNotTakenForAWrongOne() {
    assertThatThrownBy(() -> Sizes.of("histogram:" + folder.resolve("none")))
        .hasMessage(folder.resolve("none") + ": no such file or folder");
    assertThatThrownBy(() -> Sizes.of("histogram:" + folder)).hasMessageStartingWith(folder + ": ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "normal:1:2          | normal",
        "lognormal:300:200   | lognormal:MEDIAN:P99:MOST",
        "pareto:100          | pareto:LEAST:P99:MOST",
        "uniform:1:2:3       | uniform:LEAST:MOST",
        "often               | often'",
        "histogram           | histogram",
        "0                   | 0'",
      })
  void wrongTextsAreRefused(String text, String message) {
    assertThatThrownBy(() -> Sizes.of(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(message.split(" ~ "));
  }

  @Test
  void sizesOfTheExperimentStandInPlaceOfTheValueSize() throws IOException {
    Experiment experiment =
        Experiments.of(
            "valueSize: {lognormal: {median: 300B, p99: 8KiB}}",
            "workloads: [load, A]",
            "records: 10000");
    assertThat(experiment.valueSizes()).isEqualTo(List.of(800));
    assertThat(experiment.longestValue(800)).isEqualTo(32768);
    assertThat(experiment.layout(800).fieldBytes()).isBetween(1000, 1400);
    assertThat(Settings.VALUE_SIZES.fact(experiment))
        .isEqualTo("lognormal:300B:8KiB:32KiB (mean 800 B)");
    assertThat(Experiments.reread(experiment)).isEqualTo(experiment);
  }

  @Test
  void theLoadedDataHasTheValuesOfItsFill() throws IOException {
    String common = "records: 1000\nkeyLength: 32\nvalueSize: 1KiB\nworkloads: ";
    assertThat(Experiments.of(common + "[load, C]").dataBytes(1024)).isEqualTo(1000 * (32 + 1024));
    assertThat(
            Experiments.of(
                    common + "[{name: big, fill: random, valueSize: 8KiB, keyLength: 64}, C]")
                .dataBytes(1024))
        .isEqualTo(1000 * (64 + 8192));
  }

  @Test
  void aPhaseMayHaveSizesOfItsOwn() throws IOException {
    Experiment experiment =
        Experiments.of(
            "workloads: [load, {name: big, mix: {update: 1}, valueSize: {uniform: {least: 1KiB, most: 3KiB}}}]",
            "valueSize: 100");
    Phase big = experiment.phases().get(1);
    assertThat(experiment.values(Phase.LOAD, 100)).isEqualTo(Sizes.constant(100));
    assertThat(experiment.values(big, 100).longest()).isEqualTo(3072);
    assertThat(experiment.layout(100).fieldBytes()).isGreaterThan(2048);
  }
}
