package org.pmemycsb.it.harness;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/**
 * A database with a fault of one's choice: options {@code fault} and {@code file}, see {@link
 * FaultyClient}.
 */
public class FaultyAdapter implements DatabaseAdapter {
  static final String NAME = "faulty";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    return Availability.yes("for tests");
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return Traits.of(Durability.NONE, Durability.COMMIT).without(Trait.KEEPS_RECORDS);
  }

  @Override
  public List<Option> options() {
    return List.of(Option.text("fault", "for tests"), Option.text("file", "for tests"));
  }

  @Override
  public Class<? extends DB> client() {
    return FaultyClient.class;
  }

  @Override
  public DatabaseServer open(ServerSettings settings) {
    String fault = settings.options().getOrDefault("fault", "none");
    return new DatabaseServer() {
      @Override
      public Properties clientProperties() {
        Properties properties = new Properties();
        properties.setProperty(FaultyClient.FAULT, fault);
        properties.setProperty(FaultyClient.FILE, settings.options().getOrDefault("file", "none"));
        return properties;
      }

      @Override
      public Map<String, String> clientEnvironment() {
        return Map.of();
      }

      @Override
      public void reset() {}

      @Override
      public String version() {
        return "faulty 1 (" + fault + ")";
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
