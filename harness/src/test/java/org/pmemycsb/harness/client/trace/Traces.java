package org.pmemycsb.harness.client.trace;

import java.util.ArrayList;
import java.util.List;

/** Makes and takes apart traces for tests. */
public final class Traces {
  private Traces() {}

  /** The same for one of several machines. */
  public static TraceSpec on(TraceSpec spec, Share machine) {
    return new TraceSpec(
        spec.workload(),
        spec.threads(),
        spec.operations(),
        spec.first(),
        spec.records(),
        spec.seed(),
        machine);
  }

  /** A thread's operations and side numbers. */
  record Dump(List<Long> operations, List<Integer> side) {}

  static Dump dump(Trace trace, int thread) throws InterruptedException {
    Dump dump = new Dump(new ArrayList<>(), new ArrayList<>());
    Trace.Cursor cursor = trace.cursor(thread);
    for (TraceChunk chunk = cursor.next(); chunk != null; chunk = cursor.next()) {
      for (int i = 0; i < chunk.size(); i++) {
        dump.operations.add(chunk.operation(i));
      }
      for (int i = 0; i < chunk.sideSize(); i++) {
        dump.side.add(chunk.side(i));
      }
    }
    return dump;
  }

  static List<Dump> dump(Trace trace) throws InterruptedException {
    List<Dump> all = new ArrayList<>();
    for (int t = 0; t < trace.spec().threads(); t++) {
      all.add(dump(trace, t));
    }
    return all;
  }
}
