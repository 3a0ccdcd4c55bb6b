package org.pmemycsb.harness.measure;

import java.util.HashMap;
import java.util.Map;

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

  /** A workload with some properties changed: name, value, name, value ... */
  public static Map<String, String> of(String name, String... changes) {
    Map<String, String> all = of(name);
    for (int i = 0; i < changes.length; i += 2) {
      all.put(changes[i], changes[i + 1]);
    }
    return all;
  }
}
