package org.pmemycsb.harness.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyTableTest {
  /** More than the heap is used for, so the table becomes a mapped file, and that file grows. */
  private static final int MANY = 700_000;

  @Test
  void everyKeyKeepsItsNumberWhileTheTableGrows() {
    KeyTable table = new KeyTable();
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < MANY; i++) {
      long hash = random.nextLong() | 1;
      assertThat(table.number(table.slot(hash))).isEqualTo(-1);
      table.put(table.slot(hash), hash, i);
    }
    random = new SplittableRandom(3);
    for (int i = 0; i < MANY; i++) {
      long hash = random.nextLong() | 1;
      assertThat(table.number(table.slot(hash))).isEqualTo(i);
    }
    assertThat(table.size()).isEqualTo(MANY);
  }

  @Test
  void aKeyIsGivenAnotherNumber() {
    KeyTable table = new KeyTable();
    table.put(table.slot(5), 5, 1);
    // The same slot in a table of 4096.
    table.put(table.slot(5 + 4096), 5 + 4096, 2);
    table.put(table.slot(5), 5, 0);
    assertThat(table.number(table.slot(5))).isZero();
    assertThat(table.number(table.slot(5 + 4096))).isEqualTo(2);
    assertThat(table.size()).isEqualTo(2);
  }
}
