package org.pmemycsb.harness.client.trace;

/**
 * Records a phase's operations from YCSB's own CoreWorkload.
 *
 * <p>There is one workload and one order of operations, as in a YCSB client. The operations are
 * dealt out to the machines as {@link Share} says, and those of a machine to its threads. A machine
 * records the operations of the others, too, and drops them, so that all parts belong to one trace.
 * Recording an operation takes 0.05 to 0.25 microseconds on one core, and 0.5 where keys are chosen
 * by their distance from the newest.
 */
public final class TraceRecorder {
  /** The most operations in a chunk of a shared trace. */
  public static final int SHARED_CHUNK = 64;

  private static final long SAMPLE = 100_000;

  private TraceRecorder() {}

  /** As {@link #record(TraceSpec, long)} with an eighth of the heap. */
  public static Trace record(TraceSpec spec) {
    return record(spec, budgetBytes());
  }

  /** The most operations of such a phase that {@link #record(TraceSpec)} keeps in memory. */
  public static long mostInMemory(TraceSpec spec) {
    return Math.max(1, budgetBytes() / spec.bytesPerOperation());
  }

  private static long budgetBytes() {
    return Runtime.getRuntime().maxMemory() / 8;
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
    return new Trace(spec, budgetBytes);
  }

  /**
   * As {@link #record(TraceSpec)}, for threads that take operations when they are free: in chunks
   * of at most {@link #SHARED_CHUNK}, from one queue.
   */
  public static Trace recordShared(TraceSpec spec) {
    return Trace.shared(spec, budgetBytes());
  }

  /** Makes the operations of a trace, chunk after chunk. */
  static void make(Trace trace) throws InterruptedException {
    SeededRandom.begin(trace.spec().seed());
    try (OperationSource source = OperationSource.of(trace.spec())) {
      deal(trace, source);
    } finally {
      SeededRandom.end();
    }
  }

  private static void deal(Trace trace, OperationSource source) throws InterruptedException {
    TraceChunk[] open = new TraceChunk[trace.queues()];
    int turn = 0;
    Share share = trace.spec().share();
    TraceChunk ofOthers = new TraceChunk(1);
    int machine = 0;
    for (long i = 0; i < trace.spec().operations(); i++) {
      boolean own = machine == share.machine();
      machine = machine + 1 == share.machines() ? 0 : machine + 1;
      if (!own) {
        source.next(ofOthers);
        ofOthers.clear();
        continue;
      }
      int thread = source.queue(turn, open.length);
      if (open[thread] == null) {
        open[thread] = trace.fresh();
      }
      source.next(open[thread]);
      if (open[thread].isFull()) {
        trace.put(thread, open[thread]);
        open[thread] = null;
      }
      turn = turn + 1 == open.length ? 0 : turn + 1;
    }
    for (int t = 0; t < open.length; t++) {
      if (open[t] != null && open[t].size() > 0) {
        trace.put(t, open[t]);
      }
    }
  }
}
