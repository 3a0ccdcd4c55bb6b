package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExperimentOptionsTest extends CommandTest {
  @Test
  void anOptionIsForTheDatabaseOfAnyLabel() {
    for (String label : new String[] {"No Op 2.7", "no+op", "noop_x-1"}) {
      err.reset();
      assertThat(
              Main.execute(
                  "run",
                  "--dry-run",
                  "--db",
                  "noop{label=%s},noop".formatted(label),
                  "--url",
                  label + "=x://y"))
          .isEqualTo(Main.USAGE);
      assertThat(err()).contains("noop ", "attached");
    }
  }
}
