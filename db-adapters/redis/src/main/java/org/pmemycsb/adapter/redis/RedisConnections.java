package org.pmemycsb.adapter.redis;

import java.io.File;
import java.nio.file.Path;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.SslOptions;

/** Makes connections. */
final class RedisConnections {
  private static final int CONNECT_MILLIS = 5_000;

  private RedisConnections() {}

  /**
   * A new connection, logged in and with the database selected.
   *
   * @param timeoutMillis longest time to wait for a reply; not kept over a Unix socket
   * @throws redis.clients.jedis.exceptions.JedisException if it cannot be had
   */
  static Connection connect(RedisAddress address, int timeoutMillis) {
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            // The older protocol: its replies are what the commands used here have always given,
            // and nothing is pushed in between.
            .resp2()
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .connectionTimeoutMillis(CONNECT_MILLIS)
            .socketTimeoutMillis(timeoutMillis)
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
            .<JedisSocketFactory>map(path -> () -> UnixSocket.connect(path))
            .orElseGet(
                () ->
                    new DefaultJedisSocketFactory(
                        new HostAndPort(address.host(), address.port()), built));
    return new Connection(sockets, built);
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
