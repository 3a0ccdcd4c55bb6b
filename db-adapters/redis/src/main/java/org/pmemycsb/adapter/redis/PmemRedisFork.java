package org.pmemycsb.adapter.redis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.adapter.pmemkv.PmemkvPools;
import org.pmemycsb.pmemkv.ycsb.ByteSize;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Libpmem;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import redis.clients.jedis.Connection;

/**
 * PMEM-Redis, a fork of Redis 4.0 that keeps values in persistent memory. Its own structures are in
 * main memory: what is in persistent memory is found again after a restart only through its
 * pointer-based log, which is synced once a second.
 *
 * @param pointerLog whether it was started with that log
 */
record PmemRedisFork(boolean pointerLog) implements RedisKind {
  private static final String POINTER_LOG = "pointer-based-aof";
  private static final int OLDEST_MAJOR = 4;
  private static final long GIB = 1L << 30;

  /**
   * Its command line. The capacity, in GiB, has to come before the folder, and without a threshold
   * it takes 0, with which it puts every small object into persistent memory.
   */
  static RedisLaunch launch(Path program, ServerSettings settings) throws DatabaseException {
    if (settings.durability() == Durability.COMMIT) {
      throw new DatabaseException(
          "pm-redis: PMEM-Redis has no durability commit, as it syncs its log once a second;"
              + " choose periodic, or none, or leave out option fork");
    }
    long gib = capacity(settings);
    PmemkvPools.requireRoom(settings.folder(), gib * GIB);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--nvm-maxcapacity",
                Long.toString(gib),
                "--nvm-dir",
                RedisProcess.data(settings).toString(),
                "--nvm-threshold",
                "64"));
    if (settings.durability() == Durability.PERIODIC) {
      arguments.addAll(List.of("--" + POINTER_LOG, "yes"));
    }
    return new RedisLaunch(
        program,
        RedisConfiguration.log(settings.durability()),
        arguments,
        Libpmem.environment(settings.medium()));
  }

  /** In GiB: what is given, rounded up, or twice the bytes of the records. */
  private static long capacity(ServerSettings settings) throws DatabaseException {
    String given = settings.options().get(PmRedisAdapter.SIZE);
    if (given != null) {
      try {
        return inGib(ByteSize.parse(given));
      } catch (IllegalArgumentException e) {
        throw new DatabaseException("pm-redis option size: " + e.getMessage(), e);
      }
    }
    RecordLayout layout = settings.layout();
    try {
      long record = layout.keyBytes() + (long) layout.fieldCount() * (layout.fieldBytes() + 64L);
      return inGib(Math.multiplyExact(2 * layout.maxRecords(), record));
    } catch (ArithmeticException e) {
      throw new DatabaseException("pm-redis: no PMEM-Redis can hold these records", e);
    }
  }

  private static long inGib(long bytes) {
    return Math.max(1, (bytes - 1) / GIB + 1);
  }

  @Override
  public Scans scans() {
    return Scans.NONE;
  }

  @Override
  public Optional<String> objection(RedisProduct product) {
    return product.olderThan(OLDEST_MAJOR);
  }

  @Override
  public String version(RedisProduct product, Connection connection) {
    return "PMEM-" + product;
  }

  /** Without the pointer-based log nothing is found again, whatever else is set. */
  @Override
  public Durability durability(Connection connection) {
    Map<String, String> settings = RedisServer.settings(connection);
    boolean found = pointerLog && !"no".equals(settings.get(POINTER_LOG));
    Durability log = RedisConfiguration.durability(settings);
    return found && log != Durability.NONE ? Durability.PERIODIC : Durability.NONE;
  }

  @Override
  public String durabilitySettings(Connection connection) {
    return POINTER_LOG
        + (pointerLog ? " yes, " : " no, ")
        + RedisKind.super.durabilitySettings(connection);
  }
}
