package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.Trace;
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
      assertThat(output.strip()).isEqualTo("in pieces, good " + OPERATIONS);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The other JVM's. */
  public static void main(String[] args) throws Exception {
    Bench bench =
        new Bench(new MemoryDatabase(), Workloads.of("A", "fieldlength=100"), Verify.SAMPLE);
    bench.records = 10_000;
    try (Trace trace = Trace.record(bench.spec(2, OPERATIONS))) {
      String made = trace.isWhole() ? "at once" : "in pieces";
      PhaseMeasurement phase =
          bench
              .replayer(t -> new NoopClient(), Changed.with(Bench.SETTINGS, "auditRecords", 0))
              .replay(Segments.of(trace), null);
      System.out.println(made + ", good " + phase.good());
    }
  }
}
