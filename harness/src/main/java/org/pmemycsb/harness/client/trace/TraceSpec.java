package org.pmemycsb.harness.client.trace;

import java.util.Optional;
import java.util.Properties;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Work;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/**
 * All that determines a trace: equal specs give equal traces, on any JDK.
 *
 * @param workload of its properties, {@code recordcount}, {@code operationcount}, {@code
 *     insertstart}, {@code insertcount} and {@code dataintegrity} are ignored, because the other
 *     components and the {@link Verifier} take their place
 * @param threads of this process, from 1 to 65535
 * @param operations how many operations there are over all threads and machines, from 0 to 2^40
 * @param first the number of the oldest record; those below it have been deleted
 * @param records the end of the records when the phase begins, at most 2^31-1, also after the
 *     phase's inserts (YCSB's limit): they have the numbers from {@code first} to {@code records -
 *     1}. New records get the numbers from here on. So to repeat a phase with inserts, give the end
 *     that the phase before left
 * @param seed any number
 * @param share which of the operations this process makes; the numbers of operations and records
 *     are those of all machines
 */
public record TraceSpec(
    Workload workload,
    int threads,
    long operations,
    long first,
    long records,
    long seed,
    Share share) {

  private static final long MOST_OPERATIONS = 1L << 40;

  public TraceSpec {
    if (threads < 1 || threads > 65535) {
      throw new IllegalArgumentException("threads must be from 1 to 65535, not " + threads);
    }
    require("operations", operations, 0, MOST_OPERATIONS);
    boolean load = workload.isLoad();
    Mix mix = workload.work().mix();
    require("records", records, load || operations == 0 ? 0 : 1, Integer.MAX_VALUE);
    double inserts = load ? operations : mix.insertShare() * operations;
    require("records and inserts together", (long) (records + inserts), 0, Integer.MAX_VALUE);
    if (first < 0 || first > 0 && first >= records) {
      throw new IllegalArgumentException(
          "no record is left: the first of " + records + " is " + first);
    }
    boolean recorded = workload.work() instanceof Work.Replay;
    if (!load && !recorded && operations > 0 && mix.total() <= 0) {
      throw new IllegalArgumentException("all operation proportions are 0");
    }
    // A machine would not know what the others have deleted.
    if (share.isPart() && (recorded || first > 0 || mix.deleteShare() > 0)) {
      throw new IllegalArgumentException(
          "a recorded trace and a workload with deletes run on one machine only");
    }
  }

  public TraceSpec(
      Workload workload, int threads, long operations, long first, long records, long seed) {
    this(workload, threads, operations, first, records, seed, Share.WHOLE);
  }

  /** The number of operations that this process makes. */
  public long own() {
    return share.of(operations);
  }

  /** The same kind of phase with other operations, to warm up with. */
  public TraceSpec warmUp(long operations) {
    return new TraceSpec(workload, threads, operations, first, records, ~seed, share);
  }

  /**
   * A part of the same phase, recorded by itself.
   *
   * @param number from 0; the first part has the phase's own seed
   * @param first the number of the oldest record when the part begins
   * @param records the end of the records when the part begins
   */
  public TraceSpec segment(int number, long operations, long first, long records) {
    // Mixed, because the sum alone is a later state of the same generator, with the same draws.
    long own = number == 0 ? seed : SeededRandom.mix(seed + number * 0x9E3779B97F4A7C15L);
    return new TraceSpec(workload, threads, operations, first, records, own, share);
  }

  public RecordShape shape() {
    return workload.shape();
  }

  public KeyFormat keyFormat() {
    return KeyFormat.of(workload.keys());
  }

  /** Whether the phase inserts (YCSB's {@code -load}) or does transactions ({@code -t}). */
  public boolean load() {
    return workload.isLoad();
  }

  /** The shares of the operations; nothing where they are not drawn. */
  public Mix mix() {
    return workload.work().mix();
  }

  /**
   * Whether another program recorded the operations. Then each names its record by number, and the
   * operations of one record belong to one thread, in their order.
   */
  public boolean isRecorded() {
    return workload.work() instanceof Work.Replay;
  }

  /** The start times of the operations, if each has its own. */
  public Optional<Work.Pace> pace() {
    return workload.work() instanceof Work.Replay replay ? replay.pace() : Optional.empty();
  }

  /**
   * Whether records are or were deleted, so that the numbers of the records do not begin with 0.
   */
  public boolean isWindow() {
    return first > 0 || mix().deleteShare() > 0;
  }

  /** Whether keys are chosen by their distance from the newest one. */
  public boolean isRelative() {
    return workload.work() instanceof Work.Draw draw && draw.isRelative();
  }

  /** About; an upper bound except in the most skewed cases. */
  int bytesPerOperation() {
    int perScan = mix().scans() ? Integer.BYTES : 0;
    int perTime = pace().isPresent() ? Long.BYTES : 0;
    return Long.BYTES
        + perTime
        + perScan
        + (shape().constantLength() ? 0 : Integer.BYTES * shape().fieldCount());
  }

  /**
   * How many inserts YCSB expects of a phase of transactions: twice their share, and the hottest
   * keys of its zipfian depend on that.
   */
  public long expectedInserts() {
    return (int) (operationsForYcsb() * mix().shares().getOrDefault("insert", 0.0) * 2);
  }

  /**
   * YCSB takes it for an int. It asks for it only to guess the number of inserts, on which the
   * hottest keys of its zipfian depend: all machines must guess the same.
   */
  private long operationsForYcsb() {
    return Math.min(share.isPart() && !load() ? records : operations, Integer.MAX_VALUE);
  }

  /** The properties to give to CoreWorkload. */
  public Properties properties() {
    Properties properties = new Properties();
    properties.putAll(workload.properties());
    properties.remove(CoreWorkload.DATA_INTEGRITY_PROPERTY);
    properties.setProperty(
        Client.RECORD_COUNT_PROPERTY, Long.toString(load() ? records + operations : records));
    properties.setProperty(Client.OPERATION_COUNT_PROPERTY, Long.toString(operationsForYcsb()));
    properties.setProperty("insertstart", Long.toString(load() ? records : first));
    properties.setProperty("insertcount", Long.toString(load() ? operations : records - first));
    // The recorder draws these itself. Only the machine of the harness has the file of a histogram.
    if (!workload.values().areDrawnByYcsb()) {
      properties.setProperty(CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY, "constant");
    }
    if (load()) { // a load requests nothing, and setting up other distributions takes time
      properties.setProperty(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, "uniform");
    }
    return properties;
  }

  private static void require(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " must be from " + least + " to " + most + ", not " + value);
    }
  }
}
