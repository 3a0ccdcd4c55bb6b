package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.statistics.Sample;

class CellsTest {
  @Test
  void repeatsOfOnePhaseUnderOneSetOfConditionsAreACell() {
    List<Cell> cells =
        Cells.of(
            List.of(
                Phases.valid("a", "C", 1, 1, 100),
                Phases.valid("a", "C", 2, 1, 7),
                Phases.valid("a", "C", 1, 2, 300),
                Phases.valid("a", "C", 1, 3, 200)));

    assertThat(cells).hasSize(2);
    assertThat(cells.get(0).repeats().made()).isEqualTo(3);
    assertThat(cells.get(0).valid()).isTrue();
    assertThat(cells.get(0).throughput().estimate().orElseThrow().figure())
        .isCloseTo(Math.cbrt(6e6), within(1e-9));
    assertThat(cells.get(0).figure("read_p99_us")).hasValue(9.25);
    assertThat(cells.get(0).figure("write_p50_us")).isEmpty();
  }

  @Test
  void aPercentileIsKnownFromTenSlowerCallsOn() {
    assertThat(Latency.known(99, 1_000)).isTrue();
    assertThat(Latency.known(99, 999)).isFalse();
    assertThat(Latency.known(99.9, 10_000)).isTrue();
    assertThat(Latency.known(99.9, 9_999)).isFalse();
    assertThat(Latency.known(99.99, 100_000)).isTrue();
    assertThat(Latency.known(99.99, 99_999)).isFalse();
  }

  @Test
  void anInvalidRepeatIsNeverAveragedAndMakesTheCellInvalid() {
    Cell cell =
        Cells.of(
                List.of(
                    Phases.valid("a", "A", 1, 1, 100),
                    Phases.invalid("a", "A", 1, 2, "lost"),
                    Phases.valid("a", "A", 1, 3, 102)))
            .get(0);

    assertThat(cell.valid()).isFalse();
    assertThat(cell.repeats().valid()).isEqualTo(2);
    assertThat(cell.throughput().estimate().orElseThrow().figure())
        .isCloseTo(Math.sqrt(100 * 102), within(1e-9));
    assertThat(cell.repeats().errors()).isEqualTo(3);
    assertThat(cell.repeats().reasons()).containsExactly("lost");
  }

  @Test
  void aTargetIsSustainedByAllRepeatsOrTheCellHasNoPercentiles() {
    PhaseResult good = Phases.paced(Phases.valid("a", "A", 1, 1, 1000), 1);
    PhaseResult behind = Phases.paced(Phases.valid("a", "A", 1, 2, 900), 0.9);

    Cell carried = Cells.of(List.of(good)).get(0);
    assertThat(carried.repeats().sustained()).isTrue();
    assertThat(carried.figure("read_p99_us")).hasValue(9.25);

    Cell missed = Cells.of(List.of(good, behind)).get(0);
    assertThat(missed.unsustained()).isTrue();
    assertThat(missed.valid()).isTrue();
    assertThat(missed.throughput().estimate().orElseThrow().figure())
        .isCloseTo(Math.sqrt(900_000), within(1e-9));
    assertThat(missed.figure("read_p99_us")).isEmpty();
    assertThat(missed.figure("write_p50_us")).isEmpty();

    assertThat(Cells.of(List.of(Phases.valid("a", "A", 1, 1, 1))).get(0).repeats().sustained())
        .isNull();
  }

  @Test
  void underATargetLatencyCountsFromThePlannedStartAndServiceTimeStaysKnown() {
    Cell cell =
        cell(
            new Latency(10.0, 20.0, 30.0, 1.0, 2.0, 3.0),
            new Latency(40.0, 80.0, 120.0, 4.0, 8.0, 12.0));

    assertThat(cell.figure("read_p50_us").orElseThrow()).isCloseTo(20, within(1e-9));
    assertThat(cell.figure("read_p99_us").orElseThrow()).isCloseTo(40, within(1e-9));
    assertThat(cell.figure("read_p999_us").orElseThrow()).isCloseTo(60, within(1e-9));
    assertThat(cell.figure("read_service_p999_us").orElseThrow()).isCloseTo(6, within(1e-9));
    assertThat(cell(Latency.unpaced(1.0, 2.0, 3.0)).figure("read_service_p999_us")).hasValue(3);
  }

