package org.pmemycsb.adapter.postgres;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;

/** A PostgreSQL that is up, whoever started it. */
abstract class PostgresServer implements DatabaseServer {
  /** Reaches the server as it is now. */
  abstract PostgresAdministration administration();

  @Override
  public Properties clientProperties() {
    return administration().url().toProperties();
  }

  @Override
  public void reset() throws DatabaseException {
    administration().reset();
  }

  @Override
  public String version() throws DatabaseException {
    return administration().version();
  }

  @Override
  public Durability effectiveDurability() throws DatabaseException {
    return administration().durability();
  }

  @Override
  public Optional<Duration> lossWindow() throws DatabaseException {
    return administration().lossWindow();
  }

  @Override
  public OptionalLong recordCount() throws DatabaseException {
    return OptionalLong.of(administration().recordCount());
  }

  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    return administration().statistics();
  }
}
