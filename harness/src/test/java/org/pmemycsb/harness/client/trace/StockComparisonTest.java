package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.client.replay.Workloads;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Work;

/** A trace against what stock CoreWorkload asks of its database; both are seeded. */
class StockComparisonTest {
  private static final int OPERATIONS = 200_000;
  private static final int RECORDS = 1000;

  /** Below this chance the two samples are not of one distribution; the seeds are fixed. */
  private static final double UNLIKELY = 0.001;

  @ParameterizedTest
  @ValueSource(strings = {"A", "B", "C", "D", "E", "F"})
  void mixKeysAndDistancesAreStock(String name) throws Exception {
    compare(Workloads.of(name, "fieldlength=10"));
  }

  @ParameterizedTest
  @CsvSource({"uniform", "hotspot", "exponential", "sequential"})
  void otherDistributionsAreStock(String distribution) throws Exception {
    compare(Workloads.of("A", "fieldlength=10 requestdistribution=" + distribution));
  }

  @ParameterizedTest
  @CsvSource({"uniform,true", "zipfian,false", "constant,true"})
  void valueLengthsAreStock(String distribution, String writeAll) throws Exception {
    compare(
        Workloads.of(
            "A",
            "fieldcount=3 fieldlength=40 minfieldlength=5",
            "fieldlengthdistribution=" + distribution,
            "writeallfields=" + writeAll + " readallfields=false"));
  }

  @ParameterizedTest
  @CsvSource({"0.05", "0.5"})
  void zipfianWithInsertsIsStock(String inserts) throws Exception {
    compare(Workloads.of("C", "readproportion=0.5 insertproportion=" + inserts));
  }

  /** YCSB itself would throw away thousands of draws for each operation. */
  @ParameterizedTest
  @CsvSource({"ycsb-zipfian", "zipfian", "latest"})
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void fewRecordsAndManyInsertsAreRecordedSoon(String keys) throws Exception {
    Map<String, String> said = Workloads.of("C", "insertproportion=0.05");
    Workload workload =
        Workloads.typed(said).with(new Work.Draw(Mix.of(said), KeyDistribution.of(keys)));
    TraceSpec spec = new TraceSpec(workload, 1, 1_000_000, 0, 20, 2);
    assertThat(Trace.record(spec, 1L << 30).spec().own()).isEqualTo(1_000_000);
  }

  @Test
  void anotherDistributionIsSeen() throws Exception {
    List<StockWorkload.Seen> stock = stock(Workloads.of("C", "requestdistribution=uniform"));
    List<StockWorkload.Seen> zipfian = recorded(Workloads.of("C"));
    assertThat(likelihood(stock, zipfian, StockWorkload.Seen::key)).isLessThan(UNLIKELY);
  }

  private static void compare(Map<String, String> workload) throws Exception {
    List<StockWorkload.Seen> stock = stock(workload);
    List<StockWorkload.Seen> ours = recorded(workload);
    same(stock, ours, seen -> seen.kind().ordinal());
    // Where keys go by the newest, which two random samples reach at different times, only the
    // distance is of one distribution; where they do not, only the key.
    boolean relative = spec(workload).isRelative();
    same(
        only(stock, false),
        only(ours, false),
        relative ? StockWorkload.Seen::distance : StockWorkload.Seen::key);
    same(stock, ours, StockWorkload.Seen::scan);
    same(stock, ours, seen -> seen.lengths().size());
    same(stock, ours, seen -> seen.lengths().isEmpty() ? -1 : seen.lengths().get(0));
    same(stock, ours, seen -> seen.lengths().size() < 3 ? -1 : seen.lengths().get(2));
    assertThat(only(ours, true).stream().map(StockWorkload.Seen::key))
        .isEqualTo(LongStream.range(RECORDS, RECORDS + only(ours, true).size()).boxed().toList());
  }

  private static List<StockWorkload.Seen> only(List<StockWorkload.Seen> all, boolean inserts) {
    return all.stream().filter(s -> s.kind() == OperationKind.INSERT == inserts).toList();
  }

  private static List<StockWorkload.Seen> stock(Map<String, String> workload) throws Exception {
    StockWorkload.seed(1);
    return new StockWorkload(spec(workload).properties()).run(OPERATIONS);
  }

  private static TraceSpec spec(Map<String, String> workload) {
    return Workloads.transactions(workload, 1, OPERATIONS, RECORDS, 2);
  }

  /** The trace as one thread would replay it. */
  private static List<StockWorkload.Seen> recorded(Map<String, String> workload) throws Exception {
    TraceSpec spec = spec(workload);
    Traces.Dump dump = Traces.dump(Trace.record(spec, 1L << 30), 0);
    List<StockWorkload.Seen> all = new ArrayList<>();
    RecordShape shape = spec.shape();
    long newest = RECORDS - 1;
    int side = 0;
    for (long operation : dump.operations()) {
      OperationKind kind = Operation.kind(operation);
      int scan = kind == OperationKind.SCAN ? dump.side().get(side++) : 0;
      boolean writes = kind != OperationKind.READ && kind != OperationKind.SCAN;
      int written = !writes ? 0 : Operation.writeField(operation) < 0 ? shape.fieldCount() : 1;
      List<Integer> lengths = new ArrayList<>();
      for (int i = 0; i < written; i++) {
        lengths.add(shape.constantLength() ? shape.maxFieldLength() : dump.side().get(side++));
      }
      boolean insert = kind == OperationKind.INSERT;
      long key = Operation.key(operation);
      if (Operation.isRelative(operation) && !insert) {
        key = newest - key;
      }
      if (!insert && !Operation.isRelative(operation) && key >= RECORDS) {
        assertThat((long) dump.side().get(side++)).isBetween(0L, RECORDS - 1L);
      }
      assertThat(key).isLessThanOrEqualTo(insert ? newest + 1 : newest);
      all.add(new StockWorkload.Seen(kind, key, newest - key, scan, lengths));
      newest += insert ? 1 : 0;
    }
    assertThat(side).isEqualTo(dump.side().size());
    return all;
  }

  private static void same(
      List<StockWorkload.Seen> stock,
      List<StockWorkload.Seen> ours,
      ToLongFunction<StockWorkload.Seen> what) {
    assertThat(likelihood(stock, ours, what)).isGreaterThan(UNLIKELY);
  }

  /** Two-sample chi-squared; values that are too rare for it are put together. */
  private static double likelihood(
      List<StockWorkload.Seen> stock,
      List<StockWorkload.Seen> ours,
      ToLongFunction<StockWorkload.Seen> what) {
    Map<Long, long[]> counts = new TreeMap<>();
    stock.forEach(s -> counts.computeIfAbsent(what.applyAsLong(s), k -> new long[2])[0]++);
    ours.forEach(s -> counts.computeIfAbsent(what.applyAsLong(s), k -> new long[2])[1]++);
    List<long[]> bins = new ArrayList<>();
    long[] open = new long[2];
    for (long[] count : counts.values()) {
      open[0] += count[0];
      open[1] += count[1];
      if (Math.min(open[0], open[1]) >= 10) {
        bins.add(open);
        open = new long[2];
      }
    }
    if (bins.size() < 2) {
      return counts.keySet().size() == 1 || bins.size() == 1 && open[0] + open[1] < 10 ? 1 : 0;
    }
    bins.get(bins.size() - 1)[0] += open[0];
    bins.get(bins.size() - 1)[1] += open[1];
    return ChiSquareTest.withDefaults()
        .test(
            bins.stream().mapToLong(b -> b[0]).toArray(),
            bins.stream().mapToLong(b -> b[1]).toArray())
        .getPValue();
  }
}
