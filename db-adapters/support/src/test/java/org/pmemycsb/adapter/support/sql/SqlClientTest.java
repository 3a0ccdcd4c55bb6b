package org.pmemycsb.adapter.support.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.RecordLayout;

class SqlClientTest {
  @Test
  void aFieldOfAnyNameHasAColumn() {
    assertThat(SqlClient.fields(new RecordLayout(1, 8, 2, 8))).containsExactly("field0", "field1");
    assertThat(SqlClient.fields(new RecordLayout(1, 8, 2, 8, "col")))
        .containsExactly("col0", "col1");
  }
}
