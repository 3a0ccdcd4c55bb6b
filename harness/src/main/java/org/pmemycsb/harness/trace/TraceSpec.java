package org.pmemycsb.harness.trace;

import java.util.OptionalDouble;
import java.util.Properties;
import java.util.Set;
import org.pmemycsb.harness.design.KeyDistribution;
import org.pmemycsb.harness.design.Mix;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.design.Sizes;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/**
 * All that determines a trace: equal specs give equal traces, on any JDK.
 *
 * @param workload its properties; {@code recordcount}, {@code operationcount}, {@code insertstart},
 *     {@code insertcount} and {@code dataintegrity} are ignored, because the other components and
 *     the {@link Verifier} take their place
 * @param load whether the phase inserts (YCSB's {@code -load}) or does transactions ({@code -t})
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
    boolean load,
    int threads,
    long operations,
    long first,
    long records,
    long seed,
    Share share) {

  private static final long MOST_OPERATIONS = 1L << 40;
  private static final Set<String> DISTRIBUTIONS_FROM_NEWEST = Set.of("latest", "exponential");

  public TraceSpec {
    if (threads < 1 || threads > 65535) {
      throw new IllegalArgumentException("threads must be from 1 to 65535, not " + threads);
    }
    require("operations", operations, 0, MOST_OPERATIONS);
    require("records", records, load || operations == 0 ? 0 : 1, Integer.MAX_VALUE);
    double inserts = load ? operations : workload.mix().insertShare() * operations;
    require("records and inserts together", (long) (records + inserts), 0, Integer.MAX_VALUE);
    if (first < 0 || first > 0 && first >= records) {
      throw new IllegalArgumentException(
          "no record is left: the first of " + records + " is " + first);
    }
    if (!load && operations > 0 && workload.mix().total() <= 0) {
      throw new IllegalArgumentException("all operation proportions are 0");
    }
    if (!load) {
      KeyDistribution.refuseDeletes(workload.properties());
    }
    if (!load
        && RecordShape.of(workload).fieldCount() > Operation.MAX_FIELDS
        && !(flag(workload, "readallfields", true) && flag(workload, "writeallfields", false))) {
      throw new IllegalArgumentException(
          "single fields can be told apart up to a fieldcount of " + Operation.MAX_FIELDS);
    }
    if (share.byRecord() && !load && operations > 0) {
      if (share.of(records) == 0) {
        throw new IllegalArgumentException(
            "machine %d of %d has no record; load more records"
                .formatted(share.machine() + 1, share.machines()));
      }
      if (workload.mix().scans()) {
        throw new IllegalArgumentException("a scan would need the records of all shards");
      }
    }
    // A machine would not know what the others have deleted.
    if (share.isPart()
        && !load
        && (workload.properties().containsKey(Phase.TRACE_FILE_PROPERTY)
            || first > 0
            || workload.mix().deleteShare() > 0)) {
      throw new IllegalArgumentException(
          "a recorded trace and a workload with deletes run on one machine only");
    }
  }

  /** For one process alone. */
  public TraceSpec(
      Workload workload,
      boolean load,
      int threads,
      long operations,
      long first,
      long records,
      long seed) {
    this(workload, load, threads, operations, first, records, seed, Share.WHOLE);
  }

  /** The same for one of several machines. */
  public TraceSpec on(Share machine) {
    return new TraceSpec(workload, load, threads, operations, first, records, seed, machine);
  }

  /**
   * How many of the operations this process makes. Where they are dealt by record, that is a guess,
   * and {@link Trace#own} knows.
   */
  public long own() {
    return share.of(operations);
  }

  /** How many of the records this process asks for. */
  public long ownRecords() {
    return share.byRecord() ? share.of(records) : records;
  }

  /** The load phase of {@code records} records into an empty database. */
  public static TraceSpec load(Workload workload, int threads, long records, long seed) {
    return new TraceSpec(workload, true, threads, records, 0, 0, seed);
  }

  /** A phase of transactions on a database that holds {@code records} records. */
  public static TraceSpec transactions(
      Workload workload, int threads, long operations, long records, long seed) {
    return new TraceSpec(workload, false, threads, operations, 0, records, seed);
  }

  /** The same kind of phase with other operations, to warm up with. */
  public TraceSpec warmUp(long operations) {
    return new TraceSpec(workload, load, threads, operations, first, records, ~seed, share);
  }

  /**
   * A part of the same phase, recorded by itself.
   *
   * @param number from 0; the first part has the phase's own seed
   * @param first the number of the oldest record when the part begins
   * @param records the end of the records when the part begins
   */
  public TraceSpec segment(int number, long operations, long first, long records) {
    // An odd number, so that no two parts have one seed.
    long step = 0x9E3779B97F4A7C15L;
    return new TraceSpec(
        workload, load, threads, operations, first, records, seed + number * step, share);
  }

  public RecordShape shape() {
    return RecordShape.of(workload);
  }

  public KeyFormat keyFormat() {
    return KeyFormat.of(workload);
  }

  /** The constant of a true zipfian over the records there are; empty for YCSB's own choice. */
  public OptionalDouble zipfian() {
    return load ? OptionalDouble.empty() : KeyDistribution.zipfian(workload.properties());
  }

  /** The shares of the operations; without meaning for a load. */
  public Mix mix() {
    return workload.mix();
  }

  /** The workload's {@code requestdistribution}. */
  public String distribution() {
    return workload
        .properties()
        .getOrDefault(
            CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY,
            CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY_DEFAULT);
  }

  /**
   * Whether another program recorded the operations. Then each names its record by number, and the
   * operations of one record belong to one thread, in their order.
   */
  public boolean isRecorded() {
    return !load && workload.properties().containsKey(Phase.TRACE_FILE_PROPERTY);
  }

  /** Whether each operation has its own time at which it is to begin. */
  public boolean isTimed() {
    return isRecorded() && workload.properties().containsKey(Phase.TRACE_SPEED_PROPERTY);
  }

  /** From the first of these times to the last, in nanoseconds. */
  public long timedNanos() {
    return Long.parseLong(workload.properties().get(Phase.TRACE_NANOS_PROPERTY));
  }

  /** The order in which a load inserts its records. */
  public FillOrder fillOrder() {
    return FillOrder.of(workload.properties());
  }

  /** How much of the values can be compressed away, from 0 to 1. */
  public double compressibility() {
    return ValueSource.compressibility(workload.properties());
  }

  /** Whether records are or were deleted, so that those there are do not begin with number 0. */
  public boolean isWindow() {
    return !load && (first > 0 || mix().deleteShare() > 0);
  }

  /**
   * Whether keys are chosen by their distance from the newest one: by the distribution, or because
   * any other number may have been deleted when the operation is replayed.
   */
  public boolean isRelative() {
    return !load && (DISTRIBUTIONS_FROM_NEWEST.contains(distribution()) || mix().deleteShare() > 0);
  }

  /** An upper bound of a trace's bytes; a close one except in the most skewed cases. */
  long estimatedBytes() {
    return (share.byRecord() ? operations : own()) * bytesPerOperation();
  }

  int bytesPerOperation() {
    RecordShape shape = shape();
    int perScan = mix().scans() ? Integer.BYTES : 0;
    int perTime = isTimed() ? Long.BYTES : 0;
    return Long.BYTES
        + perTime
        + perScan
        + (shape.constantLength() ? 0 : Integer.BYTES * shape.fieldCount());
  }

  /** The properties to give to CoreWorkload. */
  public Properties properties() {
    Properties properties = new Properties();
    properties.putAll(workload.properties());
    properties.remove(CoreWorkload.DATA_INTEGRITY_PROPERTY);
    properties.setProperty(
        Client.RECORD_COUNT_PROPERTY, Long.toString(load ? records + operations : records));
    // YCSB takes it for an int. It asks for it only to guess the number of inserts, on which the
    // hottest keys of its zipfian depend: all machines must guess the same.
    long guess = share.isPart() && !load ? records : operations;
    properties.setProperty(
        Client.OPERATION_COUNT_PROPERTY, Long.toString(Math.min(guess, Integer.MAX_VALUE)));
    properties.setProperty("insertstart", Long.toString(load ? records : first));
    properties.setProperty("insertcount", Long.toString(load ? operations : records - first));
    // The recorder draws these itself. Only the machine of the harness has the file of a histogram.
    if (workload.values().isBeyondStock() || workload.values() instanceof Sizes.Histogram) {
      properties.setProperty(CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY, "constant");
    }
    if (load) { // a load requests nothing, and setting up other distributions takes time
      properties.setProperty(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, "uniform");
    }
    return properties;
  }

  private static boolean flag(Workload workload, String name, boolean byDefault) {
    return Boolean.parseBoolean(
        workload.properties().getOrDefault(name, Boolean.toString(byDefault)));
  }

  private static void require(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " must be from " + least + " to " + most + ", not " + value);
    }
  }
}
