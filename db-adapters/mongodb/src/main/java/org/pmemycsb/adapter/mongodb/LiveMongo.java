package org.pmemycsb.adapter.mongodb;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;

/** What is the same for every server that speaks MongoDB's protocol. */
abstract class LiveMongo implements DatabaseServer {
  private final MongoAdministration administration;

  LiveMongo(MongoUrl url) {
    this.administration = new MongoAdministration(url);
  }

  MongoAdministration administration() {
    return administration;
  }

  /** The URL of a server of ours, with a write concern that fits. */
  static MongoUrl local(int port, Durability durability) {
    return MongoUrl.of(
        "mongodb://127.0.0.1:" + port + "/ycsb?w=1&journal=" + (durability == Durability.COMMIT));
  }

  @Override
  public Properties clientProperties() {
    Properties properties = new Properties();
    properties.setProperty(MongoYcsbClient.URL, administration.url().text());
    return properties;
  }

  @Override
  public void reset() throws DatabaseException {
    administration.reset();
  }

  @Override
  public Optional<String> standIn() throws DatabaseException {
    return Optional.of("FerretDB").filter(administration.version()::startsWith);
  }

  @Override
  public String version() throws DatabaseException {
    return administration.version();
  }

  @Override
  public Durability effectiveDurability() throws DatabaseException {
    return administration.durability();
  }

  @Override
  public Optional<Duration> lossWindow() throws DatabaseException {
    return administration.lossWindow();
  }

  @Override
  public OptionalLong recordCount() throws DatabaseException {
    return OptionalLong.of(administration.recordCount());
  }

  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    return administration.statistics();
  }
}
