package org.pmemycsb.adapter.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.adapter.redis.RedisClient.Scans;
import org.pmemycsb.adapter.support.ConnectionLimit;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** A Redis that is up: one that is attached to, or in the subclass one of our own. */
class RedisServer implements DatabaseServer {
  // Emptying a large database takes minutes.
  private static final int TIMEOUT_MILLIS = 600_000;
  // Redis syncs its log once a second. While a sync takes longer, Redis holds the next write to the
  // log back for up to two seconds.
  private static final Duration LOSS_WINDOW = Duration.ofSeconds(2);
  private static final Pattern CALLS = Pattern.compile("calls=(\\d+),.*");
  // Fields of INFO that only grow, and their names in the results.
  private static final Map<String, String> COUNTERS =
      Map.of(
          "total_commands_processed", "commands",
          "total_reads_processed", "socket.reads",
          "total_writes_processed", "socket.writes",
          "total_net_input_bytes", "socket.bytes.in",
          "total_net_output_bytes", "socket.bytes.out",
          "total_error_replies", "errors",
          "aof_delayed_fsync", "log.syncs.delayed");
  // With this setting, nothing is synced while the log is rewritten.
  private static final String PAUSES_SYNCS = "no-appendfsync-on-rewrite";
  // Settings of an external server that change its figures. None is a secret.
  private static final List<String> TELLING =
      List.of(
          "appendfsync",
          "appendonly",
          "io-threads",
          "maxmemory",
          "maxmemory-policy",
          PAUSES_SYNCS,
          "save");

  /** Set before the first question. */
  RedisAddress address;

  private final Scans scans;
  private String telling = "";
  private Optional<String> refusal = Optional.empty();
  private long evictedBefore;
  private boolean closed;

  RedisServer(RedisAddress address, Scans scans) {
    this.address = address;
    this.scans = scans;
  }

  /**
   * Attaches to a server, and empties the database in it if that is allowed.
   *
   * @param threads of the clients to come
   */
  static RedisServer attach(RedisAddress address, Scans scans, ExternalServer external, int threads)
      throws DatabaseException {
    RedisServer server = new RedisServer(address, scans);
    server.refuseMissingCommands();
    server.refuseReplica();
    server.refuseTooFewConnections(threads);
    long keys = server.ask(connection -> number(connection, Command.DBSIZE));
    if (keys > 0 && !external.allowReset()) {
      throw new DatabaseException(
          "redis at %s is not empty (keys: %d), and only --allow-reset lets them be removed"
              .formatted(address, keys));
    }
    try {
      server.telling =
          server.ask(RedisServer::settings).entrySet().stream()
              .filter(setting -> TELLING.contains(setting.getKey()))
              .map(setting -> setting.getKey() + " " + setting.getValue() + "\n")
              .collect(Collectors.joining());
    } catch (DatabaseException refused) {
      if (!(refused.getCause() instanceof JedisDataException)) {
        throw refused;
      }
      server.refusal = Optional.of(refused.getMessage());
    }
    if (keys > 0) {
      server.reset();
    }
    server.evictedBefore = evicted(server.info("all"));
    return server;
  }

  /** A server that only keeps its settings to itself does not state its durability. */
  private void refuseMissingCommands() throws DatabaseException {
    Map<String, Set<String>> refused = ask(connection -> NeededCommands.refused(connection, scans));
    List<String> names = refused.values().stream().flatMap(Set::stream).toList();
    if (!names.contains(NeededCommands.VERSION)) {
      refuseUnsuitable(); // an old server lacks commands, too
    }
    if (names.stream().anyMatch(name -> !name.equals(NeededCommands.SETTINGS))) {
      throw new DatabaseException(
          "redis at %s refuses commands that a run needs: %s; allow them, or name another server"
              .formatted(address, NeededCommands.describe(refused)));
    }
  }

  private void refuseReplica() throws DatabaseException {
    Map<String, String> info = info("replication");
    if ("slave".equals(info.get("role")) && !"0".equals(info.get("slave_read_only"))) {
      throw new DatabaseException(
          "redis at %s is a read-only replica of %s:%s; name that server"
              .formatted(address, info.get("master_host"), info.get("master_port")));
    }
  }

  private void refuseTooFewConnections(int threads) throws DatabaseException {
    // Before version 6.2, the server does not say it.
    String most = info("clients").get("maxclients");
    if (most != null) {
      ConnectionLimit.refuse("redis at " + address, "maxclients", Long.parseLong(most), threads);
    }
  }

  /** How many keys it removed for lack of memory, of those that have no end of their own. */
  private static long evicted(Map<String, String> info) {
    return info.getOrDefault("maxmemory_policy", "").startsWith("allkeys")
        ? Long.parseLong(info.getOrDefault("evicted_keys", "0"))
        : 0;
  }

  int oldestMajor() {
    return RedisProduct.OLDEST_MAJOR;
  }

  final void refuseUnsuitable() throws DatabaseException {
    Map<String, String> info = info("server");
    product(info).refuseOlder("redis at " + address, oldestMajor());
    if ("cluster".equals(info.get("redis_mode"))) {
      throw new DatabaseException("redis at " + address + " is a cluster; name a single server");
    }
  }

  private RedisProduct product(Map<String, String> info) throws DatabaseException {
    return RedisProduct.ofInfo(info)
        .orElseThrow(
            () -> new DatabaseException("redis at " + address + " does not say its version"));
  }

  final <T> T ask(Function<Connection, T> question) throws DatabaseException {
    try (Connection connection = address.connect(TIMEOUT_MILLIS)) {
      return question.apply(connection);
    } catch (JedisConnectionException lost) {
      throw new DatabaseException(death().orElseGet(() -> address.describe(lost)), lost);
    } catch (JedisException refused) {
      throw new DatabaseException(address.describe(refused), refused);
    }
  }

