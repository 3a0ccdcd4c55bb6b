package org.pmemycsb.adapter.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.WriteConcern;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.adapter.support.ConnectionLimit;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;

/** An external server. One of its collections is ours while the harness uses it. */
final class ExternalMongo extends MongoServer {
  private boolean closed;

  /**
   * Attaches to a server and empties our collection.
   *
   * @param storeUrl the PostgreSQL under a FerretDB
   * @param threads client threads at a time
   */
  static ExternalMongo attach(ExternalServer external, Optional<String> storeUrl, int threads)
      throws DatabaseException {
    ExternalMongo server = new ExternalMongo();
    server.url = MongoUrl.of(external.url());
    server.store = storeUrl.map(PostgresAdapter::asked);
    if (storeUrl.isPresent() && server.standIn().isEmpty()) {
      throw new DatabaseException(
          "mongodb option storeUrl is for a FerretDB, and %s is %s: leave the option out"
              .formatted(server.url, server.product()));
    }
    refuseReplica(server.url, server.command("isMaster"));
    refuseFew(server.url, server.status(), threads);
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

  /**
   * Refuses a member of a replica set that takes no writes.
   *
   * @param role the server's answer to {@code isMaster}, which all versions know
   */
  static void refuseReplica(MongoUrl url, BsonDocument role) throws DatabaseException {
    if (!role.getBoolean("ismaster", BsonBoolean.TRUE).getValue()) {
      throw new DatabaseException(
          "the server at %s takes no writes, because it is not the primary of its replica set; give the url of the primary%s"
              .formatted(
                  url,
                  role.containsKey("primary") ? ", " + role.getString("primary").getValue() : ""));
    }
  }

  /**
   * Refuses a server with too few connections left.
   *
   * @param status empty if the account may not read it
   */
  static void refuseFew(MongoUrl url, BsonDocument status, int threads) throws DatabaseException {
    BsonValue left = within(status, "connections").get("available");
    if (left != null && left.isNumber()) {
      ConnectionLimit.refuse(
          "the server at " + url,
          "net.maxIncomingConnections",
          left.asNumber().longValue(),
          threads);
    }
  }

  private BsonDocument status() {
    try {
      return command("serverStatus");
    } catch (DatabaseException denied) {
      return new BsonDocument();
    }
  }

  @Override
  public Durability effectiveDurability() throws DatabaseException {
    WriteConcern asked = new ConnectionString(url.text()).getWriteConcern();
    if (asked != null && !asked.isAcknowledged()) {
      // Clients do not learn whether a write has reached the server.
      return Durability.NONE;
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