  private static Cell cell(Latency... ofReads) {
    return Cells.of(
            IntStream.range(0, ofReads.length)
                .mapToObj(
                    i -> Phases.with(ofReads[i], Phases.valid("a", "trace", "C", 1, i + 1, 100)))
                .toList())
        .get(0);
  }

  @Test
  void aPercentileThatOneRepeatDoesNotKnowIsUnknown() {
    Latency few = Latency.unpaced(1.0, null, null);
    Latency many = Latency.unpaced(1.0, 9.0, null);

    assertThat(cell(few, many).figure("read_p50_us")).hasValue(1);
    assertThat(cell(few, many).figure("read_p99_us")).isEmpty();
    assertThat(cell(Latency.NONE, many).figure("read_p99_us")).as("no such calls").hasValue(9);
  }

  @Test
  void aNameThatIsNoColumnIsRefused() {
    Cell cell = cell(Latency.NONE);

    assertThatThrownBy(() -> cell.figure("read_p5_us"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aCellIsUnsteadyIfMostOfItsRepeatsWere() {
    PhaseResult rising = Phases.with(rates(20, 1.1), Phases.valid("a", "A", 1, 1, 100));
    PhaseResult flat = Phases.with(rates(20, 1), Phases.valid("a", "A", 1, 2, 100));

    assertThat(Cells.of(List.of(rising, rising, flat)).get(0))
        .matches(Cell::isUnsteady)
        .extracting(cell -> cell.repeats().unsteady())
        .isEqualTo(2);
    assertThat(Cells.of(List.of(rising, flat, flat)).get(0)).matches(cell -> !cell.isUnsteady());
  }

  /** Twenty samples of which the first eight are a hundred times as fast. */
  @Test
  void aCellIsUnsteadyIfMostOfItsRepeatsCollapsed() {
    List<Double> ends = IntStream.rangeClosed(1, 20).mapToObj(i -> i / 10.0).toList();
    List<Long> operations =
        IntStream.range(0, 20).mapToObj(i -> i < 8 ? 100_000L + i % 3 : 1000L).toList();
    PhaseMeasurement.Series collapse = new PhaseMeasurement.Series(ends, operations);
    PhaseResult collapsed = Phases.with(collapse, Phases.valid("a", "A", 1, 1, 100));

    assertThat(Cells.of(List.of(collapsed)).get(0)).matches(Cell::isUnsteady);
    assertThat(collapse.step()).map(collapse::secondsOf).hasValue(0.8);
  }

  private static PhaseMeasurement.Series rates(int samples, double growth) {
    return new PhaseMeasurement.Series(
        IntStream.rangeClosed(1, samples).mapToObj(i -> (double) i).toList(),
        IntStream.range(0, samples).mapToObj(i -> Math.round(1000 * Math.pow(growth, i))).toList());
  }

  @Test
  void aCellWithoutAValidRepeatHasNoFigure() {
    Cell cell = Cells.of(List.of(Phases.invalid("a", "A", 1, 1, "dead"))).get(0);

    assertThat(cell.throughput().estimate()).isEmpty();
    assertThat(cell.figure("read_p50_us")).isEmpty();
  }

  @Test
  void aMeanComesFromTheRoundsThatMadeAllItsPhases() {
    List<Cell> cells =
        Cells.of(
            List.of(
                Phases.valid("a", "load", 1, 1, 7),
                Phases.valid("a", "A", 1, 1, 100),
                Phases.valid("a", "C", 1, 1, 400),
                Phases.valid("a", "A", 1, 2, 100),
                Phases.valid("a", "C", 1, 2, 900),
                Phases.valid("a", "A", 1, 3, 100),
                Phases.valid("incomplete", "A", 1, 1, 100),
                Phases.valid("broken", "A", 1, 1, 100),
                Phases.invalid("broken", "C", 1, 1, "lost")));

    List<Cell> means = Cells.means(cells, Set.of("A", "C"), "mean");

    assertThat(means).hasSize(1);
    Cell mean = means.get(0);
    assertThat(mean.key()).isEqualTo(cells.get(0).key().in("mean"));
    assertThat(mean.throughput().samples()).extracting(Sample::invocation).containsExactly(1, 2);
    assertThat(mean.rates()).containsExactly(new double[] {200, 300}, within(1e-9));
    assertThat(mean.throughput().estimate().orElseThrow().figure())
        .isCloseTo(Math.sqrt(60_000), within(1e-9));
  }
}
