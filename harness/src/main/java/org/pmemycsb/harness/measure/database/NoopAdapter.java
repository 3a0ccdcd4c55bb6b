package org.pmemycsb.harness.measure.database;

import java.util.Map;
import java.util.Properties;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/**
 * A database that does nothing and answers OK. Its figures are the costs of the harness. It accepts
 * any durability, so it can run beside every database.
 */
public final class NoopAdapter implements DatabaseAdapter {
  public static final String NAME = "noop";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    return Availability.yes("built in; does nothing, measures the harness");
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return Traits.of(Durability.values()).with(Trait.IN_PROCESS).without(Trait.KEEPS_RECORDS);
  }

  @Override
  public Class<? extends DB> client() {
    return NoopClient.class;
  }

  @Override
  public DatabaseServer open(ServerSettings settings) {
    return new ClassAdapter.BareServer(new Properties(), NAME, settings.durability(), true);
  }
}
