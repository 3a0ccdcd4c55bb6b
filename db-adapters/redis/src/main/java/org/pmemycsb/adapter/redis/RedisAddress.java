package org.pmemycsb.adapter.redis;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Where a Redis is and how to be let in. Immutable; as YCSB properties it has the names that YCSB's
 * own Redis binding uses, and more.
 *
 * @param host name or address; not used with a socket
 * @param port 1 to 65535; not used with a socket
 * @param socket the Unix socket to use in place of host and port
 * @param database number of the database in the server
 * @param user empty for the default user
 * @param password empty where none is asked for
 * @param tls whether to encrypt; the server's certificate and name are always verified
 * @param trustStore the key store (PKCS #12 or JKS) with the certificates to trust; the JVM's own
 *     where empty
 * @param trustStorePassword of the trust store
 */
record RedisAddress(
    String host,
    int port,
    Optional<Path> socket,
    int database,
    Optional<String> user,
    Optional<String> password,
    boolean tls,
    Optional<Path> trustStore,
    Optional<String> trustStorePassword) {
  private static final int DEFAULT_PORT = 6379;
  private static final String LOOPBACK = "127.0.0.1";
  private static final String HOST = "redis.host";
  private static final String PORT = "redis.port";
  private static final String SOCKET = "redis.socket";
  private static final String DATABASE = "redis.database";
  private static final String USER = "redis.user";
  private static final String PASSWORD = "redis.password";
  private static final String TLS = "redis.tls";
  private static final String TRUST_STORE = "redis.trustStore";
  private static final String TRUST_STORE_PASSWORD = "redis.trustStorePassword";

  /** All properties of clients, each with the adapter's option that decides it. */
  static final Map<String, String> PROPERTIES =
      Map.of(
          HOST,
          "url",
          PORT,
          "url",
          SOCKET,
          "url",
          DATABASE,
          "url",
          USER,
          "url",
          PASSWORD,
          "url",
          TLS,
          "url",
          TRUST_STORE,
          "trustStore",
          TRUST_STORE_PASSWORD,
          "trustStorePassword",
          RedisClient.SCANS,
          "");

  RedisAddress {
    if (host.isBlank()) {
      throw new IllegalArgumentException("redis: a host is needed");
    }
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("redis: there is no port " + port);
    }
    if (database < 0) {
      throw new IllegalArgumentException("redis: there is no database " + database);
    }
    if (tls && socket.isPresent()) {
      throw new IllegalArgumentException("redis: TLS does not go over a Unix socket");
    }
  }

  /** A server without password on a port of this machine. */
  static RedisAddress local(int port) {
    return new RedisAddress(
        LOOPBACK,
        port,
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty());
  }

  /** A server without password on a Unix socket. */
  static RedisAddress local(Path socket) {
    return new RedisAddress(
        LOOPBACK,
        DEFAULT_PORT,
        Optional.of(socket),
        0,
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty());
  }

  /**
   * What a URL says: {@code redis://[[user]:password@]host[:port][/database]}, {@code rediss://}
   * for TLS, or {@code unix://[[user]:password@]/path/to/socket[?database]}.
   *
   * @throws IllegalArgumentException if it is none of these; the message does not repeat it,
   *     because it may hold a password
   */
  static RedisAddress ofUrl(
      String url, Optional<Path> trustStore, Optional<String> trustStorePassword) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException invalid) {
      throw new IllegalArgumentException("redis: the url is invalid: " + invalid.getReason());
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme();
    // Without a host, which a socket has none of, there is no user info by Java's reading.
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    String[] login = authority.substring(0, Math.max(0, authority.lastIndexOf('@'))).split(":", 2);
    Optional<String> user = decoded(login[0]);
    Optional<String> password = login.length == 2 ? decoded(login[1]) : Optional.empty();
    String path = uri.getPath() == null ? "" : uri.getPath();
    switch (scheme) {
      case "redis", "rediss":
        if (uri.getHost() == null) {
          throw new IllegalArgumentException("redis: the url names no host");
        }
        return new RedisAddress(
            uri.getHost(),
            uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
            Optional.empty(),
            number("database in the url", path.replaceFirst("^/", "")),
            user,
            password,
            scheme.equals("rediss"),
            trustStore,
            trustStorePassword);
      case "unix":
        if (!path.startsWith("/")) {
          throw new IllegalArgumentException("redis: the url names no path of a socket");
        }
        return new RedisAddress(
            LOOPBACK,
            DEFAULT_PORT,
            Optional.of(Path.of(path)),
            number("database in the url", uri.getQuery() == null ? "" : uri.getQuery()),
            user,
            password,
            false,
            Optional.empty(),
            Optional.empty());
      default:
        throw new IllegalArgumentException(
            "redis: the url must begin with redis://, rediss:// or unix://");
    }
  }

  private static Optional<String> decoded(String text) {
    return Optional.of(URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8))
        .filter(plain -> !plain.isEmpty());
  }

  private static int number(String what, String text) {
    try {
      return text.isEmpty() ? 0 : Integer.parseInt(text);
    } catch (NumberFormatException invalid) {
      throw new IllegalArgumentException("redis: " + what + " must be a number, not " + text);
    }
  }

  /**
   * What YCSB properties say; a server on this machine's port 6379 where they say nothing.
   *
   * @throws IllegalArgumentException if a property is invalid; the message names it
   */
  static RedisAddress of(Properties properties) {
    String port = properties.getProperty(PORT, "");
    return new RedisAddress(
        properties.getProperty(HOST, LOOPBACK),
        port.isEmpty() ? DEFAULT_PORT : number(PORT, port),
        Optional.ofNullable(properties.getProperty(SOCKET)).map(Path::of),
        number(DATABASE, properties.getProperty(DATABASE, "")),
        Optional.ofNullable(properties.getProperty(USER)),
        Optional.ofNullable(properties.getProperty(PASSWORD)),
        Boolean.parseBoolean(properties.getProperty(TLS)),
        Optional.ofNullable(properties.getProperty(TRUST_STORE)).map(Path::of),
        Optional.ofNullable(properties.getProperty(TRUST_STORE_PASSWORD)));
  }

  /** As YCSB properties; a new object each time. */
  Properties properties() {
    Properties properties = new Properties();
    properties.setProperty(HOST, host);
    properties.setProperty(PORT, Integer.toString(port));
    properties.setProperty(DATABASE, Integer.toString(database));
    properties.setProperty(TLS, Boolean.toString(tls));
    socket.ifPresent(path -> properties.setProperty(SOCKET, path.toString()));
    user.ifPresent(name -> properties.setProperty(USER, name));
    password.ifPresent(secret -> properties.setProperty(PASSWORD, secret));
    trustStore.ifPresent(file -> properties.setProperty(TRUST_STORE, file.toString()));
    trustStorePassword.ifPresent(secret -> properties.setProperty(TRUST_STORE_PASSWORD, secret));
    return properties;
  }

  /** For messages: where it is, and nothing secret. */
  @Override
  public String toString() {
    return socket.map(Path::toString).orElse(host + ":" + port)
        + (database == 0 ? "" : " (database " + database + ")");
  }
}
