package org.pmemycsb.harness.trace;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.pmemycsb.harness.measure.Workloads;

/**
 * Prints what recording an operation costs: nanoseconds, by distribution of keys and of values, and
 * the ratio to YCSB's zipfian with values of one length. Then the same for spelling a key.
 *
 * <p>Not a test: run its main.
 */
public final class RecorderBenchmark {
  private static final int ROUNDS = 9;
  private static final int OPERATIONS = 1_000_000;
  private static final long RECORDS = 1_000_000;

  private RecorderBenchmark() {}

  public static void main(String[] args) {
    Map<String, Map<String, String>> workloads = new LinkedHashMap<>();
    workloads.put("ycsb-zipfian", Workloads.of("C"));
    workloads.put("zipfian", Workloads.of("C", "zipfianconstant", "0.99"));
    workloads.put("zipfian:1", Workloads.of("C", "zipfianconstant", "1"));
    for (String name : new String[] {"latest", "uniform", "hotspot", "exponential"}) {
      workloads.put(name, Workloads.of("C", "requestdistribution", name));
    }
    String[] writes = {"readproportion", "0", "updateproportion", "1"};
    workloads.put("updates, values of one length", Workloads.of("C", writes));
    workloads.put("updates, uniform values", sized(writes, "uniform:100:32768"));
    workloads.put("updates, lognormal values", sized(writes, "lognormal:300:8192:32768"));
    workloads.put("updates, Pareto values", sized(writes, "pareto:100:8192:32768"));
    double base = 0;
    for (Map.Entry<String, Map<String, String>> workload : workloads.entrySet()) {
      double nanos = median(workload.getValue());
      base = base == 0 ? nanos : base;
      System.out.printf(
          Locale.ROOT, "%-30s %6.1f ns %5.2f%n", workload.getKey(), nanos, nanos / base);
    }
    spell("key of 32 bytes", "zeropadding", "28");
    spell("ordered key of 8 bytes", "insertorder", "ordered", "zeropadding", "6", "keylength", "8");
    spell("key, lognormal:40:100", "zeropadding", "19", "keylength", "lognormal:40:100");
  }

  private static void spell(String name, String... properties) {
    KeySpeller speller =
        KeyFormat.of(Workloads.typed(Workloads.of("C", properties)).keys()).speller();
    double[] nanos = new double[ROUNDS];
    long bytes = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < OPERATIONS; i++) {
        bytes += speller.name(i % RECORDS).length();
      }
      nanos[round] = (double) (System.nanoTime() - start) / OPERATIONS;
    }
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "%-30s %6.1f ns, %.1f bytes%n",
        name,
        nanos[ROUNDS / 2],
        (double) bytes / OPERATIONS / ROUNDS);
  }

  private static Map<String, String> sized(String[] writes, String values) {
    Map<String, String> workload = Workloads.of("C", writes);
    workload.put("values", values);
    return workload;
  }

  private static double median(Map<String, String> workload) {
    TraceSpec spec = TraceSpec.transactions(Workloads.typed(workload), 1, OPERATIONS, RECORDS, 1);
    double[] nanos = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      SeededRandom.begin(round);
      OperationSource source = OperationSource.of(spec);
      TraceChunk chunk = new TraceChunk(1024);
      long start = System.nanoTime();
      for (int i = 0; i < OPERATIONS; i++) {
        if (chunk.isFull()) {
          chunk.clear();
        }
        source.next(chunk);
      }
      nanos[round] = (double) (System.nanoTime() - start) / OPERATIONS;
      SeededRandom.end();
    }
    Arrays.sort(nanos);
    return nanos[ROUNDS / 2];
  }
}
