package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.NoopAdapter;
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

class ListCommandTest {
  /** As pm-redis: another program, named by an option, has other levels. */
  private static class WithFork implements DatabaseAdapter {
    @Override
    public String name() {
      return "fork";
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

    @Override
    public Class<? extends DB> client() {
      return NoopClient.class;
    }

    @Override
    public DatabaseServer open(ServerSettings settings) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void aRunThatNamesNoDatabaseTakesTheDefaultPairsAndTheFloor() {
    DatabaseAdapter redis =
        new WithFork() {
          @Override
          public String name() {
            return "redis";
          }
        };
    assertThat(ExperimentOptions.all(Databases.of(new NoopAdapter(), redis, new WithFork())))
        .containsExactlyInAnyOrder(DatabaseChoice.NOOP, new DatabaseChoice("redis", Map.of()));
  }

  @Test
  void levelsThatNeedOptionsAreMarked() {
    assertThat(ListCommand.durabilities(new WithFork()))
        .isEqualTo("commit (none, periodic with options)");
    assertThat(ListCommand.durabilities(new NoopAdapter())).isEqualTo("none, periodic, commit");
  }
}
