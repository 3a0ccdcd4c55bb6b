package org.pmemycsb.harness.database;

import java.util.EnumSet;
import java.util.Properties;
import java.util.Set;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.DB;

/**
 * A database that does nothing and says that all went well: its figures are what the harness itself
 * costs. It takes any durability, so that it can stand beside every database.
 */
public final class NoopAdapter implements DatabaseAdapter {
  /** Its name. */
  public static final String NAME = "noop";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Availability probe(Host host) {
    return Availability.yes("built in; does nothing, measures the harness");
  }

  @Override
  public Set<Durability> durabilities() {
    return EnumSet.allOf(Durability.class);
  }

  @Override
  public boolean keepsRecords() {
    return false;
  }

  @Override
  public Class<? extends DB> client() {
    return NoopClient.class;
  }

  @Override
  public DatabaseServer open(ServerSettings settings) {
    return new DatabaseServer() {
      @Override
      public Properties clientProperties() {
        return new Properties();
      }

      @Override
      public void reset() {}

      @Override
      public String version() {
        return "noop";
      }

      @Override
      public Durability effectiveDurability() {
        return settings.durability();
      }

      @Override
      public void close() {}
    };
  }
}
