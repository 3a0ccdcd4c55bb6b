package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.NoopAdapter;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Traits;

class ListCommandTest {
  /** As pm-redis: another program, named by an option, has other levels. */
  private static DatabaseAdapter named(String name) {
    return new UnobtainableAdapter() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Availability probe(Host host, Map<String, String> options) {
        return Availability.yes("");
      }

      @Override
      public Traits traits(Map<String, String> options) {
        return Traits.of(Durability.COMMIT)
            .durabilities(
                EnumSet.of(Durability.COMMIT), EnumSet.of(Durability.NONE, Durability.PERIODIC));
      }
    };
  }

  @Test
  void aRunThatNamesNoDatabaseTakesTheDefaultPairsAndTheFloor() {
    assertThat(
            SharedOptions.databases(Databases.of(new NoopAdapter(), named("redis"), named("fork"))))
        .containsExactlyInAnyOrder(DatabaseChoice.NOOP, new DatabaseChoice("redis", Map.of()));
  }

  @Test
  void levelsThatNeedOptionsAreMarked() {
    assertThat(ListCommand.durabilities(named("fork")))
        .isEqualTo("commit (none, periodic with options)");
    assertThat(ListCommand.durabilities(new NoopAdapter())).isEqualTo("none, periodic, commit");
  }
}
