package org.pmemycsb.harness.client.replay;

import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.RecordShape;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Work;
import site.ycsb.ByteIterator;
import site.ycsb.DB;

/**
 * Clients of a store whose memory is slower than this machine's. A call whose record is not in the
 * processor's cache returns later, by a fixed time, or when the memory has read the record behind
 * those of others.
 */
public final class SlowerReads {
  // A record has its key and the store's own data in two lines of the cache beside its values.
  private static final long BYTES_BESIDE_VALUES = 128;

  private SlowerReads() {}

  /**
   * A memory that is slower than this machine's, as a model has it.
   *
   * @param factor how many times as long as from main memory a load takes, above 1
   * @param cacheBytes size of the processor's largest cache
   * @param shim the file of the shim for libpmem, which has the bandwidth of all readers
   * @param served whether a server waits for it, and not the threads of its clients
   */
  public record Memory(double factor, long cacheBytes, String shim, boolean served) {}

  /**
   * A client of a store in this process. Its thread waits as a processor does that waits for its
   * memory.
   *
   * @param misses whether the record of a key is not in the cache
   * @param delayNanos how much later a call returns that misses the cache
   * @param recordRead has the memory read a record, and says when it has done so
   */
  static DB own(
      DB client,
      Predicate<String> misses,
      long delayNanos,
      LongSupplier recordRead,
      Ticker ticker) {
    return new AroundCalls(client) {
      @Override
      protected void after(OperationKind kind, String key) {
        long end = ticker.nanos() + delayNanos;
        if (misses.test(key)) {
          end += Math.max(0, recordRead.getAsLong() - end);
          while (ticker.nanos() - end < 0) {
            Thread.onSpinWait();
          }
        }
      }
    };
  }

  /**
   * A client of a server that waits before its answer, which has all its clients wait.
   *
   * @param misses whether the record of a key is not in the cache
   * @param owe has the server wait for one record
   */
  static DB ofServer(DB client, Predicate<String> misses, Runnable owe) {
    return new AroundCalls(client) {
      @Override
      protected void before(String key, Map<String, ByteIterator> values) {
        if (misses.test(key)) {
          owe.run();
        }
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
      ClientFactory clients, Payload payload, TraceSpec spec, Memory memory, Duration patience)
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
      ClientFactory clients, Payload payload, TraceSpec load, Memory memory, Duration patience)
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
      ClientFactory clients, TraceSpec load, Memory memory, ReadStall stall) {
    return slower(clients, load, memory, stall, RecordCache.ofLoad(cached(load, memory)));
  }

  private static ClientFactory slower(
      ClientFactory clients,
      TraceSpec spec,
      Memory memory,
      ReadStall stall,
      Predicate<String> misses) {
    long delay = Math.round(stall.delayNanos());
    if (delay == 0) {
      return clients;
    }
    long bytes = recordBytes(spec);
    return thread -> {
      DB client = clients.create(thread);
      System.load(memory.shim());
      if (memory.served()) {
        return ofServer(client, misses, () -> ModelledReads.owe(delay, bytes));
      }
      return own(client, misses, delay, () -> ModelledReads.reads(1, bytes), Ticker.SYSTEM);
    };
  }

  private static long cached(TraceSpec spec, Memory memory) {
    return memory.cacheBytes() / recordBytes(spec);
  }

  private static long recordBytes(TraceSpec spec) {
    RecordShape shape = spec.shape();
    return (long) shape.fieldCount() * shape.maxFieldLength() + BYTES_BESIDE_VALUES;
  }
}
