package org.pmemycsb.adapter.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ServerDescription;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The driver's clients, one a URL, shared by all users of that URL. The pool of each is not
 * limited: it has as many connections as threads use at a time. Thread-safe.
 */
final class MongoConnections implements AutoCloseable {
  // The time that an operation waits for a server that is gone, or that does not answer.
  private static final int SELECT_MILLIS = 2000;
  private static final int CONNECT_SECONDS = 10;

  /** The longest time that a server may take for an answer. */
  static final int ANSWER_SECONDS = 60;

  private static final Map<String, MongoConnections> OPEN = new HashMap<>();

  private final String url;
  private final MongoClient client;
  private int users;

  private MongoConnections(String url) {
    this.url = url;
    this.client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(url))
                .applicationName("pmem-ycsb")
                // A write whose answer got lost may have been done. A repetition would count
                // twice.
                .retryWrites(false)
                .retryReads(false)
                .applyToConnectionPoolSettings(pool -> pool.maxSize(0))
                .applyToClusterSettings(
                    cluster -> cluster.serverSelectionTimeout(SELECT_MILLIS, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(
                    socket ->
                        socket
                            .connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
                            .readTimeout(ANSWER_SECONDS, TimeUnit.SECONDS))
                .build());
  }

  /** Why the last try to reach the server failed; empty if it, or one of several, only hangs. */
  Optional<Throwable> unreachable() {
    List<ServerDescription> servers = client.getClusterDescription().getServerDescriptions();
    List<Throwable> failures =
        servers.stream()
            .flatMap(server -> Stream.ofNullable(server.getException()))
            .filter(failure -> !(failure instanceof MongoSocketReadTimeoutException))
            .filter(failure -> !(failure.getCause() instanceof SocketTimeoutException))
            .toList();
    return failures.size() < servers.size() ? Optional.empty() : failures.stream().findFirst();
  }

  /**
   * The connections to a URL. Each caller closes them.
   *
   * @throws IllegalArgumentException if it is not a connection string of MongoDB
   */
  static MongoConnections to(String url) {
    synchronized (OPEN) {
      MongoConnections connections = OPEN.computeIfAbsent(url, MongoConnections::new);
      connections.users++;
      return connections;
    }
  }

  MongoClient client() {
    return client;
  }

  @Override
  public void close() {
    synchronized (OPEN) {
      users--;
      if (users == 0) {
        OPEN.remove(url);
        client.close();
      }
    }
  }
}
