package org.pmemycsb.adapter.redis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.adapter.pmemkv.PmemkvPools;
import org.pmemycsb.adapter.redis.RedisClient.Scans;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import redis.clients.jedis.Protocol.Command;

/**
 * PMEM-Redis, a fork of Redis 4.0 that keeps values in persistent memory. Its own structures are in
 * main memory. After a restart it finds values in persistent memory only through its pointer-based
 * log.
 */
final class PmemRedisFork extends EmbeddedRedis {
  private static final String POINTER_LOG = "pointer-based-aof";
  static final int OLDEST_MAJOR = 4;
  // Longer values go to persistent memory.
  private static final int THRESHOLD_BYTES = 64;
  private static final long GIB = 1L << 30;
  // Values spill only from a full medium. Its allocator and the last value leave some of it free.
  private static final double FULL = 0.9;
  // The file of the ring, which a server with the pointer-based log may make beside the values.
  private static final long RING_BYTES = 512L << 20;

  /*
   * The value of appendfsync in a server that was built with its defaults (USE_AOFGUARD) and runs
   * with the pointer-based log. The server then copies each piece of the log to a ring in
   * persistent memory, and replays the ring after a crash. It still syncs the log once a second,
   * and may acknowledge writes for up to two seconds before it writes the log at all (its
   * flushAppendOnlyFile). So this is periodic, although kill -9 lost no acknowledged write in our
   * trials; no trial cut the power.
   */
  private static final String RING = "NVM ring buffer";
  private static final Set<String> PERIODIC = Set.of("always", "everysec", RING);

  private final boolean pointerLog;
  private final long gib;
  private boolean restarted;

  PmemRedisFork(ServerSettings settings) throws DatabaseException {
    super(settings, program(settings.options().get(PmRedisAdapter.FORK)), Scans.NONE);
    pointerLog = settings.durability() == Durability.PERIODIC;
    gib = capacity(settings);
    PmemkvPools.requireRoom(settings.folder(), gib * GIB + (pointerLog ? RING_BYTES : 0));
  }

  /** The program that option {@code fork} names. */
  static Path program(String option) throws DatabaseException {
    Path program = Path.of(option);
    if (!Files.isExecutable(program) || Files.isDirectory(program)) {
      throw new DatabaseException(
          "pm-redis option fork=%s: there is no program; name the redis-server of a PMEM-Redis"
                  .formatted(option)
              + " that was built with USE_NVM=yes");
    }
    return program;
  }

  /** In GiB: option {@code size}, rounded up, or twice the bytes of the records. */
  private static long capacity(ServerSettings settings) throws DatabaseException {
    String given = settings.options().get(PmRedisAdapter.SIZE);
    if (given != null) {
      return inGib(ByteSize.parse(given));
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

  /**
   * The capacity, in GiB, has to come before the folder. The default threshold is 0, with which it
   * puts every small object into persistent memory.
   */
  @Override
  public List<String> command() {
    List<String> command = new ArrayList<>(super.command());
    command.addAll(List.of("--nvm-maxcapacity", Long.toString(gib)));
    command.addAll(List.of("--nvm-dir", process().home().data().toString()));
    command.addAll(List.of("--nvm-threshold", Integer.toString(THRESHOLD_BYTES)));
    if (pointerLog) {
      command.addAll(List.of("--" + POINTER_LOG, "yes"));
    }
    return command;
  }

  @Override
  public Map<String, String> variables() {
    return Libpmem.environment(settings.medium());
  }

  @Override
  public Map<String, String> configuration() {
    Map<String, String> files = new TreeMap<>(super.configuration());
    files.put("redis-command.txt", String.join(" ", command()) + "\n");
    return files;
  }

  @Override
  int oldestMajor() {
    return OLDEST_MAJOR;
  }

  /** Its log is of its own kind, and is not rewritten. */
  @Override
  public void reset() throws DatabaseException {
    flush(Command.FLUSHALL);
  }

  @Override
  public String version() throws DatabaseException {
    return "PMEM-" + super.version();
  }

  @Override
  public Durability effectiveDurability() throws DatabaseException {
    return durability(pointerLog, ask(RedisServer::settings));
  }

  /**
   * Without the pointer-based log, the server finds no value after a restart.
   *
   * @param pointerLog whether it was started with that log
   */
  static Durability durability(boolean pointerLog, Map<String, String> settings) {
    boolean logged =
        pointerLog
            && !"no".equals(settings.get(POINTER_LOG))
            && "yes".equals(settings.get("appendonly"));
    return logged && PERIODIC.contains(settings.getOrDefault("appendfsync", ""))
        ? Durability.PERIODIC
        : Durability.NONE;
  }

  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    String log = POINTER_LOG + (pointerLog ? " yes, " : " no, ");
    return super.durabilitySettings().map(log::concat);
  }

  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    Map<String, Long> counters = new TreeMap<>(super.statistics());
    String peak = info("memory").get("used_nvm_peak");
    if (peak != null) {
      counters.put("nvm.bytes.peak", Long.parseLong(peak));
    }
    return counters;
  }

  /** Counts the keys, and refuses records that do not lie in persistent memory. */
  @Override
  public OptionalLong recordCount() throws DatabaseException {
    OptionalLong records = super.recordCount();
    // A restarted server does not count the values that it found again.
    Optional<String> misplaced =
        restarted
            ? Optional.empty()
            : misplaced(settings.layout(), gib * GIB, info("memory"), records.getAsLong());
    if (misplaced.isPresent()) {
      throw new DatabaseException("redis at " + address + ": " + misplaced.get());
    }
    return records;
  }

  @Override
  public void restart() throws DatabaseException {
    restarted = true;
    super.restart();
  }

  /**
   * The reason if values spilled: a server whose persistent memory is full puts further values into
   * main memory, and reports no error. Values may be shorter than the layout has room for, so that
   * one with free persistent memory is believed.
   *
   * @param capacity the bytes of persistent memory that it was given
   * @param memory the section {@code memory} of INFO
   */
  static Optional<String> misplaced(
      RecordLayout layout, long capacity, Map<String, String> memory, long records) {
    String used = memory.get("used_nvm");
    long needed = records * layout.fieldCount() * layout.fieldBytes();
    boolean spilled =
        used != null
            && layout.fieldBytes() > THRESHOLD_BYTES
            && Long.parseLong(used) < needed
            && Long.parseLong(used) > FULL * capacity;
    return spilled
        ? Optional.of(
            "%d records have up to %d bytes of values, but only %s bytes are in persistent memory and the"
                    .formatted(records, needed, used)
                + " others in main memory; give a larger option size")
        : Optional.empty();
  }
}
