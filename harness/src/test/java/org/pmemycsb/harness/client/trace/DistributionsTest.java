package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.client.replay.Workloads;

/** The keys that YCSB cannot draw; its own are compared with it in {@link StockComparisonTest}. */
class DistributionsTest {
  private static final int OPERATIONS = 200_000;
  private static final int RECORDS = 1000;

  private static List<Long> recorded(String... changes) throws Exception {
    TraceSpec spec = Workloads.transactions(Workloads.of("C", changes), 1, OPERATIONS, RECORDS, 11);
    return Traces.dump(Trace.record(spec, 1L << 30), 0).operations();
  }

  /** How often each key, or each distance from the newest, was asked for. */
  private static long[] counts(String... changes) throws Exception {
    long[] counts = new long[RECORDS];
    recorded(changes).forEach(operation -> counts[(int) Operation.key(operation)]++);
    return counts;
  }

  @ParameterizedTest
  @CsvSource({"0.5", "0.99", "1.3"})
  void zipfianIsOverTheRecordsThereAre(double constant) throws Exception {
    double[] weights = new double[RECORDS];
    for (int rank = 1; rank <= RECORDS; rank++) {
      weights[(int) Shuffle.of(rank - 1, RECORDS)] = Math.pow(rank, -constant);
    }
    assertThat(Bins.likelihood(weights, counts("zipfianconstant=" + constant)))
        .isGreaterThan(Bins.UNLIKELY);
  }

  @Test
  void zipfianFollowsTheRecordsThatAreInserted() throws Exception {
    TraceSpec spec =
        Workloads.transactions(
            Workloads.of("C", "readproportion=0.5 insertproportion=0.5 zipfianconstant=0.6"),
            1,
            4 * RECORDS,
            RECORDS,
            11);
    Traces.Dump dump = Traces.dump(Trace.record(spec, 1L << 30), 0);
    long newest = RECORDS - 1;
    int side = 0;
    for (long operation : dump.operations()) {
      if (Operation.kind(operation) == OperationKind.INSERT) {
        newest++;
      } else {
        assertThat(Operation.key(operation)).isBetween(0L, newest);
        if (Operation.key(operation) >= RECORDS) {
          assertThat((long) dump.side().get(side++)).isBetween(0L, RECORDS - 1L);
        }
      }
    }
    assertThat(side).as("reads of new records").isGreaterThan(RECORDS / 4);
    assertThat(side).isEqualTo(dump.side().size());
  }

  @Test
  void aConstantWithoutAZipfianIsRefused() {
    assertThatThrownBy(() -> recorded("requestdistribution=latest zipfianconstant=0.9"))
        .hasMessageContainingAll("zipfianconstant: requestdistribution", "latest");
    assertThatThrownBy(() -> recorded("zipfianconstant=often"))
        .hasMessageContainingAll("zipfianconstant:", "5");
  }
}
