package org.pmemycsb.adapter.redis;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.pmemycsb.adapter.redis.RedisClient.Scans;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.StartedServer;
import org.pmemycsb.adapter.support.UnixSocket;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/**
 * Redis, or Valkey where this machine has that instead.
 *
 * <p>The URL of an external server is {@code redis://[[user]:password@]host[:port][/database]},
 * {@code rediss://} or {@code unix://}; only the database of that number is used and emptied.
 */
public class RedisAdapter implements DatabaseAdapter {
  private static final String TRUST_STORE = "trustStore";
  private static final String TRUST_STORE_PASSWORD = "trustStorePassword";

  private final Function<ServerSettings, Ports> ports;

  public RedisAdapter() {
    this(Ports::of);
  }

  /** For tests, which know ports that are taken. */
  RedisAdapter(Function<ServerSettings, Ports> ports) {
    this.ports = ports;
  }

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    Optional<Path> program = RedisProduct.find(host, options);
    if (program.isEmpty()) {
      return Availability.no(RedisProduct.MISSING, RedisProduct.REMEDY);
    }
    boolean named = options.containsKey(RedisProduct.PROGRAM);
    Object what = named ? "option program=" + program.get() : program.get();
    try {
      RedisProduct product = RedisProduct.ofProgram(what, program.get(), RedisProduct.OLDEST_MAJOR);
      return product.yes(product + " (" + program.get() + ")");
    } catch (DatabaseException unusable) {
      return named
          ? Availability.no(unusable.getMessage())
          : Availability.no(unusable.getMessage(), RedisProduct.REMEDY);
    }
  }

  /** The longest value is that of Redis's strings, as its setting proto-max-bulk-len has it. */
  @Override
  public Traits traits(Map<String, String> options) {
    return UnixSocket.listening(
        Traits.of(Durability.values()).with(Trait.ATTACHES).longestValue(512 << 20), options);
  }

  @Override
  public Class<? extends DB> client() {
    return RedisClient.class;
  }

  @Override
  public Map<String, String> ownProperties() {
    return RedisAddress.PROPERTIES;
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.path(RedisProduct.PROGRAM, "redis-server or valkey-server to start"),
        UnixSocket.OPTION,
        Option.path(TRUST_STORE, "key store with the certificates to trust, for rediss://"),
        Option.text(TRUST_STORE_PASSWORD, "password of that key store"));
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    Scans scans = settings.scans() ? Scans.INDEX : Scans.NONE;
    if (settings.external().isPresent()) {
      try {
        return RedisServer.attach(
            RedisAddress.ofUrl(
                settings.external().get().url(),
                Optional.ofNullable(settings.options().get(TRUST_STORE)).map(Path::of),
                Optional.ofNullable(settings.options().get(TRUST_STORE_PASSWORD))),
            scans,
            settings.external().get(),
            settings.threads());
      } catch (IllegalArgumentException invalid) {
        throw new DatabaseException(invalid.getMessage(), invalid);
      }
    }
    Path program = RedisProduct.require(settings.host(), settings.options(), name());
    return StartedServer.start(new EmbeddedRedis(settings, program, scans), ports.apply(settings));
  }
}
