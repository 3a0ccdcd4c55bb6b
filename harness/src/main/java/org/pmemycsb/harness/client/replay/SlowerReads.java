package org.pmemycsb.harness.client.replay;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.pmemycsb.harness.client.trace.RecordShape;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Work;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A client of a store whose memory is slower than this machine's. A call whose record is not in the
 * processor's cache returns later, by a fixed time, or when the memory has read the record behind
 * those of others.
 */
public final class SlowerReads extends DB {
  // A record has its key and the store's own data in two lines of the cache beside its values.
  private static final long BYTES_BESIDE_VALUES = 128;

  private final DB client;
  private final Consumer<String> before;
  private final Consumer<String> after;

  /**
   * @param before called with the key before each call
   * @param after likewise behind it
   */
  SlowerReads(DB client, Consumer<String> before, Consumer<String> after) {
    this.client = client;
    this.before = before;
    this.after = after;
  }

  /**
   * The wait behind a call of a store in this process. A thread waits as a processor does that
   * waits for its memory.
   *
   * @param misses whether the record of a key is not in the cache
   * @param delayNanos how much later a call returns that misses the cache
   * @param recordRead has the memory read a record, and says when it has done so
   */
  static Consumer<String> own(
      Predicate<String> misses, long delayNanos, LongSupplier recordRead, Ticker ticker) {
    return key -> {
      long end = ticker.nanos() + delayNanos;
      if (misses.test(key)) {
        end += Math.max(0, recordRead.getAsLong() - end);
        while (ticker.nanos() - end < 0) {
          Thread.onSpinWait();
        }
      }
    };
  }

  /**
   * The wait of a server before its answer, which has all its clients wait.
   *
   * @param misses whether the record of a key is not in the cache
   * @param owe has the server wait for one record
   */
  static Consumer<String> ofServer(Predicate<String> misses, Runnable owe) {
    return key -> {
      if (misses.test(key)) {
        owe.run();
      }
    };
  }

  /**
   * @param stall the delay, and what it follows from
   */
  public record Clients(ReadStall stall, ClientFactory factory) {}

  /**
   * Measures how long a phase waits for memory, and makes its clients.
   *
   * @param clients connect to a store that has its records
   * @param spec a phase that is no load
   * @param patience with reads that do not end
   * @throws ReplayException if a client cannot connect, or a read fails or does not end
   */
  public static Clients of(
      ClientFactory clients,
      Payload payload,
      TraceSpec spec,
      SlowerMemory memory,
      Duration patience)
      throws ReplayException, InterruptedException {
    RecordCache cache = new RecordCache(spec.records(), cached(spec, memory));
    ReadStall stall = ReadStall.measure(clients, payload, spec, memory.factor(), cache, patience);
    return new Clients(stall, slower(clients, spec, memory, stall, cache::misses));
  }

  /**
   * Measures how long a load will wait for memory: as long as reads of its records, once all are
   * there.
   *
   * @param clients connect to a store into which the records were loaded for this
   * @throws ReplayException as {@link #of}
   */
  public static ReadStall ofLoad(
      ClientFactory clients,
      Payload payload,
      TraceSpec load,
      SlowerMemory memory,
      Duration patience)
      throws ReplayException, InterruptedException {
    Work reads = new Work.Draw(Mix.of(Map.of()), KeyDistribution.of(KeyDistribution.Stock.UNIFORM));
    TraceSpec phase =
        new TraceSpec(
            load.workload().with(reads),
            load.threads(),
            load.operations(),
            0,
            load.operations(),
            load.seed());
    return of(clients, payload, phase, memory, patience).stall();
  }

  /** Clients for a load that waits so long once the records do not fit into the cache. */
  public static ClientFactory loading(
      ClientFactory clients, TraceSpec load, SlowerMemory memory, ReadStall stall) {
    return slower(clients, load, memory, stall, RecordCache.ofLoad(cached(load, memory)));
  }

  private static ClientFactory slower(
      ClientFactory clients,
      TraceSpec spec,
      SlowerMemory memory,
      ReadStall stall,
      Predicate<String> misses) {
    long delay = Math.round(stall.delayNanos());
    if (delay == 0) {
      return clients;
    }
    long bytes = recordBytes(spec);
    Consumer<String> none = key -> {};
    return thread -> {
      DB client = clients.create(thread);
      System.load(memory.shim());
      if (memory.served()) {
        Runnable owe = () -> ModelledReads.owe(delay, bytes);
        return new SlowerReads(client, ofServer(misses, owe), none);
      }
      LongSupplier recordRead = () -> ModelledReads.reads(1, bytes);
      return new SlowerReads(client, none, own(misses, delay, recordRead, Ticker.SYSTEM));
    };
  }

  private static long cached(TraceSpec spec, SlowerMemory memory) {
    return memory.cacheBytes() / recordBytes(spec);
  }

  private static long recordBytes(TraceSpec spec) {
    RecordShape shape = spec.shape();
    return (long) shape.fieldCount() * shape.maxFieldLength() + BYTES_BESIDE_VALUES;
  }

  @Override
  public void init() throws DBException {
    client.init();
  }

  @Override
  public void cleanup() throws DBException {
    client.cleanup();
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    before.accept(key);
    Status status = client.read(table, key, fields, result);
    after.accept(key);
    return status;
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    before.accept(startKey);
    Status status = client.scan(table, startKey, count, fields, result);
    after.accept(startKey);
    return status;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    before.accept(key);
    Status status = client.update(table, key, values);
    after.accept(key);
    return status;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    before.accept(key);
    Status status = client.insert(table, key, values);
    after.accept(key);
    return status;
  }

  @Override
  public Status delete(String table, String key) {
    before.accept(key);
    Status status = client.delete(table, key);
    after.accept(key);
    return status;
  }
}
