package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.client.replay.Workloads;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.Work;

/**
 * The first keys and lengths that each generator makes of a seed, in {@code golden-traces.txt}. A
 * change there makes old results unrepeatable.
 */
class GoldenTracesTest {
  private static final long SEED = 42;
  private static final int RECORDS = 1000;
  private static final int OPERATIONS = 12;

  @TempDir private Path folder;
  private final StringBuilder text = new StringBuilder();

  /** A line for a trace: each operation with its key, {@code ~} if that is relative. */
  private void add(String name, TraceSpec spec) throws Exception {
    Traces.Dump dump = Traces.dump(Trace.record(spec, 1L << 30), 0);
    text.append(name).append(':');
    dump.operations()
        .forEach(
            operation ->
                text.append(' ')
                    .append(Operation.kind(operation).label().toLowerCase(Locale.ROOT))
                    .append(Operation.isRelative(operation) ? " ~" : " ")
                    .append(Operation.key(operation))
                    .append(','));
    text.append(" side ").append(dump.side()).append('\n');
  }

  private void keys(String name, String... properties) throws Exception {
    TraceSpec spec =
        Workloads.transactions(Workloads.of("C", properties), 1, OPERATIONS, RECORDS, SEED);
    add("keys " + name, spec);
  }

  private void lengths(String name, String... properties) throws Exception {
    TraceSpec spec = Workloads.load(Workloads.of("C", properties), 1, OPERATIONS, SEED);
    text.append("lengths ")
        .append(name)
        .append(": ")
        .append(Traces.dump(Trace.record(spec, 1L << 30), 0).side())
        .append('\n');
  }

  private void fill(FillOrder order) throws Exception {
    add(
        "fill " + order.id(),
        new TraceSpec(
            Workloads.typed(Workloads.of("C")).with(new Work.Load(order)),
            1,
            OPERATIONS,
            0,
            0,
            SEED));
  }

  @Test
  void theTracesOfASeedAreForGood() throws Exception {
    keys("zipfian:0.99", "zipfianconstant=0.99");
    keys("zipfian:1.3", "zipfianconstant=1.3");
    keys("ycsb-zipfian");
    for (String name : new String[] {"latest", "uniform", "sequential", "hotspot", "exponential"}) {
      keys(name, "requestdistribution=" + name);
    }
    lengths("uniform:10:500", "fieldlengthdistribution=uniform minfieldlength=10 fieldlength=500");
    lengths("lognormal:300:8192", "values=lognormal:300:8192:32768");
    lengths("pareto:100:8192", "values=pareto:100:8192:32768");
    Path histogram = Files.writeString(folder.resolve("h"), "BlockSize\t10\n0\t3\n1\t1\n2\t6\n");
    lengths(
        "histogram",
        "fieldlengthdistribution=histogram",
        "fieldlengthhistogram=" + histogram.toString());
    lengths("zippydb", "values=zippydb");
    lengths("etc", "values=etc");
    for (FillOrder order : FillOrder.values()) {
      fill(order);
    }
    Map<String, String> mixed = new HashMap<>(Workloads.of("C"));
    mixed.putAll(
        Map.of(
            "requestdistribution", "uniform",
            "readproportion", "0.2",
            "updateproportion", "0.2",
            "readmodifywriteproportion", "0.1",
            "insertproportion", "0.1",
            "putifabsentproportion", "0.1",
            "deleteproportion", "0.15",
            "missproportion", "0.15",
            "fieldlengthdistribution", "uniform"));
    add("mixed", Workloads.transactions(mixed, 1, 3 * OPERATIONS, RECORDS, SEED));
    mixed.put("deleteproportion", "0");
    mixed.put("scanproportion", "0.15");
    add("mixed with scans", Workloads.transactions(mixed, 1, 3 * OPERATIONS, RECORDS, SEED));
    String recorded =
        """
        0,a,1,7,1,get,0
        0,b,1,9,1,set,0
        0,a,1,5,1,delete,0
        1,a,1,5,1,get,0
        1,a,1,3,1,add,0
        1,c,1,3,1,incr,0
        2,b,1,4,1,replace,0
        """;
    Path trace = Workloads.trace(Files.writeString(folder.resolve("cache.csv"), recorded));
    add(
        "recorded",
        Workloads.transactions(
            Workloads.of(
                "C", "tracefile=" + trace.toString() + " fieldlengthdistribution=recorded"),
            1,
            recorded.lines().count(),
            RECORDS,
            SEED));

    String golden =
        new String(
            GoldenTracesTest.class.getResourceAsStream("golden-traces.txt").readAllBytes(),
            StandardCharsets.UTF_8);
    assertThat(text.toString().lines().collect(Collectors.toList()))
        .isEqualTo(golden.lines().collect(Collectors.toList()));
  }
}
