package org.pmemycsb.adapter.mongodb;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;

/** The common part of every server that speaks MongoDB's protocol. */
abstract class LiveMongo implements DatabaseServer {
  /** The longest time that a server of ours may take to start. */
  static final int START_SECONDS = 120;

  // A server that cannot listen on its port ends within this time.
  private static final int SETTLE_MILLIS = 50;

  private final MongoAdministration administration;

  LiveMongo(MongoUrl url) {
    this.administration = new MongoAdministration(url);
  }

  MongoAdministration administration() {
    return administration;
  }

  /** Whether a server answers, and the process lives. Another server may have taken the port. */
  boolean answers(ServerProcess process) {
    return administration.answers() && !process.endsWithin(SETTLE_MILLIS);
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
