package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresDialectTest {
  @Test
  void fieldsThatCannotBeColumnsHaveNone() {
    assertThat(
            PostgresDialect.columnsFor(
                List.of("field0", "ctid", "xmin", "ycsb_key", "", "a\0b", "x".repeat(64))))
        .containsExactly("field0");
  }
}
