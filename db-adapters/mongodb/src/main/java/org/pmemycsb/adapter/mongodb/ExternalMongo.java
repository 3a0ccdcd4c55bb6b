package org.pmemycsb.adapter.mongodb;

import java.util.Optional;
import java.util.Properties;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;

/** An external server. One of its collections is ours while the harness uses it. */
final class ExternalMongo extends MongoServer {
  private final boolean ferretdb;
  private boolean closed;

  private ExternalMongo(MongoUrl url) throws DatabaseException {
    super(url);
    ferretdb = standIn().isPresent();
  }

  static ExternalMongo attach(ExternalServer external) throws DatabaseException {
    ExternalMongo server = new ExternalMongo(MongoUrl.of(external.url()));
    if (!external.allowReset()
        && server.ask(database -> database.getCollection(TABLE).find().first()) != null) {
      throw new DatabaseException(
          "collection %s at %s is not empty: name another database, or allow it to be emptied with"
                  .formatted(TABLE, server.url)
              + " --allow-reset");
    }
    server.reset();
    return server;
  }

  @Override
  public Properties clientProperties() {
    Properties properties = super.clientProperties();
    properties.setProperty(MongoYcsbClient.SERIALIZE, Boolean.toString(ferretdb));
    return properties;
  }

  @Override
  public Durability effectiveDurability() throws DatabaseException {
    if (ferretdb) {
      throw new DatabaseException(
          "the FerretDB at %s does not say how durable its store is, so it cannot be compared"
              .formatted(url));
    }
    return super.effectiveDurability();
  }

  /** With a journal, the URL decides the durability. */
  @Override
  public Optional<String> durabilitySettings() {
    return Optional.of("journal=true in the url waits for the journal, journal=false does not");
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      drop();
    } catch (DatabaseException unreachable) {
      // Records that are left lie in our collection. The next attach reports them.
      return;
    }
  }
}