  /** The way in which the server ended by itself, if known. */
  Optional<String> death() {
    return Optional.empty();
  }

  final Map<String, String> info(String section) throws DatabaseException {
    return ask(connection -> info(connection, section));
  }

  static Map<String, String> info(Connection connection, String section) {
    Object text = connection.executeCommand(new CommandArguments(Command.INFO).add(section));
    return RedisProduct.fields(new String((byte[]) text, UTF_8));
  }

  static Map<String, String> settings(Connection connection) {
    List<?> pairs =
        (List<?>)
            connection.executeCommand(new CommandArguments(Command.CONFIG).add("GET").add("*"));
    Map<String, String> settings = new TreeMap<>();
    for (int i = 0; i < pairs.size(); i += 2) {
      settings.put(
          new String((byte[]) pairs.get(i), UTF_8), new String((byte[]) pairs.get(i + 1), UTF_8));
    }
    return settings;
  }

  private static long number(Connection connection, Command command) {
    return (Long) connection.executeCommand(new CommandArguments(command));
  }

  @Override
  public Properties clientProperties() {
    Properties properties = address.properties();
    properties.setProperty(RedisClient.SCANS, scans.property);
    return properties;
  }

  /** Empties the one database of a server that is not ours; others in it are not touched. */
  @Override
  public void reset() throws DatabaseException {
    flush(Command.FLUSHDB);
  }

  final void flush(Command command) throws DatabaseException {
    ask(connection -> connection.executeCommand(new CommandArguments(command)));
  }

  @Override
  public String version() throws DatabaseException {
    return product(info("server")).toString();
  }

  @Override
  public Optional<String> standIn() throws DatabaseException {
    return product(info("server")).standIn();
  }

  /** A server that refuses CONFIG GET, as many hosted ones do, does not state it. */
  @Override
  public boolean statesDurability() {
    return refusal.isEmpty();
  }

  @Override
  public Durability effectiveDurability() throws DatabaseException {
    if (refusal.isPresent()) {
      throw new DatabaseException(
          refusal.get()
              + ": give an account that may read the settings, or state the durability with"
              + " claimedDurability");
    }
    return durability(ask(RedisServer::settings));
  }

  /**
   * The durability that the live server's settings promise. A log that the operating system syncs
   * at any time, as Redis may let it during a rewrite, or snapshots minutes apart, promise nothing
   * for the last moments.
   */
  private static Durability durability(Map<String, String> settings) {
    if (!"yes".equals(settings.get("appendonly")) || "yes".equals(settings.get(PAUSES_SYNCS))) {
      return Durability.NONE;
    }
    return switch (settings.getOrDefault("appendfsync", "")) {
      case "always" -> Durability.COMMIT;
      case "everysec" -> Durability.PERIODIC;
      default -> Durability.NONE;
    };
  }

  @Override
  public Optional<Duration> lossWindow() throws DatabaseException {
    return effectiveDurability() == Durability.PERIODIC
        ? Optional.of(LOSS_WINDOW)
        : Optional.empty();
  }

  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    Map<String, String> live = ask(RedisServer::settings);
    return Optional.of(
        Stream.of("appendonly", "appendfsync", PAUSES_SYNCS)
            .map(name -> name + " " + live.get(name))
            .collect(Collectors.joining(", ")));
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of(
        "redis-external.conf", "# Read from the live server, which is not ours.\n" + telling);
  }

  /** Counts the keys, and refuses a database that the server has removed records from. */
  @Override
  public OptionalLong recordCount() throws DatabaseException {
    Map<String, String> info = info("all");
    long evicted = evicted(info) - evictedBefore;
    if (evicted > 0) {
      throw new DatabaseException(
          "redis at %s evicted %d keys: maxmemory (%s bytes) is too small for the records, and maxmemory-policy is %s; raise maxmemory, or load fewer records"
              .formatted(address, evicted, info.get("maxmemory"), info.get("maxmemory_policy")));
    }
    byte[] index = RedisClient.indexKey();
    return OptionalLong.of(
        ask(
            connection ->
                number(connection, Command.DBSIZE)
                    - (Long)
                        connection.executeCommand(
                            new CommandArguments(Command.EXISTS).add(index))));
  }

  /**
   * Calls of each command under {@code calls.}, commands in all, bytes and system calls on the
   * sockets, error replies, and syncs of the log that came late. Redis does not count the syncs of
   * its log. The adapter's own questions are counted too.
   */
  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    Map<String, Long> now = new TreeMap<>();
    Map<String, String> info = info("all");
    info.forEach(
        (field, value) -> {
          Matcher calls = CALLS.matcher(value);
          if (field.startsWith("cmdstat_") && calls.matches()) {
            String name = "calls." + field.substring("cmdstat_".length());
            now.put(name, Long.parseLong(calls.group(1)));
          } else if (COUNTERS.containsKey(field)) {
            now.put(COUNTERS.get(field), Long.parseLong(value));
          }
        });
    return now;
  }

  @Override
  public void close() throws DatabaseException {
    if (closed) {
      return;
    }
    closed = true;
    String keys = "keys";
    try {
      keys = ask(connection -> number(connection, Command.DBSIZE)) + " keys";
      // It was empty when the harness attached, or the user allowed to empty it.
      reset();
    } catch (DatabaseException kept) {
      throw new DatabaseException(
          "%s of this run are left in database %d of redis at %s: %s"
              .formatted(keys, address.database(), address.location(), kept.getMessage()),
          kept);
    }
  }
}
