package org.pmemycsb.harness.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.statistics.Estimate;

class CalibrationTest {
  private static PhaseResult run(String runner, int repeat, double seconds, double throughput) {
    return Phases.lasting(seconds, Phases.valid("pmemkv", runner, "C", 2, repeat, throughput));
  }

  /** Three repeats, over which the machine drifts. */
  private static List<PhaseResult> measured() {
    List<PhaseResult> all = new ArrayList<>();
    double[] drift = {1, 0.5, 2};
    for (int repeat = 1; repeat <= 3; repeat++) {
      double speed = drift[repeat - 1];
      all.add(Phases.valid("noop", "trace", "C", 2, repeat, 20e6 * speed));
      all.add(run("trace", repeat, 1, 400e3 * speed));
      all.add(run("native", repeat, 1, 500e3 * speed));
      all.add(run("ycsb", repeat, 1, 200e3 * speed));
    }
    return all;
  }

  private static Calibration one(List<PhaseResult> phases) {
    List<Calibration> all = Calibration.of(phases);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void ratiosAreOfTheSameRepeatSoThatDriftCancelsOut() {
    Calibration cell = one(measured());

    Estimate ratio = cell.ofCeiling().orElseThrow();
    assertThat(List.of(ratio.low().orElseThrow(), ratio.figure(), ratio.high().orElseThrow()))
        .allSatisfy(each -> assertThat(each).isCloseTo(0.8, within(1e-9)));
    assertThat(cell.overStock().orElseThrow().figure()).isCloseTo(2, within(1e-9));
    assertThat(cell.traceOpsS()).isEqualTo(400e3);
    assertThat(cell.ceilingOpsS()).contains(500e3);
    assertThat(cell.floorNs()).as("of one of two threads").contains(100.0);
  }

  @Test
  void onlyRepeatsAndConditionsWithBothSidesMakeARatio() {
    List<PhaseResult> phases = measured();
    phases.removeIf(
        phase -> phase.conditions().runner().equals("native") && phase.origin().invocation() > 1);
    phases.add(Phases.valid("pmemkv", "native", "C", 4, 1, 1));
    phases.add(Phases.valid("pmemkv", "native", "A", 2, 1, 1));

    Estimate ratio = one(phases).ofCeiling().orElseThrow();
    assertThat(ratio.samples()).isEqualTo(1);
    assertThat(ratio.figure()).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void anInvalidCellHasNoFigure() {
    PhaseResult ceiling = Phases.invalid("pmemkv", "native", "C", 2, 4, "2 operations failed");
    PhaseResult trace = Phases.invalid("pmemkv", "trace", "C", 2, 4, "2 operations failed");

    Calibration cell = one(Stream.concat(measured().stream(), Stream.of(ceiling)).toList());
    assertThat(cell.ceilingOpsS()).isEmpty();
    assertThat(cell.ofCeiling()).isEmpty();
    assertThat(cell.stockOpsS()).isPresent();
    assertThat(Calibration.of(Stream.concat(measured().stream(), Stream.of(trace)).toList()))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0.2 | 500e3 | true | 0.25 s
          2.1 | 500e3 | true | trace; 1.00 s; 2.10 s
          1 | 500e3 | false | trace; warm
          1 | 200e3 | true | slower
          1.9 | 500e3 | true |
          """)
  void aProgramThatDoesNotBoundTheTraceRunnerIsNoCeiling(
      double seconds, double throughput, boolean warm, String reason) {
    PhaseResult trace =
        Phases.warmed(new PhaseMeasurement.WarmUp(2, warm), run("trace", 1, 1, 400e3));
    PhaseResult program = run("native", 1, seconds, throughput);

    Calibration cell = one(List.of(trace, program));

    assertThat(cell.noCeiling().isPresent()).isEqualTo(reason != null);
    assertThat(cell.noCeiling().orElse(""))
        .contains(reason == null ? new String[] {""} : reason.split("; "));
    assertThat(cell.ceilingOpsS().isEmpty()).isEqualTo(reason != null);
    assertThat(cell.ofCeiling().isPresent()).isEqualTo(reason == null || reason.equals("slower"));
    assertThat(cell.isNoCeiling(program.conditions().anywhere())).isEqualTo(reason != null);
    assertThat(cell.isNoCeiling(trace.conditions().anywhere())).isFalse();
  }

  @Test
  void aProgramThatIsFasterInSomeRepeatsIsACeiling() {
    List<PhaseResult> phases = new ArrayList<>();
    double[] speeds = {700e3, 300e3, 390e3, 300e3};
    for (int repeat = 1; repeat <= speeds.length; repeat++) {
      phases.add(run("trace", repeat, 1, 400e3));
      phases.add(run("native", repeat, 1, speeds[repeat - 1]));
    }

    Calibration cell = one(phases);

    assertThat(cell.ofCeiling().orElseThrow().figure()).isGreaterThan(1);
    assertThat(cell.noCeiling()).isEmpty();
    assertThat(cell.ceilingOpsS()).isPresent();
  }
}
