package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.client.replay.Workloads;

class TraceTest {
  private static final long AMPLE = 1L << 30;
  private static final long TINY = 1L << 14;

  private static TraceSpec spec(String workload, int threads, long operations, long seed) {
    return Workloads.transactions(
        Workloads.of(workload, "fieldlengthdistribution=uniform"), threads, operations, 5000, seed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "D", "E", "F"})
  void seedRepeatsATraceExactly(String workload) throws Exception {
    TraceSpec spec = spec(workload, 3, 10_001, 7);
    List<Traces.Dump> first = Traces.dump(Trace.record(spec, AMPLE));
    assertThat(Traces.dump(Trace.record(spec, AMPLE))).isEqualTo(first);
    assertThat(Traces.dump(Trace.record(spec(workload, 3, 10_001, 8), AMPLE))).isNotEqualTo(first);
  }

  /** So that a phase of several parts asks for records as one whole trace does. */
  @Test
  void noPartRepeatsTheKeysOfAnother() throws Exception {
    TraceSpec whole = spec("C", 1, 1000, 7);
    Set<List<Long>> seen = new HashSet<>();
    for (int part = 0; part < 5; part++) {
      Traces.Dump dump = Traces.dump(Trace.record(whole.segment(part, 1000, 0, 5000), AMPLE), 0);
      List<Long> keys = dump.operations().stream().map(Operation::key).toList();
      for (int i = 0; i + 4 <= keys.size(); i++) {
        assertThat(seen.add(keys.subList(i, i + 4))).as("part %d, operation %d", part, i).isTrue();
      }
    }
  }

  /** Else the JVM would compile the classes of each trace again, also under a clock. */
  @Test
  void allTracesShareTheClassesOfTheirWorkload() {
    SeededRandom.begin(new SeededRandom(1));
    try {
      assertThat(OperationSource.of(spec("A", 1, 10, 7)))
          .hasSameClassAs(OperationSource.of(spec("D", 3, 20, 8)));
    } finally {
      SeededRandom.end();
    }
  }

  @ParameterizedTest
  @CsvSource({"A, 1", "E, 1", "D, 2"})
  void piecesOfATraceAreTheTrace(String workload, int threads) {
    TraceSpec spec = spec(workload, threads, 30_000, 7);
    Trace inPieces = Trace.record(spec, TINY);
    assertThat(inPieces.isWhole()).isFalse();
    assertThat(Traces.dump(inPieces)).isEqualTo(Traces.dump(Trace.record(spec, AMPLE)));
    assertThat(inPieces.isWhole()).isTrue();
    assertThat(inPieces.next()).isFalse();
  }

  @Test
  void aThreadThatIsInterruptedRecordsNoLonger() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> Trace.record(spec("C", 1, 100, 7), AMPLE))
          .isInstanceOf(IllegalStateException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void threadsShareOneOrderOfOperations() throws Exception {
    List<Long> alone = Traces.dump(Trace.record(spec("D", 1, 1001, 7), AMPLE), 0).operations();
    List<Traces.Dump> three = Traces.dump(Trace.record(spec("D", 3, 1001, 7), AMPLE));
    List<Long> dealt = new ArrayList<>();
    for (int i = 0; i < 1001; i++) {
      dealt.add(three.get(i % 3).operations().get(i / 3));
    }
    assertThat(dealt).isEqualTo(alone);
    assertThat(three.stream().map(d -> d.operations().size())).containsExactly(334, 334, 333);
  }

  @Test
  void moreThreadsThanOperationsLeaveSomeWithoutWork() throws Exception {
    assertThat(
            Traces.dump(Trace.record(spec("A", 5, 2, 7), AMPLE)).stream()
                .map(d -> d.operations().size()))
        .containsExactly(1, 1, 0, 0, 0);
  }

  @Test
  void readModifyWriteIsOneOperationWithBothItsFields() throws Exception {
    TraceSpec spec =
        Workloads.transactions(
            Workloads.of("F", "fieldcount=5 readallfields=false"), 1, 2000, 100, 7);
    List<Long> all = Traces.dump(Trace.record(spec, AMPLE), 0).operations();
    assertThat(all).hasSize(2000);
    List<Long> both =
        all.stream().filter(o -> Operation.kind(o) == OperationKind.READ_MODIFY_WRITE).toList();
    assertThat(both.size()).isBetween(900, 1100);
    assertThat(both.stream().map(Operation::readField).distinct())
        .containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    assertThat(both.stream().map(Operation::writeField).distinct())
        .containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    assertThat(both.stream().anyMatch(o -> Operation.readField(o) != Operation.writeField(o)))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "B", "C", "F"})
  void aTraceMayHaveMoreOperationsThanAnIntCounts(String workload) throws Exception {
    int records = 1_000_000_000;
    TraceSpec many = Workloads.transactions(Workloads.of(workload), 1, 3_000_000_000L, records, 7);
    TraceSpec few = Workloads.transactions(Workloads.of(workload), 1, 64, records, 7);
    List<Long> expected = Traces.dump(Trace.record(few, AMPLE), 0).operations();
    try (Trace first = Trace.record(many, TINY)) {
      TraceChunk chunk = first.cursor(0).next();
      assertThat(LongStream.range(0, 64).mapToObj(i -> chunk.operation((int) i)))
          .containsExactlyElementsOf(expected);
      assertThat(expected).allMatch(operation -> Operation.key(operation) < records);
    }
  }

  @Test
  void recordsWithThoseInsertedMustHaveNumbersThatYcsbCanHold() {
    assertThatThrownBy(() -> spec("D", 1, 100_000_000_000L, 7))
        .hasMessageContainingAll("2147483647", "5000005000");
    assertThatThrownBy(() -> spec("A", 1, 1L << 41, 7)).hasMessageContaining("operations");
    assertThat(spec("D", 1, 40_000_000_000L, 7).operations()).isEqualTo(40_000_000_000L);
  }

  @Test
  void wrongPropertiesAreNamed() {
    assertThatThrownBy(() -> spec("A", 0, 1, 1)).hasMessageContaining("threads");
    assertThatThrownBy(
            () -> Workloads.transactions(Workloads.of("C", "readproportion=0"), 1, 1, 1, 1))
        .hasMessageContaining("proportions");
    assertThatThrownBy(() -> Workloads.typed(Workloads.of("C", "requestdistribution=none")))
        .hasMessageContainingAll("requestdistribution:", "'none'", "exponential");
    assertThatThrownBy(
            () ->
                Trace.record(
                    Workloads.transactions(
                        Workloads.of("E", "scanlengthdistribution=none"), 1, 1, 1, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none");
  }
}
