package org.pmemycsb.harness.client.replay;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.client.trace.RecordShape;
import org.pmemycsb.harness.client.trace.Workload;
import org.pmemycsb.harness.plan.design.KeyDistribution;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.plan.recorded.TraceFile;

/** The properties of YCSB's standard workloads, with one field of 1 KiB as in the thesis. */
public final class Workloads {
  private Workloads() {}

  public static Map<String, String> of(String name) {
    Map<String, String> all = new HashMap<>();
    all.put("fieldcount", "1");
    all.put("fieldlength", "1024");
    all.put("zeropadding", "28");
    all.put("readproportion", "0");
    all.put("updateproportion", "0");
    all.put("requestdistribution", "zipfian");
    switch (name) {
      case "A" -> all.putAll(Map.of("readproportion", "0.5", "updateproportion", "0.5"));
      case "B" -> all.putAll(Map.of("readproportion", "0.95", "updateproportion", "0.05"));
      case "C" -> all.put("readproportion", "1");
      case "D" ->
          all.putAll(
              Map.of(
                  "readproportion",
                  "0.95",
                  "insertproportion",
                  "0.05",
                  "requestdistribution",
                  "latest"));
      case "E" ->
          all.putAll(
              Map.of("scanproportion", "0.95", "insertproportion", "0.05", "maxscanlength", "100"));
      case "F" -> all.putAll(Map.of("readproportion", "0.5", "readmodifywriteproportion", "0.5"));
      default -> throw new IllegalArgumentException(name);
    }
    return all;
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
                ? new Sizes.Other("recorded", 1, number(said, "fieldlength", 100))
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
                : new Sizes.Fixed(KeyShape.PREFIX.length() + padding)));
  }

  private static int number(Map<String, String> said, String name, int byDefault) {
    return said.containsKey(name) ? Integer.parseInt(said.get(name)) : byDefault;
  }

  /** A workload with some properties changed: name, value, name, value ... */
  public static Map<String, String> of(String name, String... changes) {
    Map<String, String> all = of(name);
    for (int i = 0; i < changes.length; i += 2) {
      all.put(changes[i], changes[i + 1]);
    }
    return all;
  }
}
