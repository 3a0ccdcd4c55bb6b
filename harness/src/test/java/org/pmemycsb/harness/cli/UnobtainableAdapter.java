package org.pmemycsb.harness.cli;

import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/** A database that no machine has; with the option {@code broken}, one that cannot be opened. */
public class UnobtainableAdapter implements DatabaseAdapter {
  @Override
  public String name() {
    return "unobtainable";
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    return options.isEmpty()
        ? Availability.no("not built", "make unobtainable")
        : Availability.yes("broken");
  }

  @Override
  public List<Option> options() {
    return List.of(Option.text("broken", "for tests"));
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return Traits.of(Durability.values());
  }

  @Override
  public Class<? extends DB> client() {
    return NoopClient.class;
  }

  @Override
  public Map<String, String> ownProperties() {
    return Map.of("nobody.size", "size", "nobody.home", "");
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    if (!settings.options().isEmpty()) {
      throw new DatabaseException("disk full");
    }
    throw new IllegalStateException("opened although it is unavailable");
  }
}
