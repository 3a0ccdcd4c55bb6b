package org.pmemycsb.adapter.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.WriteConcern;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;

/** An external server. One of its collections is ours while the harness uses it. */
final class ExternalMongo extends MongoServer {
  private final Optional<DatabaseServer> store;
  private boolean serialize;
  private boolean closed;

  private ExternalMongo(MongoUrl url, Optional<DatabaseServer> store) {
    super(url);
    this.store = store;
  }

  /**
   * Attaches to a server and empties our collection.
   *
   * @param storeUrl the PostgreSQL under a FerretDB
   */
  static ExternalMongo attach(ExternalServer external, Optional<String> storeUrl)
      throws DatabaseException {
    ExternalMongo server =
        new ExternalMongo(MongoUrl.of(external.url()), storeUrl.map(PostgresAdapter::asked));
    if (storeUrl.isPresent() && server.standIn().isEmpty()) {
      throw new DatabaseException(
          "mongodb option storeUrl is for a FerretDB, and %s is %s: leave the option out"
              .formatted(server.url, server.product()));
    }
    if (!external.allowReset()
        && server.ask(database -> database.getCollection(TABLE).find().first()) != null) {
      throw new DatabaseException(
          "collection %s at %s is not empty: name another database, or allow it to be emptied with"
                  .formatted(TABLE, server.url)
              + " --allow-reset");
    }
    server.serialize = server.product().startsWith("FerretDB 1.");
    server.reset();
    return server;
  }

  /** FerretDB 1 loses one of two updates of one document at the same time. */
  @Override
  public Properties clientProperties() {
    Properties properties = super.clientProperties();
    properties.setProperty(MongoYcsbClient.SERIALIZE, Boolean.toString(serialize));
    return properties;
  }

  @Override
  public String version() throws DatabaseException {
    return store.isPresent() ? product() + " (" + store.get().version() + ")" : product();
  }

  /** FerretDB ignores the write concern of a client, and leaves durability to its PostgreSQL. */
  @Override
  public Durability effectiveDurability() throws DatabaseException {
    WriteConcern asked = new ConnectionString(url.text()).getWriteConcern();
    if (asked != null && !asked.isAcknowledged()) {
      // Clients do not learn whether a write has reached the server.
      return Durability.NONE;
    }
    if (store.isPresent()) {
      return store.get().effectiveDurability();
    }
    if (!statesDurability()) {
      throw new DatabaseException(
          "the FerretDB at %s does not say how durable its store is: name its PostgreSQL with the"
                  .formatted(url)
              + " option storeUrl=postgresql://user:password@host:port/database, or state the"
              + " durability with claimedDurability");
    }
    return super.effectiveDurability();
  }

  @Override
  public boolean statesDurability() throws DatabaseException {
    return store.isPresent() || standIn().isEmpty();
  }

  @Override
  public Optional<Duration> lossWindow() throws DatabaseException {
    return store.isPresent() ? store.get().lossWindow() : super.lossWindow();
  }

  /** With a journal, the URL decides the durability. */
  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    return store.isPresent()
        ? store.get().durabilitySettings()
        : Optional.of(
            "journal=true in the url waits for the journal, journal=false does not, and w=0 waits for"
                + " nothing");
  }

  @Override
  public void close() throws DatabaseException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      drop();
    } catch (DatabaseException kept) {
      throw new DatabaseException(
          "collection %s is left at %s: %s".formatted(TABLE, url, kept.getMessage()), kept);
    }
  }
}
