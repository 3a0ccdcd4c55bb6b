package org.pmemycsb.harness.trace;

import org.pmemycsb.harness.trace.source.OperationSource;
import org.pmemycsb.harness.trace.source.RecordedOperation;
import org.pmemycsb.harness.trace.source.SeededRandom;

/**
 * Records a phase's operations from YCSB's own CoreWorkload.
 *
 * <p>There is one workload and one order of operations, as in a YCSB client. The operations are
 * dealt out to the threads in turn. Recording an operation takes 0.05 to 0.25 microseconds on one
 * core, and 0.5 where keys are chosen by their distance from the newest.
 */
public final class TraceRecorder {
  private TraceRecorder() {}

  /** As {@link #record(TraceSpec, long)} with an eighth of the heap. */
  public static Trace record(TraceSpec spec) {
    return record(spec, Runtime.getRuntime().maxMemory() / 8);
  }

  /**
   * Records a trace. If it fits the budget, all of it is made now and kept in memory. Otherwise it
   * is made in the background, ahead of the replay by as much as the budget holds; on return that
   * much is there. Its recorder then works while operations are measured, so on a saturated machine
   * it takes a core from them. It blocks once it is far enough ahead.
   *
   * @param budgetBytes the most heap that the trace may take
   * @throws IllegalArgumentException if the workload's properties are wrong
   */
  public static Trace record(TraceSpec spec, long budgetBytes) {
    if (spec.estimatedBytes() <= budgetBytes) {
      return MemoryTrace.of(spec, sink -> produce(spec, sink));
    }
    return StreamedTrace.of(spec, budgetBytes, sink -> produce(spec, sink));
  }

  private static void produce(TraceSpec spec, ChunkSink sink) throws InterruptedException {
    SeededRandom.begin(spec.seed());
    try {
      deal(spec, OperationSource.of(spec.properties(), spec.load()), sink);
    } finally {
      SeededRandom.end();
    }
  }

  private static void deal(TraceSpec spec, OperationSource source, ChunkSink sink)
      throws InterruptedException {
    RecordShape shape = spec.shape();
    boolean relative = spec.isRelative();
    RecordedOperation recorded = new RecordedOperation(shape.fieldCount());
    TraceChunk[] open = new TraceChunk[spec.threads()];
    int thread = 0;
    for (long i = 0; i < spec.operations(); i++) {
      if (open[thread] == null) {
        open[thread] = sink.fresh();
      }
      TraceChunk chunk = open[thread];
      source.next(recorded);
      encode(recorded, spec, relative, shape.constantLength(), chunk);
      if (chunk.isFull()) {
        sink.put(thread, chunk);
        open[thread] = null;
      }
      thread = thread + 1 == open.length ? 0 : thread + 1;
    }
    for (int t = 0; t < open.length; t++) {
      if (open[t] != null) {
        sink.put(t, open[t]);
      }
    }
  }

  private static void encode(
      RecordedOperation from,
      TraceSpec spec,
      boolean relative,
      boolean constantLength,
      TraceChunk to) {
    boolean insert = from.kind == OperationKind.INSERT;
    boolean found = insert ? !spec.load() : relative;
    long key = found && !insert ? from.newest - from.key : from.key;
    to.add(Operation.encode(from.kind, found, from.readField, from.writeField, key));
    if (from.kind == OperationKind.SCAN) {
      to.addSide(from.scanLength);
    }
    if (!constantLength) {
      for (int i = 0; i < from.lengthCount; i++) {
        to.addSide(from.lengths[i]);
      }
    }
    if (!insert && !found && from.key >= spec.records()) {
      to.addSide((int) from.spare);
    }
  }
}
