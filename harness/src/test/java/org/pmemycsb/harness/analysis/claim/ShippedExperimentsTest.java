package org.pmemycsb.harness.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.plan.design.FigureUnit;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.ExperimentFile;
import org.pmemycsb.harness.plan.settings.Grid;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.statistics.Sample;

class ShippedExperimentsTest {
  private static final Grid.Offer EVERYTHING =
      new Grid.Offer(
          (database, durability) -> true,
          database -> database.id().equals("pmemkv"),
          database -> database.id().startsWith("pm"));

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(Installation.find().workloads().resolve("experiments"))) {
      return files.sorted().toList();
    }
  }

  private static ExperimentDraft read(String name) throws IOException {
    return ExperimentFile.read(
        Installation.find().workloads().resolve("experiments/" + name + ".yaml"));
  }

  private static final Map<String, Double> BY_PHASE =
      Map.of("load", 100.0, "A", 180.0, "B", 300.0, "C", 320.0, "D", 298.0);
  private static final Map<String, Double> BY_DATABASE =
      Map.of(
          "pmemkv{engine=cmap}", 900.0,
          "pm-redis", 200.0,
          "pm-postgres", 103.0,
          "postgres", 100.0,
          "mongodb-pmse", 100.0,
          "mongodb", 104.0);

  /** Scatters by half a per cent around the figure. */
  private static double[] around(double figure) {
    return new double[] {figure * 0.9975, figure, figure * 1.0025, figure};
  }

  /** The claims of an experiment whose figures are all alike. */
  private static List<ClaimResult> judge(Experiment experiment) {
    return Claims.judge(
        experiment,
        List.of(),
        Grids.cells(experiment, key -> around(1000)),
        (key, figure) -> List.of(new Sample(1, 10), new Sample(2, 11)),
        FigureUnit.OPERATIONS.speed());
  }

  @ParameterizedTest
  @MethodSource("files")
  void eachIsReadAndItsClaimsAreJudged(Path file) throws IOException {
    Experiment experiment = ExperimentFile.read(file).finish();

    Claims.check(experiment);
    assertThat(experiment.get(Settings.TITLE)).isNotEqualTo(experiment.name());
    assertThat(judge(experiment))
        .hasSize(experiment.get(Settings.CLAIMS).size())
        .allSatisfy(
            result -> {
              assertThat(result.measured()).as(result.reason()).isPresent();
              assertThat(result.source())
                  .as(result.id())
                  .containsPattern(
                      result.published().isBlank()
                          ? "^$"
                          : "section (4\\.3|3\\.1|6\\.3)\\.[123]|graphs/(18-pmemkv|07-rocksdb-optane).csv|observation [1-7]");
            });
  }

  @ParameterizedTest
  @MethodSource("files")
  void eachIsSmallerAtQuickScaleAndItsClaimsStayDecidable(Path file) throws IOException {
    ExperimentDraft draft = ExperimentFile.read(file);
    Experiment whole = draft.finish();
    draft.quick();
    Experiment quick = draft.finish();

    assertThat(operations(quick)).isLessThanOrEqualTo(6_000_000).isLessThan(operations(whole));
    assertThat(judge(quick))
        .allSatisfy(result -> assertThat(result.measured()).as(result.reason()).isPresent());
  }

  private static long operations(Experiment experiment) {
    return Grid.expand(experiment, EVERYTHING).stream()
        .mapToLong(run -> experiment.records() + workloadOperations(experiment, run.clients()))
        .sum();
  }

  /** Where phases have a duration, this many are taken for a second. */
  private static final long OPERATIONS_PER_SECOND = 100_000;

  private static long workloadOperations(Experiment experiment, int clients) {
    Duration duration = experiment.duration();
    long most =
        duration.isZero() ? Long.MAX_VALUE : duration.toMillis() * OPERATIONS_PER_SECOND / 1000;
    return experiment.phases().stream()
        .skip(1)
        .mapToLong(phase -> Math.min(most, experiment.operations(phase, clients)))
        .sum();
  }

  @Test
  void theThesissSizesAreThoseOfItsScripts() throws IOException {
    for (String figure : List.of("fig-4.17", "fig-4.18", "fig-4.19", "fig-4.20")) {
      assertThat(read(figure).finish())
          .as(figure)
          .extracting(
              Experiment::records,
              Experiment::operations,
              experiment -> experiment.keys(Phase.LOAD).mean(),
              each -> each.get(Settings.FIELD_COUNT),
              Experiment::repeats)
          .containsExactly(100_000L, 1_000_000L, 32, 1, 10);
    }
    assertThat(read("fig-4.17").finish().valueSizes())
        .containsExactly(8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192);
  }

  private static double onSizes(Conditions key) {
    boolean writes = key.phase().equals("load") || key.phase().equals("A");
    double size = Math.log(key.valueSizeBytes() / 8.0) / Math.log(2);
    return BY_PHASE.get(key.phase()) * (1 - 0.01 * (writes ? size : Math.max(0, size - 6)));
  }

  private static double onThreads(Conditions key) {
    double figure = key.phase().equals("load") ? 106 : BY_PHASE.get(key.phase());
    return figure * (1 + (key.threads() - 1) * 2.3 / 15);
  }

  private static double amongOthers(Conditions key) {
    return BY_DATABASE.get(key.database()) * (key.phase().equals("A") ? 0.9 : 1);
  }

  private static double inPairs(Conditions key) {
    boolean stock = key.database().equals("mongodb");
    return stock && key.phase().equals("load")
        ? 180
        : stock && key.phase().equals("A") ? 100 / 1.04 : BY_DATABASE.get(key.database());
  }

  private static final Map<String, Function<Conditions, Double>> SEEN =
      Map.of(
          "fig-4.17", ShippedExperimentsTest::onSizes,
          "fig-4.18", ShippedExperimentsTest::onThreads,
          "fig-4.19", ShippedExperimentsTest::amongOthers,
          "fig-4.20", ShippedExperimentsTest::inPairs);

  /**
   * Throughputs as the thesis describes them satisfy every claim, so none is the wrong way round.
   */
  @ParameterizedTest
  @ValueSource(strings = {"fig-4.17", "fig-4.18", "fig-4.19", "fig-4.20"})
  void theFiguresOfTheThesisSatisfyItsClaims(String name) throws IOException {
    Experiment experiment = read(name).finish();
    List<Cell> cells = Grids.cells(experiment, key -> around(SEEN.get(name).apply(key)));

    assertThat(Grids.judge(experiment, cells))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.verdict()).as(each.id()).isEqualTo(ClaimVerdict.HOLDS));
  }
}
