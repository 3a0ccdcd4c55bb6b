package org.pmemycsb.adapter.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.StartedServer;
import org.pmemycsb.adapter.support.UnixSocket;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import org.pmemycsb.store.StoreException;

/**
 * Redis on persistent memory: an unmodified Redis 7 or Valkey 8 with our module, which keeps the
 * records in a pmemkv pool; or the fork PMEM-Redis.
 *
 * <p>The module has durability commit. The fork has periodic, with its pointer-based log, and none
 * without.
 */
public final class PmRedisAdapter extends RedisAdapter {
  static final String SIZE = "size";
  static final String FORK = "fork";

  @Override
  public String name() {
    return "pm-redis";
  }

  /** A fork needs neither the machine's own server nor libpmemkv. */
  @Override
  public Availability probe(Host host, Map<String, String> options) {
    try {
      if (options.containsKey(FORK)) {
        Path fork = PmemRedisFork.program(options.get(FORK));
        RedisProduct product = RedisProduct.ofProgram(fork, fork, PmemRedisFork.OLDEST_MAJOR);
        return Availability.yes("PMEM-" + product + " (" + fork + ")");
      }
      Optional<Path> program = RedisProduct.find(host, Map.of());
      if (program.isEmpty()) {
        return Availability.no(RedisProduct.MISSING, RedisProduct.REMEDY);
      }
      RedisProduct product =
          RedisProduct.ofProgram(program.get(), program.get(), PmRedisModule.OLDEST_MAJOR);
      Path library = PmemkvLibrary.file();
      PmRedisModule.file();
      return product.yes(
          "%s (%s) with libpmredis.so on libpmemkv %s".formatted(product, program.get(), library));
    } catch (StoreException absent) {
      return Availability.no(absent.getMessage(), PmemkvLibrary.remedy());
    } catch (DatabaseException | IOException unusable) {
      return Availability.no(unusable.getMessage());
    }
  }

  /** The fork cannot scan, and has its table of records in main memory. */
  @Override
  public Traits traits(Map<String, String> options) {
    Traits traits = super.traits(options).without(Trait.ATTACHES).variantOf("redis");
    Set<Durability> module = EnumSet.of(Durability.COMMIT);
    Set<Durability> fork = EnumSet.complementOf(EnumSet.of(Durability.COMMIT));
    return options.containsKey(FORK)
        ? traits.durabilities(fork, module).without(Trait.SCANS)
        : traits
            .durabilities(module, fork)
            .with(Trait.SCANS, PmRedisModule.scans(options))
            .with(Trait.READS_MAPPED_FILES);
  }

  @Override
  public List<Option> options() {
    return List.of(
        PmRedisModule.ENGINE,
        Option.size(
            SIZE, "of the pool, or capacity of the fork; by default, that of the records to come"),
        Option.path(FORK, "redis-server of a PMEM-Redis to start"),
        UnixSocket.OPTION);
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    EmbeddedRedis server =
        settings.options().containsKey(FORK)
            ? new PmemRedisFork(settings)
            : new PmRedisModule(settings);
    return StartedServer.start(server, Ports.of(settings));
  }
}
