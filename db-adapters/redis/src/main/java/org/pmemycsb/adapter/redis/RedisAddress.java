package org.pmemycsb.adapter.redis;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.TlsPort;
import org.pmemycsb.adapter.support.UnixSocket;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The place of a Redis and the means to log in. Immutable. Its YCSB properties have the names of
 * YCSB's own Redis binding, and more.
 *
 * @param host name or address; not used with a socket
 * @param port 1 to 65535; not used with a socket
 * @param socket the Unix socket to use in place of host and port
 * @param database number of the database in the server
 * @param user empty for the default user
 * @param password empty if the server asks for none
 * @param tls whether to encrypt. The client then verifies the server's certificate and name
 * @param trustStore the key store (PKCS #12 or JKS) with the certificates to trust; the JVM's own
 *     where empty
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
  static final Map<String, String> PROPERTIES = properties("url");

  private static final int GREETING_MILLIS = 5_000;
  private static final byte[] QUESTION = "PING\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final TlsPort.Remedies REMEDIES =
      new TlsPort.Remedies(
          "use redis:// in the url",
          "use rediss:// in the url",
          "the harness cannot give one, so set tls-auth-clients no");

  /** A failure whose message needs no cause. */
  private static final class NamedFailure extends JedisConnectionException {
    private static final long serialVersionUID = 1L;

    NamedFailure(String cause, Throwable failure) {
      super(cause, failure);
    }
  }

  private static Map<String, String> properties(String url) {
    Map<String, String> all = new HashMap<>();
    List.of(HOST, PORT, SOCKET, DATABASE, USER, PASSWORD, TLS).forEach(name -> all.put(name, url));
    all.put(TRUST_STORE, "trustStore");
    all.put(TRUST_STORE_PASSWORD, "trustStorePassword");
    all.put(RedisClient.SCANS, "");
    return Map.copyOf(all);
  }

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

  /** A server without a password on a port of this machine. */
  static RedisAddress local(int port) {
    return with(PORT, Integer.toString(port));
  }

  /** A server with a password for the default user. */
  static RedisAddress guarded(String host, int port, String password) {
    Properties properties = local(port).properties();
    properties.setProperty(HOST, host);
    properties.setProperty(PASSWORD, password);
    return of(properties);
  }

  /** A server without password on a Unix socket. */
  static RedisAddress local(Path socket) {
    return with(SOCKET, socket.toString());
  }

  private static RedisAddress with(String property, String value) {
    Properties properties = new Properties();
    properties.setProperty(property, value);
    return of(properties);
  }

  /**
   * The address in a URL: {@code redis://[[user]:password@]host[:port][/database]}, {@code
   * rediss://} for TLS, or {@code unix://[[user]:password@]/path/to/socket[?database]}.
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
    // A Unix socket has no host. Java finds no user info in a URL without a host.
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    String[] login = authority.substring(0, Math.max(0, authority.lastIndexOf('@'))).split(":", 2);
    Optional<String> user = decoded(login[0]);
    Optional<String> password = login.length == 2 ? decoded(login[1]) : Optional.empty();
    String path = uri.getPath() == null ? "" : uri.getPath();
    boolean unix = scheme.equals("unix");
    if (!unix && !scheme.equals("redis") && !scheme.equals("rediss")) {
      throw new IllegalArgumentException(
          "redis: the url must begin with redis://, rediss:// or unix://");
    }
    if (unix && !path.startsWith("/")) {
      throw new IllegalArgumentException("redis: the url names no path of a socket");
    }
    if (!unix && uri.getHost() == null) {
      throw new IllegalArgumentException("redis: the url names no host");
    }
    String database = unix ? uri.getQuery() : path.replaceFirst("^/", "");
    return new RedisAddress(
        unix ? Ports.HERE : uri.getHost(),
        unix || uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
        unix ? Optional.of(Path.of(path)) : Optional.empty(),
        number("database in the url", database == null ? "" : database),
        user,
        password,
        scheme.equals("rediss"),
        unix ? Optional.empty() : trustStore,
        unix ? Optional.empty() : trustStorePassword);
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
   * The address in YCSB properties. Their defaults are a server on this machine's port 6379.
   *
   * @throws IllegalArgumentException if a property is invalid; the message names it
   */
  static RedisAddress of(Properties properties) {
    String port = properties.getProperty(PORT, "");
    return new RedisAddress(
        properties.getProperty(HOST, Ports.HERE),
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

  /**
   * A new connection that answers, logged in and with the database selected.
   *
   * @param timeoutMillis longest time to wait for a reply once connected
   * @throws redis.clients.jedis.exceptions.JedisException if there is no connection
   */
  Connection connect(int timeoutMillis) {
    try {
      return open(timeoutMillis);
    } catch (JedisDataException refused) {
      throw refused;
    } catch (JedisException | IllegalArgumentException failure) {
      throw tlsCause(failure)
          .<RuntimeException>map(cause -> new NamedFailure(cause, failure))
          .orElse(failure);
    }
  }

  private Optional<String> tlsCause(Throwable failure) {
    return socket.isPresent()
        ? Optional.empty()
        : new TlsPort(host, port)
            .cause(
                failure,
                tls,
                trustStore.map(file -> "trustStore " + file).stream().toList(),
                QUESTION,
                REMEDIES);
  }

  private Connection open(int timeoutMillis) {
    // A server that does not greet gets less time than one that works on a command.
    int greeting = Math.min(timeoutMillis, GREETING_MILLIS);
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            // This is RESP 2. RESP 3 begins with a greeting that old servers refuse.
            .serverDefaultProtocol()
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .connectionTimeoutMillis(greeting)
            .socketTimeoutMillis(greeting)
            .database(database);
    user.ifPresent(config::user);
    password.ifPresent(config::password);
    if (tls) {
      config.sslOptions(trust());
    }
    DefaultJedisClientConfig built = config.build();
    JedisSocketFactory sockets =
        socket
            .<JedisSocketFactory>map(path -> () -> unixSocket(path, greeting))
            .orElseGet(() -> new DefaultJedisSocketFactory(new HostAndPort(host, port), built));
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

  private static Socket unixSocket(Path path, int timeoutMillis) {
    try {
      Socket socket = UnixSocket.connect(path);
      socket.setSoTimeout(timeoutMillis);
      return socket;
    } catch (IOException failure) {
      throw new JedisConnectionException(failure.getMessage(), failure);
    }
  }

  private SslOptions trust() {
    SslOptions.Builder options = SslOptions.builder();
    trustStore.ifPresent(
        file ->
            options.truststore(
                file.toFile(), trustStorePassword.map(String::toCharArray).orElse(null)));
    return options.build();
  }

  /** One line: the address, and the message of the deepest cause. */
  String describe(JedisException failure) {
    if (failure instanceof JedisDataException) {
      return "redis at " + this + " refuses: " + Failures.oneLine(failure);
    }
    Throwable root = failure;
    while (root.getCause() != null && !(root instanceof NamedFailure)) {
      root = root.getCause();
    }
    // Jedis keeps the failure of an address among the suppressed ones.
    if (root.getSuppressed().length > 0 && !(root instanceof NamedFailure)) {
      root = root.getSuppressed()[0];
    }
    return "redis at " + this + " cannot be reached: " + Failures.oneLine(root);
  }

  /** For messages: where it is, and nothing secret. */
  @Override
  public String toString() {
    return location() + (database == 0 ? "" : " (database " + database + ")");
  }

  String location() {
    return socket.map(Path::toString).orElse(host + ":" + port);
  }
}
