package org.pmemycsb.harness.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.statistics.Estimate;

class CalibrationTest {
  private static List<PhaseResult> measured() {
    List<PhaseResult> all = new ArrayList<>();
    double[] drift = {1, 0.5, 2};
    for (int repeat = 1; repeat <= 3; repeat++) {
      double speed = drift[repeat - 1];
      all.add(Phases.valid("noop", "trace", "C", 2, repeat, 20e6 * speed));
      all.add(Phases.lasting(1, Phases.valid("pmemkv", "trace", "C", 2, repeat, 400e3 * speed)));
      all.add(Phases.lasting(1, Phases.valid("pmemkv", "native", "C", 2, repeat, 500e3 * speed)));
      all.add(Phases.valid("pmemkv", "ycsb", "C", 2, repeat, 200e3 * speed));
    }
    return all;
  }

  @Test
  void ratiosAreOfTheSameRepeatSoThatDriftCancelsOut() {
    Calibration cell = Calibration.of(measured()).get(0);

    Estimate ratio = cell.ofCeiling().orElseThrow();
    assertThat(List.of(ratio.low().orElseThrow(), ratio.figure(), ratio.high().orElseThrow()))
        .allSatisfy(each -> assertThat(each).isCloseTo(0.8, within(1e-9)));
    assertThat(cell.overStock().orElseThrow().figure()).isCloseTo(2, within(1e-9));
  }

  @Test
  void theFloorIsTheTimeThatAThreadTakesForAnOperation() {
    Calibration cell = Calibration.of(measured()).get(0);

    assertThat(cell.floorNs()).contains(100.0);
    assertThat(cell.traceOpsS()).isEqualTo(400e3);
    assertThat(cell.ceilingOpsS()).contains(500e3);
  }

  @Test
  void anInvalidRunBoundsNothing() {
    List<PhaseResult> phases = new ArrayList<>(measured().subList(0, 2));
    phases.add(Phases.invalid("pmemkv", "native", "C", 2, 1, "2 operations failed"));

    assertThat(Calibration.of(phases)).isEmpty();
  }

  @Test
  void onlyRepeatsWithBothSidesMakeARatio() {
    List<PhaseResult> phases = measured();
    phases.removeIf(
        phase -> phase.conditions().runner().equals("native") && phase.origin().invocation() > 1);

    Calibration cell = Calibration.of(phases).get(0);

    assertThat(cell.ofCeiling().orElseThrow().samples()).isEqualTo(1);
    assertThat(cell.ofCeiling().orElseThrow().figure()).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void otherConditionsAreNotMixedIn() {
    List<PhaseResult> phases = measured();
    phases.add(Phases.valid("pmemkv", "native", "C", 4, 1, 1));
    phases.add(Phases.valid("pmemkv", "native", "A", 2, 1, 1));

    assertThat(Calibration.of(phases))
        .singleElement()
        .satisfies(cell -> assertThat(cell.ceilingOpsS()).contains(500e3));
  }

  private static Calibration of(PhaseResult trace, PhaseResult program) {
    return Calibration.of(List.of(trace, program)).get(0);
  }

  @Test
  void aPhaseThatIsNotAlikeIsNoCeiling() {
    PhaseResult trace = Phases.valid("pmemkv", "trace", "C", 2, 1, 400e3);
    PhaseResult program = Phases.valid("pmemkv", "native", "C", 2, 1, 500e3);
    Calibration cold = of(Phases.lasting(1, trace), Phases.lasting(0.2, program));
    Calibration unlike = of(Phases.lasting(1, trace), Phases.lasting(2.1, program));
    Calibration alike = of(Phases.lasting(1, trace), Phases.lasting(1.9, program));

    assertThat(cold.ceilingOpsS()).isEmpty();
    assertThat(cold.ofCeiling()).isEmpty();
    assertThat(cold.noCeiling()).hasValueSatisfying(why -> assertThat(why).contains("0.25 s"));
    assertThat(cold.isNoCeiling(program.conditions().anywhere())).isTrue();
    assertThat(cold.isNoCeiling(trace.conditions().anywhere())).isFalse();
    assertThat(unlike.noCeiling())
        .hasValueSatisfying(why -> assertThat(why).contains("trace", " 1.00 s ", " 2.10 s"));
    assertThat(alike.noCeiling()).isEmpty();
    assertThat(alike.ceilingOpsS()).isPresent();
  }

  @Test
  void aTraceRunnerThatWasNotWarmIsNotComparedWithTheNativeProgram() {
    PhaseResult trace =
        Phases.warmed(
            new Measurement.WarmUp(2, false),
            Phases.lasting(1, Phases.valid("pmemkv", "trace", "C", 2, 1, 400e3)));

    assertThat(
            of(trace, Phases.lasting(1, Phases.valid("pmemkv", "native", "C", 2, 1, 500e3)))
                .noCeiling())
        .hasValueSatisfying(why -> assertThat(why).contains("trace", "warm"));
  }

  @Test
  void aProgramThatIsSlowerIsNoCeilingButTheirRatioIsKnown() {
    PhaseResult trace = Phases.lasting(1, Phases.valid("redis", "trace", "C", 2, 1, 400e3));
    PhaseResult program = Phases.lasting(1, Phases.valid("redis", "native", "C", 2, 1, 200e3));
    Calibration slower = of(trace, program);

    assertThat(slower.noCeiling().orElseThrow()).contains("slower");
    assertThat(slower.ceilingOpsS()).isEmpty();
    assertThat(slower.ofCeiling().orElseThrow().figure()).isCloseTo(2, within(1e-9));
    assertThat(slower.isNoCeiling(program.conditions().anywhere())).isTrue();
  }

  @Test
  void aProgramThatIsFasterInSomeRepeatsIsACeiling() {
    List<PhaseResult> phases = new ArrayList<>();
    double[] speeds = {700e3, 300e3, 390e3, 300e3};
    for (int repeat = 1; repeat <= speeds.length; repeat++) {
      phases.add(Phases.lasting(1, Phases.valid("redis", "trace", "C", 2, repeat, 400e3)));
      phases.add(
          Phases.lasting(1, Phases.valid("redis", "native", "C", 2, repeat, speeds[repeat - 1])));
    }

    Calibration cell = Calibration.of(phases).get(0);

    assertThat(cell.ofCeiling().orElseThrow().figure()).isGreaterThan(1);
    assertThat(cell.noCeiling()).isEmpty();
    assertThat(cell.ceilingOpsS()).isPresent();
  }
}
