package org.pmemycsb.harness.client.replay;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.pmemycsb.harness.BoundedCall;
import org.pmemycsb.harness.client.trace.KeySpeller;
import org.pmemycsb.harness.client.trace.Operation;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.RecordShape;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceChunk;
import org.pmemycsb.harness.client.trace.TraceSpec;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * The time that a look-up waits for memory, and how much longer it waits on a model of a medium.
 *
 * <p>Reads of a few records find all that they need in the processor's cache. Reads of the phase's
 * own records do not. The difference is the time of the waiting alone, with what the processor does
 * meanwhile already taken off. A model makes this time longer by the ratio of two latencies. H.
 * Volos et al. do so in Quartz (Middleware 2015), with the time from the processor's counters,
 * which a virtual machine lacks.
 *
 * <p>An update, an insert and a delete are taken to wait for their look-up as a read does.
 *
 * @param cachedNanos mean time of a read that finds all it needs in the processor's cache, in
 *     nanoseconds
 * @param nanos mean time of a read of the phase's own records
 * @param missed share of these reads whose record is not in the cache
 * @param delayNanos how much later an operation on such a record ends on the model
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ReadStall(double cachedNanos, double nanos, double missed, double delayNanos) {
  // In the cache with all that leads to them, and their pages in the processor's table of pages.
  private static final int FEW = 64;
  private static final int READS = 2_000;
  private static final int ROUNDS = 15;
  private static final int OPERATIONS = 200_000;
  private static final long COMPILED_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
  // Fewer misses do not tell how long one takes.
  private static final double FEWEST_MISSED = 0.01;

  /**
   * The same on a model.
   *
   * @param factor how many times as long as from main memory a load takes
   */
  static ReadStall on(double factor, double cachedNanos, double nanos, double missed) {
    double stall = Math.max(0, nanos - cachedNanos);
    return new ReadStall(
        cachedNanos, nanos, missed, missed < FEWEST_MISSED ? 0 : stall * (factor - 1) / missed);
  }

  /**
   * Measures it off the clock. No client is busy meanwhile, and no record is changed.
   *
   * @param factor how many times as long as from main memory a load takes on the model
   * @param cache as it is before the phase; afterwards it holds what the reads left in it
   * @param patience longest time of a round, and of the connection
   * @throws ReplayException as {@link SlowerReads#of}
   */
  static ReadStall measure(
      ClientFactory clients,
      Payload payload,
      TraceSpec spec,
      double factor,
      RecordCache cache,
      Duration patience)
      throws ReplayException, InterruptedException {
    long[] keys = keys(spec);
    AtomicLong rounds = new AtomicLong();
    try {
      return BoundedCall.<ReadStall, ReplayException>make(
          "read-stalls",
          patience,
          rounds::get,
          late -> {},
          () -> {
            DB client = clients.connect("to measure reads");
            try {
              Reads reads = new Reads(client, payload, spec.shape(), rounds);
              return measure(reads, keys, factor, cache);
            } finally {
              ClientFactory.disconnect(client, "after measuring reads", patience);
            }
          });
    } catch (TimeoutException silent) {
      throw new ReplayException(
          "no answer within %d s to the reads that tell how long the model's reads wait"
              .formatted(patience.toSeconds()),
          silent);
    }
  }

  private static ReadStall measure(Reads reads, long[] keys, double factor, RecordCache cache)
      throws ReplayException {
    long[] few = Arrays.copyOf(keys, Math.min(FEW, keys.length));
    int measuredFrom = keys.length - Math.min(keys.length, ROUNDS * READS);
    long begin = System.nanoTime();
    int at = 0;
    do {
      reads.time(few, 0, READS);
      reads.time(keys, at, READS);
      for (int i = 0; i < READS; i++) {
        cache.misses(reads.name(keys[(at + i) % keys.length]));
      }
      // The measured reads are of other keys, which these have not brought into the cache.
      at = measuredFrom == 0 ? 0 : (at + READS) % measuredFrom;
    } while (System.nanoTime() - begin < COMPILED_NANOS);
    // Other work on the machine only prolongs a round, so the shortest one is the truest.
    double cached = Double.MAX_VALUE;
    double all = Double.MAX_VALUE;
    int missed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int from = (measuredFrom + round * READS) % keys.length;
      cached = Math.min(cached, reads.time(few, 0, READS));
      all = Math.min(all, reads.time(keys, from, READS));
      for (int i = 0; i < READS; i++) {
        missed += cache.misses(reads.name(keys[(from + i) % keys.length])) ? 1 : 0;
      }
    }
    return on(factor, cached, all, (double) missed / (ROUNDS * READS));
  }

  /** The keys of other operations of the same workload, in their order. */
  private static long[] keys(TraceSpec spec) throws InterruptedException {
    TraceSpec one =
        new TraceSpec(
            spec.workload(),
            1,
            OPERATIONS,
            spec.first(),
            spec.records(),
            Long.reverse(spec.seed()),
            spec.share());
    long[] keys = new long[OPERATIONS];
    int size = 0;
    long records = spec.records() - spec.first();
    try (Trace trace = Trace.record(one)) {
      Trace.Cursor cursor = trace.cursor(0);
      for (TraceChunk chunk = cursor.next(); chunk != null; chunk = cursor.next()) {
        for (int i = 0; i < chunk.size() && size < OPERATIONS; i++) {
          long operation = chunk.operation(i);
          OperationKind kind = Operation.kind(operation);
          if (kind != OperationKind.INSERT && kind != OperationKind.DELETE) {
            long key = Operation.key(operation);
            long number = Operation.isRelative(operation) ? records - 1 - key : key - spec.first();
            keys[size++] = spec.first() + Math.floorMod(number, records);
          }
        }
      }
    }
    return size == 0 ? new long[] {spec.first()} : Arrays.copyOf(keys, size);
  }

  /** A client that reads, with the keys spelt as in the phase. */
  private static final class Reads {
    private final DB client;
    private final String table;
    private final Map<String, ByteIterator> result = new HashMap<>();
    private final KeySpeller speller;
    private final AtomicLong rounds;

    Reads(DB client, Payload payload, RecordShape shape, AtomicLong rounds) {
      this.client = client;
      this.rounds = rounds;
      table = shape.table();
      speller = payload.keys().speller();
    }

    String name(long key) {
      return speller.name(key);
    }

    /** The mean time of a read, in nanoseconds. */
    double time(long[] keys, int from, int count) throws ReplayException {
      int at = from;
      long begin = System.nanoTime();
      for (int i = 0; i < count; i++) {
        result.clear();
        Status status = client.read(table, speller.name(keys[at]), null, result);
        if (status == null || !status.isOk()) {
          throw new ReplayException(
              "a read of %s before the phase gave %s".formatted(name(keys[at]), status), null);
        }
        at = at + 1 == keys.length ? 0 : at + 1;
      }
      double mean = (double) (System.nanoTime() - begin) / count;
      rounds.incrementAndGet();
      return mean;
    }
  }
}
