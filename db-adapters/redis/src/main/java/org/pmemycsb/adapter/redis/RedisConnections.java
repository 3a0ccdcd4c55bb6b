package org.pmemycsb.adapter.redis;

import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import org.pmemycsb.adapter.support.UnixSocket;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/** Makes connections. */
final class RedisConnections {
  private static final int GREETING_MILLIS = 5_000;

  private RedisConnections() {}

  /**
   * A new connection that answers, logged in and with the database selected.
   *
   * @param timeoutMillis longest time to wait for a reply once connected; not kept over a Unix
   *     socket
   * @throws redis.clients.jedis.exceptions.JedisException if there is no connection
   */
  static Connection connect(RedisAddress address, int timeoutMillis) {
    // A server that does not greet gets less time than one that works on a command.
    int greeting = Math.min(timeoutMillis, GREETING_MILLIS);
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            // This is RESP 2. RESP 3 begins with a greeting that old servers refuse.
            .serverDefaultProtocol()
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .connectionTimeoutMillis(greeting)
            .socketTimeoutMillis(greeting)
            .database(address.database());
    address.user().ifPresent(config::user);
    address.password().ifPresent(config::password);
    if (address.tls()) {
      config.sslOptions(trust(address));
    }
    DefaultJedisClientConfig built = config.build();
    JedisSocketFactory sockets =
        address
            .socket()
            .<JedisSocketFactory>map(path -> () -> unixSocket(path))
            .orElseGet(
                () ->
                    new DefaultJedisSocketFactory(
                        new HostAndPort(address.host(), address.port()), built));
    Connection connection = new Connection(sockets, built);
    try {
      connection.ping();
      connection.setSoTimeout(timeoutMillis);
      return connection;
    } catch (JedisException failure) {
      connection.close();
      throw failure;
    }
  }

  private static Socket unixSocket(Path path) {
    try {
      return UnixSocket.connect(path);
    } catch (IOException failure) {
      throw new JedisConnectionException(failure.getMessage(), failure);
    }
  }

  private static SslOptions trust(RedisAddress address) {
    SslOptions.Builder options = SslOptions.builder();
    if (address.trustStore().isPresent()) {
      File file = address.trustStore().map(Path::toFile).get();
      options.truststore(file, address.trustStorePassword().map(String::toCharArray).orElse(null));
    }
    return options.build();
  }
}
