package org.pmemycsb.harness.measure;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Vector;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.pmemycsb.harness.trace.RecordShape;
import org.pmemycsb.harness.trace.TraceSpec;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A client on a memory that is slower than this machine's. A call whose record is not in the cache
 * returns later, by a fixed time, or when the memory has read the record behind those of others.
 * The thread waits as a processor does that waits for its memory.
 */
public final class SlowerReads extends DB {
  // A record has its key and the store's own data in two lines of the cache beside its values.
  private static final long BYTES_BESIDE_VALUES = 128;

  private final DB client;
  private final RecordCache cache;
  private final long delayNanos;
  private final LongSupplier recordRead;
  private final Ticker ticker;

  /**
   * @param cache of all clients of the process
   * @param delayNanos how much later a call returns that misses the cache
   * @param recordRead has the memory read a record, and says when it has done so
   */
  SlowerReads(
      DB client, RecordCache cache, long delayNanos, LongSupplier recordRead, Ticker ticker) {
    this.client = client;
    this.cache = cache;
    this.delayNanos = delayNanos;
    this.recordRead = recordRead;
    this.ticker = ticker;
  }

  /**
   * Clients for a phase.
   *
   * @param stall the delay, and what it follows from
   */
  public record Clients(ReadStall stall, ClientFactory factory) {}

  /**
   * Measures how long a phase waits for memory, and makes its clients.
   *
   * @param clients connect to a store in this process, which has its records
   * @param spec a phase that is no load
   * @param factor how many times as long as from main memory a load takes on the model
   * @param cacheBytes size of the processor's largest cache
   * @param standIn the stand-in for libpmem, which limits the bandwidth of all readers; empty for
   *     no limit
   * @throws ReplayException if a client cannot connect, or a read fails
   */
  public static Clients of(
      ClientFactory clients,
      Payload payload,
      TraceSpec spec,
      double factor,
      long cacheBytes,
      Optional<String> standIn)
      throws ReplayException, InterruptedException {
    RecordShape shape = spec.shape();
    long recordBytes = (long) shape.fieldCount() * shape.maxFieldLength() + BYTES_BESIDE_VALUES;
    RecordCache cache = new RecordCache(spec.records(), cacheBytes / recordBytes);
    ReadStall stall = ReadStalls.measure(clients, payload, spec, factor, cache);
    long delay = Math.round(stall.delayNanos());
    LongUnaryOperator reads = standIn.map(ModelledReads::of).orElse(bytes -> 0);
    return new Clients(
        stall,
        delay == 0
            ? clients
            : thread ->
                new SlowerReads(
                    clients.create(thread),
                    cache,
                    delay,
                    () -> reads.applyAsLong(recordBytes),
                    Ticker.SYSTEM));
  }

  /** Waits for the record of a call that has just ended. */
  private void await(String key) {
    long end = ticker.nanos() + delayNanos;
    if (cache.misses(key)) {
      end += Math.max(0, recordRead.getAsLong() - end);
      while (ticker.nanos() - end < 0) {
        Thread.onSpinWait();
      }
    }
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
    Status status = client.read(table, key, fields, result);
    await(key);
    return status;
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    Status status = client.scan(table, startKey, count, fields, result);
    await(startKey);
    return status;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Status status = client.update(table, key, values);
    await(key);
    return status;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    Status status = client.insert(table, key, values);
    await(key);
    return status;
  }

  @Override
  public Status delete(String table, String key) {
    Status status = client.delete(table, key);
    await(key);
    return status;
  }
}
