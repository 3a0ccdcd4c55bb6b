package org.pmemycsb.harness.client.replay;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.pmemycsb.harness.client.trace.RecordShape;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.client.trace.Workload;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.plan.recorded.TraceFile;

/** The properties of YCSB's standard workloads, with one field of 1 KiB as in the thesis. */
public final class Workloads {
  private Workloads() {}

  /**
   * A workload.
   *
   * @param changes its further properties: {@code name=value}, with a space before the next one
   */
  public static Map<String, String> of(String name, String... changes) {
    Map<String, String> all = new HashMap<>();
    put(all, "fieldcount=1 fieldlength=1024 zeropadding=28 requestdistribution=zipfian");
    put(all, "readproportion=0 updateproportion=0");
    put(
        all,
        switch (name) {
          case "A" -> "readproportion=0.5 updateproportion=0.5";
          case "B" -> "readproportion=0.95 updateproportion=0.05";
          case "C" -> "readproportion=1";
          case "D" -> "readproportion=0.95 insertproportion=0.05 requestdistribution=latest";
          case "E" -> "scanproportion=0.95 insertproportion=0.05 maxscanlength=100";
          case "F" -> "readproportion=0.5 readmodifywriteproportion=0.5";
          default -> throw new IllegalArgumentException(name);
        });
    put(all, changes);
    return all;
  }

  static void put(Map<String, String> all, String... changes) {
    Stream.of(changes)
        .flatMap(each -> Stream.of(each.split(" ")))
        .map(each -> each.split("=", 2))
        .forEach(each -> all.put(each[0], each[1]));
  }

  /** A trace that another program recorded, in the format of the harness. */
  public static Path trace(Path recorded) {
    Path file = Path.of(recorded + ".trace");
    TraceFile.convert(recorded, Optional.empty(), Long.MAX_VALUE, file);
    return file;
  }

  /**
   * The workload of such properties. {@code values} and {@code keylength} are sizes as texts,
   * {@code tracefile} is a recorded trace.
   */
  public static Workload typed(Map<String, String> said) {
    Sizes values =
        said.containsKey("values")
            ? Sizes.of(said.get("values"))
            : "recorded".equals(said.get("fieldlengthdistribution"))
                ? Sizes.recorded(1, number(said, "fieldlength", 100))
                : Sizes.of(said);
    int padding = number(said, "zeropadding", 1);
    return new Workload(
        said,
        said.containsKey("tracefile")
            ? new Work.Replay(said.get("tracefile"), Optional.empty())
            : new Work.Draw(Mix.of(said), KeyDistribution.of(said)),
        RecordShape.of(said, number(said, "fieldcount", 10), values),
        values,
        Double.parseDouble(said.getOrDefault("compressibility", "0")),
        new KeyShape(
            "ordered".equals(said.get("insertorder")),
            padding,
            said.containsKey("keylength")
                ? Sizes.of(said.get("keylength"))
                : Sizes.constant(KeyShape.PREFIX.length() + padding)));
  }

  private static int number(Map<String, String> said, String name, int byDefault) {
    return said.containsKey(name) ? Integer.parseInt(said.get(name)) : byDefault;
  }

  /** A phase of transactions on a database with so many records. */
  public static TraceSpec transactions(
      Map<String, String> said, int threads, long operations, long records, long seed) {
    return new TraceSpec(typed(said), threads, operations, 0, records, seed);
  }

  /** The load of an empty database. */
  public static TraceSpec load(Map<String, String> said, int threads, long records, long seed) {
    Workload workload = typed(said).with(new Work.Load(FillOrder.SEQUENTIAL));
    return new TraceSpec(workload, threads, records, 0, 0, seed);
  }
}
