package org.pmemycsb.harness.client.replay;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.KeyFormat;
import org.pmemycsb.harness.client.trace.Share;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.client.trace.ValueSource;
import org.pmemycsb.harness.client.trace.Verifier;
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.harness.plan.design.Verify;

/**
 * Prints what the harness costs: nanoseconds an operation and thread against no database.
 *
 * <p>Not a test: run its main, with the number of operations a thread as the only argument.
 */
public final class NoopBenchmark {
  private static final long RECORDS = 100_000;
  private static final int ROUNDS = 5;

  private NoopBenchmark() {}

  public static void main(String[] args) throws Exception {
    long operations = args.length > 0 ? Long.parseLong(args[0]) : 5_000_000;
    System.out.println("phase threads verify ns/op (best and median of " + ROUNDS + "), CPU ns/op");
    for (Verify mode : Verify.values()) {
      for (int threads : new int[] {1, 2}) {
        for (String phase : new String[] {"load", "A", "B", "C", "D"}) {
          run(phase, threads, mode, operations);
        }
      }
    }
  }

  private static void run(String phase, int threads, Verify mode, long operations)
      throws Exception {
    Map<String, String> workload = Workloads.of(phase.equals("load") ? "A" : phase);
    TraceSpec spec =
        phase.equals("load")
            ? Workloads.load(workload, threads, RECORDS * 10, 1)
            : Workloads.transactions(workload, threads, operations * threads, RECORDS, 1);
    KeyFormat keys = spec.keyFormat();
    ValueSource values =
        new ValueSource(
            1, spec.shape().maxFieldLength(), ValueSource.Alphabet.BINARY, 0, Share.WHOLE);
    double[] nanos = new double[ROUNDS];
    double[] cpu = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      Verifier verifier =
          new Verifier(mode, values, spec.shape(), spec.keyFormat(), RECORDS, 64 << 20);
      try (Trace trace = Trace.record(spec, 1L << 30);
          Trace warmUp = spec.load() ? null : Trace.record(spec.warmUp(operations / 10))) {
        long before = cpuNanos();
        PhaseMeasurement phaseMeasurement =
            new Replayer(
                    t -> new NoopClient(),
                    new Payload(keys, values, verifier, true),
                    Changed.with(Bench.SETTINGS, "auditRecords", 0),
                    (d, a, e) -> {})
                .replay(Segments.of(trace), warmUp);
        cpu[round] = (double) (cpuNanos() - before) / phaseMeasurement.work().asked();
        nanos[round] =
            (double) phaseMeasurement.time().durationNanos()
                * threads
                / phaseMeasurement.work().asked();
      }
    }
    Arrays.sort(nanos);
    Arrays.sort(cpu);
    System.out.printf(
        Locale.ROOT,
        "%-5s %d %-6s %6.1f %6.1f %6.1f%n",
        phase,
        threads,
        mode.id(),
        nanos[0],
        nanos[ROUNDS / 2],
        cpu[ROUNDS / 2]);
  }

  /** Of the whole process: what is measured, and a collection before it. */
  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
