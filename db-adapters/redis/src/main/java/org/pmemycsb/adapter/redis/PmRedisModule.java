package org.pmemycsb.adapter.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.adapter.pmemkv.PmemkvPools;
import org.pmemycsb.adapter.redis.RedisClient.Scans;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.adapter.support.ServerHome;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.store.NativeFile;
import org.pmemycsb.store.StoreException;
import redis.clients.jedis.Connection;

/** A stock server with our module, which executes the commands of {@link RedisClient}. */
final class PmRedisModule extends EmbeddedRedis {
  /** System property: the module's file, instead of the one that is packaged. */
  static final String OVERRIDE = "pmredis.module";

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

  private final String engine;
  private final long bytes;
  private final Path pmemkv;
  private String keeping;

  PmRedisModule(ServerSettings settings) throws DatabaseException {
    super(
        settings,
        RedisProduct.require(settings.host(), Map.of(), "pm-redis"),
        settings.scans() && scans(settings.options()) ? Scans.MODULE : Scans.NONE);
    try {
      pmemkv = PmemkvLibrary.file();
    } catch (StoreException absent) {
      throw new DatabaseException(
          "pm-redis: " + absent.getMessage() + "; " + PmemkvLibrary.remedy(), absent);
    }
    engine = settings.options().getOrDefault(ENGINE.name(), ENGINE.values().get(0));
    bytes = PmemkvPools.bytes(engine, settings, true);
  }

  @Override
  public void prepare() throws IOException, DatabaseException {
    super.prepare();
    keeping =
        """
        # The records are in a pool of pmemkv, which a write has reached before it is
        # acknowledged. There is no log beside it.
        appendonly no
        loadmodule %s pool %s size %d engine %s filter yes library %s
        """
            .formatted(readable(file()), "./pool", bytes, engine, readable(pmemkv));
  }

  /** The path of a library for a server that works in its folder of data. */
  private String readable(Path library) throws IOException {
    ServerHome home = process().home();
    Path readable = home.readable(library);
    return quoted(readable.startsWith(home.folder()) ? home.data().relativize(readable) : readable);
  }

  @Override
  String keeping() {
    return keeping;
  }

  @Override
  public Map<String, String> variables() {
    return Libpmem.environment(settings.medium());
  }

  /** A path as one word of the configuration. */
  static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Whether the engine of these options keeps its keys sorted. */
  static boolean scans(Map<String, String> options) {
    return SORTED.equals(options.get(ENGINE.name()));
  }

  @Override
  int oldestMajor() {
    return OLDEST_MAJOR;
  }

  @Override
  public String version() throws DatabaseException {
    Map<String, String> module = ask(PmRedisModule::fields);
    return "%s with pmredis %s on %s, engine %s"
        .formatted(
            super.version(),
            module.get("version"),
            Path.of(module.getOrDefault("library", "no libpmemkv")).getFileName(),
            module.get("engine"));
  }

  @Override
  public Durability effectiveDurability() throws DatabaseException {
    return durability(ask(PmRedisModule::fields));
  }

  /**
   * An acknowledged write is in the pool. The module finds out from the live mapping how libpmem
   * makes it durable.
   */
  static Durability durability(Map<String, String> module) {
    boolean reached = "yes".equals(module.get("filter"));
    return switch (module.getOrDefault("persistence", "")) {
      case "flush", "msync" -> reached ? Durability.COMMIT : Durability.NONE;
      default -> Durability.NONE;
    };
  }

  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    Map<String, String> module = ask(PmRedisModule::fields);
    return Optional.of(
        "pmredis filter " + module.get("filter") + ", persistence " + module.get("persistence"));
  }

  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    Map<String, Long> counters = new TreeMap<>(super.statistics());
    Map<String, String> module = ask(PmRedisModule::fields);
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
