package org.pmemycsb.harness.client.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

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

  static Dump dump(Trace trace, int thread) {
    return dump(trace).get(thread);
  }

  /** All pieces, for each thread; of a shared trace, the first one takes all. */
  static List<Dump> dump(Trace trace) {
    List<Dump> all = new ArrayList<>();
    for (int t = 0; t < trace.spec().threads(); t++) {
      all.add(new Dump(new ArrayList<>(), new ArrayList<>()));
    }
    do {
      for (int t = 0; t < all.size(); t++) {
        Dump dump = all.get(t);
        Trace.Cursor cursor = trace.cursor(t);
        for (TraceChunk chunk = cursor.next(); chunk != null; chunk = cursor.next()) {
          IntStream.range(0, chunk.size())
              .mapToLong(chunk::operation)
              .forEach(dump.operations::add);
          IntStream.range(0, chunk.sideSize()).map(chunk::side).forEach(dump.side::add);
        }
      }
    } while (trace.next());
    return all;
  }
}
