package org.pmemycsb.adapter.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.adapter.pmemkv.PmemkvPools;
import org.pmemycsb.adapter.redis.RedisClient.Scans;
import org.pmemycsb.adapter.support.Account;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.store.NativeFile;
import redis.clients.jedis.Connection;

/** A stock server with our module, which executes the commands of {@link RedisClient}. */
record PmRedisModule(Scans scans) implements RedisKind {
  /** System property: the module's file, instead of the one that is packaged. */
  static final String OVERRIDE = "pmredis.module";

  private static final String LIBRARIES = "libraries";
  private static final String SORTED = "stree";
  static final Option ENGINE =
      Option.oneOf(
          "engine", "of pmemkv: cmap, the default, or stree, which has scans", "cmap", SORTED);
  static final int OLDEST_MAJOR = 7;
  private static final String SECTION = "pmredis";
  // Counters of the module, and the names under which they are kept.
  private static final Map<String, String> COUNTERS =
      Map.of(
          "puts", "pool.puts",
          "put_bytes", "pool.puts.bytes",
          "removes", "pool.removes",
          "pool_full", "pool.full");

  static Path file() throws IOException {
    String override = System.getProperty(OVERRIDE);
    return override != null && !override.isBlank()
        ? Path.of(override).toAbsolutePath()
        : NativeFile.of(PmRedisModule.class, "libpmredis.so");
  }

  static EmbeddedRedis.Launch launch(ServerSettings settings) throws DatabaseException {
    Path program = RedisProduct.require(settings.host(), Map.of(), "pm-redis");
    PmemkvLibrary.Probe library = PmemkvLibrary.probe();
    if (!library.available()) {
      throw new DatabaseException("pm-redis: " + library.reason() + "; " + library.remedy());
    }
    String engine = settings.options().getOrDefault(ENGINE.name(), ENGINE.values().get(0));
    long bytes =
        PmemkvPools.bytes(
            engine,
            settings.layout(),
            Optional.ofNullable(settings.options().get(PmRedisAdapter.SIZE)));
    PmemkvPools.requireRoom(settings.folder(), bytes);
    Account account = RedisProduct.account(settings.host());
    Path module;
    Path pmemkv;
    try {
      Path libraries = settings.folder().toAbsolutePath().resolve(LIBRARIES);
      module = fromData(account.readable(file(), libraries), libraries);
      pmemkv = fromData(account.readable(library.file().orElseThrow(), libraries), libraries);
    } catch (IOException missing) {
      throw new DatabaseException("pm-redis: " + missing.getMessage(), missing);
    }
    String keeping =
        """
        # The records are in a pool of pmemkv, which a write has reached before it is
        # acknowledged. There is no log beside it.
        appendonly no
        loadmodule %s pool %s size %d engine %s filter yes library %s
        """
            .formatted(quoted(module), "./pool", bytes, engine, quoted(pmemkv));
    return new EmbeddedRedis.Launch(
        new PmRedisModule(
            settings.scans() && scans(settings.options()) ? Scans.MODULE : Scans.NONE),
        program,
        account,
        keeping,
        List.of(),
        Libpmem.environment(settings.medium()));
  }

  /** A path as one word of the configuration. */
  static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** The path of a library for a server that works in its folder of data. */
  private static Path fromData(Path library, Path copies) {
    return library.startsWith(copies)
        ? Path.of("..", LIBRARIES).resolve(copies.relativize(library))
        : library;
  }

  /** Whether the engine of these options keeps its keys sorted. */
  static boolean scans(Map<String, String> options) {
    return SORTED.equals(options.get(ENGINE.name()));
  }

  @Override
  public int oldestMajor() {
    return OLDEST_MAJOR;
  }

  @Override
  public String version(RedisProduct product, Connection connection) {
    Map<String, String> module = fields(connection);
    return "%s with pmredis %s on %s, engine %s"
        .formatted(
            product,
            module.get("version"),
            Path.of(module.getOrDefault("library", "no libpmemkv")).getFileName(),
            module.get("engine"));
  }

  /**
   * An acknowledged write is in the pool. The module finds out from the live mapping how libpmem
   * makes it durable.
   */
  @Override
  public Durability durability(Connection connection) {
    Map<String, String> module = fields(connection);
    boolean reached = "yes".equals(module.get("filter"));
    return switch (module.getOrDefault("persistence", "")) {
      case "flush", "msync" -> reached ? Durability.COMMIT : Durability.NONE;
      default -> Durability.NONE;
    };
  }

  @Override
  public String durabilitySettings(Connection connection) {
    Map<String, String> module = fields(connection);
    return "pmredis filter " + module.get("filter") + ", persistence " + module.get("persistence");
  }

  @Override
  public Map<String, Long> counters(Connection connection) {
    Map<String, Long> counters = new TreeMap<>();
    Map<String, String> module = fields(connection);
    COUNTERS.forEach((field, name) -> counters.put(name, Long.parseLong(module.get(field))));
    return counters;
  }

  /** The fields that the module reports; empty if the server has not loaded it. */
  static Map<String, String> fields(Connection connection) {
    Map<String, String> fields = new TreeMap<>();
    RedisServer.info(connection, SECTION)
        .forEach((name, value) -> fields.put(name.substring(SECTION.length() + 1), value));
    return fields;
  }
}
