package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.Share;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.client.trace.ValueSource;
import org.pmemycsb.harness.client.trace.Verifier;
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.harness.plan.design.Verify;

/** However many operations there are, they do not fill the heap. */
class FlatMemoryTest {
  private static final int OPERATIONS = 10_000_000;

  @Test
  void tenMillionOperationsFitIntoAHeapOfFortyMegabytes() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx40m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FlatMemoryTest.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      String output = new String(process.getInputStream().readAllBytes());
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(output.strip()).isEqualTo("streamed, good " + OPERATIONS);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The other JVM's. */
  public static void main(String[] args) throws Exception {
    Map<String, String> workload = Workloads.of("A", "fieldlength=100");
    TraceSpec spec = Workloads.transactions(workload, 2, OPERATIONS, 10_000, 1);
    ValueSource values = new ValueSource(1, 100, ValueSource.Alphabet.BINARY, 0, Share.WHOLE);
    Payload payload =
        new Payload(
            spec.keyFormat(),
            values,
            new Verifier(Verify.SAMPLE, values, spec.shape(), spec.keyFormat(), 1_000_000),
            true);
    try (Trace trace = Trace.record(spec)) {
      String made = trace.isComplete() ? "kept" : "streamed";
      PhaseMeasurement phase =
          new Replayer(
                  t -> new NoopClient(),
                  payload,
                  Changed.with(Bench.SETTINGS, "auditRecords", 0),
                  (d, a, e) -> {})
              .replay(Segments.of(trace), null);
      System.out.println(made + ", good " + phase.good());
    }
  }
}
