package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NumberingTest {
  private static List<Long> numbers(Numbering numbering, int machine, int machines, long inserts) {
    long records = numbering.records();
    return LongStream.range(records, records + inserts)
        .map(index -> numbering.number(index, new Share(machine, machines)))
        .boxed()
        .toList();
  }

  @Test
  void machinesInsertDifferentRecords() {
    Numbering numbering = Numbering.of(10);

    assertThat(numbers(numbering, 0, 2, 3)).containsExactly(10L, 12L, 14L);
    assertThat(numbers(numbering, 1, 2, 2)).containsExactly(11L, 13L);
  }

  @Test
  void everyKnownRecordWasInsertedByAMachineAndIsNeverInsertedAgain() {
    Numbering numbering = Numbering.of(10);
    Set<Long> there = new HashSet<>(LongStream.range(0, 10).boxed().toList());
    for (List<Long> inserted :
        List.of(
            List.of(3L, 5L, 4L), List.of(2L, 2L, 2L), List.of(0L, 7L, 1L), List.of(6L, 1L, 2L))) {
      for (int machine = 0; machine < 3; machine++) {
        for (long number : numbers(numbering, machine, 3, inserted.get(machine))) {
          assertThat(there.add(number)).as("new: %s", number).isTrue();
        }
      }
      numbering = numbering.after(inserted);
      Set<Long> known = new HashSet<>();
      for (long index = 0; index < numbering.records(); index++) {
        known.add(numbering.number(index, new Share(2, 3)));
      }
      assertThat(known).hasSize((int) numbering.records()).isSubsetOf(there);
    }
    assertThat(numbering.records())
        .as("rounds that all machines made")
        .isEqualTo(10 + 9 + 6 + 0 + 3);
  }

  @Test
  void withoutGapsTheIndexIsTheNumber() {
    Numbering numbering = Numbering.of(10).after(List.of(4L, 4L));

    assertThat(numbering.extents()).containsExactly(new Numbering.Extent(0, 18));
  }
}
