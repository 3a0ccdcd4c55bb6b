package org.pmemycsb.harness.trace;

import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.pmemycsb.harness.experiment.Mix;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/**
 * All that determines a trace: equal specs give equal traces, on any JDK.
 *
 * @param workload the workload's properties as YCSB knows them; {@code recordcount}, {@code
 *     operationcount}, {@code insertstart}, {@code insertcount} and {@code dataintegrity} are
 *     ignored, because the other components and the {@link Verifier} take their place
 * @param load whether the phase inserts (YCSB's {@code -load}) or does transactions ({@code -t})
 * @param threads from 1 to 65535
 * @param operations how many operations there are over all threads, from 0 to 2^31-1 (YCSB's limit)
 * @param records how many records are there when the phase begins: the keys from 0 to {@code
 *     records - 1}. New records get the numbers from here on. So to repeat a phase with inserts,
 *     give the number of records that the phase before left
 * @param seed any number
 */
public record TraceSpec(
    Map<String, String> workload,
    boolean load,
    int threads,
    long operations,
    long records,
    long seed) {

  private static final Set<String> DISTRIBUTIONS_FROM_NEWEST = Set.of("latest", "exponential");

  public TraceSpec {
    workload = Map.copyOf(workload);
    if (threads < 1 || threads > 65535) {
      throw new IllegalArgumentException("threads must be from 1 to 65535, not " + threads);
    }
    require("operations", operations, 0);
    require("records", records, load || operations == 0 ? 0 : 1);
    require("records and operations together", records + operations, 0);
    if (!load && operations > 0 && Mix.of(workload).total() <= 0) {
      throw new IllegalArgumentException("all operation proportions are 0");
    }
    if (!load
        && RecordShape.of(workload).fieldCount() > Operation.MAX_FIELDS
        && !(flag(workload, "readallfields", true) && flag(workload, "writeallfields", false))) {
      throw new IllegalArgumentException(
          "single fields can be told apart up to a fieldcount of " + Operation.MAX_FIELDS);
    }
  }

  /** The load phase of {@code records} records into an empty database. */
  public static TraceSpec load(Map<String, String> workload, int threads, long records, long seed) {
    return new TraceSpec(workload, true, threads, records, 0, seed);
  }

  /** A phase of transactions on a database that holds {@code records} records. */
  public static TraceSpec transactions(
      Map<String, String> workload, int threads, long operations, long records, long seed) {
    return new TraceSpec(workload, false, threads, operations, records, seed);
  }

  /** The same kind of phase with other operations, to warm up with. */
  public TraceSpec warmUp(long operations) {
    return new TraceSpec(workload, load, threads, operations, records, ~seed);
  }

  /**
   * A part of the same phase, recorded by itself.
   *
   * @param number from 0; the first part has the phase's own seed
   * @param records how many records are there when the part begins
   */
  public TraceSpec segment(int number, long operations, long records) {
    // An odd number, so that no two parts have one seed.
    long step = 0x9E3779B97F4A7C15L;
    return new TraceSpec(workload, load, threads, operations, records, seed + number * step);
  }

  public RecordShape shape() {
    return RecordShape.of(workload);
  }

  public KeyFormat keyFormat() {
    return KeyFormat.of(workload);
  }

  /** Whether keys are chosen by their distance from the newest one. */
  public boolean isRelative() {
    return !load
        && DISTRIBUTIONS_FROM_NEWEST.contains(
            workload.getOrDefault(
                CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY,
                CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY_DEFAULT));
  }

  /** An upper bound of a trace's bytes; a close one except in the most skewed cases. */
  long estimatedBytes() {
    return operations * bytesPerOperation();
  }

  int bytesPerOperation() {
    RecordShape shape = shape();
    int perScan = Mix.of(workload).scans() ? Integer.BYTES : 0;
    return Long.BYTES + perScan + (shape.constantLength() ? 0 : Integer.BYTES * shape.fieldCount());
  }

  /** The properties to give to CoreWorkload. */
  public Properties properties() {
    Properties properties = new Properties();
    properties.putAll(new TreeMap<>(workload));
    properties.remove(CoreWorkload.DATA_INTEGRITY_PROPERTY);
    properties.setProperty(
        Client.RECORD_COUNT_PROPERTY, Long.toString(load ? records + operations : records));
    properties.setProperty(Client.OPERATION_COUNT_PROPERTY, Long.toString(operations));
    properties.setProperty("insertstart", Long.toString(load ? records : 0));
    properties.setProperty("insertcount", Long.toString(load ? operations : records));
    if (load) { // a load requests nothing, and setting up other distributions takes time
      properties.setProperty(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, "uniform");
    }
    return properties;
  }

  private static boolean flag(Map<String, String> workload, String name, boolean byDefault) {
    return Boolean.parseBoolean(workload.getOrDefault(name, Boolean.toString(byDefault)));
  }

  private static void require(String what, long value, long least) {
    if (value < least || value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          what + " must be from " + least + " to " + Integer.MAX_VALUE + ", not " + value);
    }
  }
}
