package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CellsTest {
  @Test
  void repeatsOfOnePhaseUnderOneSetOfConditionsAreACell() {
    List<Cell> cells =
        Cells.of(
            List.of(
                Phases.valid("a", "C", 1, 1, 100),
                Phases.valid("a", "C", 2, 1, 7),
                Phases.valid("a", "C", 1, 2, 300),
                Phases.valid("a", "C", 1, 3, 200)),
            1);

    assertThat(cells).hasSize(2);
    assertThat(cells.get(0).runs()).isEqualTo(3);
    assertThat(cells.get(0).valid()).isTrue();
    assertThat(cells.get(0).throughput().orElseThrow().median()).isEqualTo(200);
    assertThat(cells.get(0).readP99Us()).hasValue(9.25);
    assertThat(cells.get(0).writeP50Us()).isEmpty();
  }

  @Test
  void anInvalidRepeatIsNeverAveragedAndMakesTheCellInvalid() {
    Cell cell =
        Cells.of(
                List.of(
                    Phases.valid("a", "A", 1, 1, 100),
                    Phases.invalid("a", "A", 1, 2, "a read found nothing"),
                    Phases.valid("a", "A", 1, 3, 102)),
                1)
            .get(0);

    assertThat(cell.valid()).isFalse();
    assertThat(cell.validRuns()).isEqualTo(2);
    assertThat(cell.throughput().orElseThrow().median()).isEqualTo(101);
    assertThat(cell.errors()).isEqualTo(3);
    assertThat(cell.reasons()).containsExactly("a read found nothing");
  }

  @Test
  void aTargetIsSustainedByAllRepeatsOrTheCellHasNoPercentiles() {
    PhaseResult good = Phases.paced(Phases.valid("a", "A", 1, 1, 1000), 1);
    PhaseResult behind = Phases.paced(Phases.valid("a", "A", 1, 2, 900), 0.9);

    Cell carried = Cells.of(List.of(good), 1).get(0);
    assertThat(carried.sustained()).isTrue();
    assertThat(carried.readP99Us()).hasValue(9.25);

    Cell missed = Cells.of(List.of(good, behind), 1).get(0);
    assertThat(missed.unsustained()).isTrue();
    assertThat(missed.valid()).isTrue();
    assertThat(missed.throughput().orElseThrow().median()).isEqualTo(950);
    assertThat(missed.readP99Us()).isEmpty();
    assertThat(missed.writeP50Us()).isEmpty();

    assertThat(Cells.of(List.of(Phases.valid("a", "A", 1, 1, 1)), 1).get(0).sustained()).isNull();
  }

  @Test
  void aCellWithoutAValidRepeatHasNoFigure() {
    Cell cell = Cells.of(List.of(Phases.invalid("a", "A", 1, 1, "dead")), 1).get(0);

    assertThat(cell.throughput()).isEmpty();
    assertThat(cell.readP50Us()).isEmpty();
  }
}
