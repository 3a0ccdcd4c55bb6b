package org.pmemycsb.harness.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A trace of which all operations are in memory. */
final class MemoryTrace implements Trace, ChunkSink {
  private static final int MAX_CHUNK = 1 << 16;

  private final TraceSpec spec;
  private final List<List<TraceChunk>> chunks;

  private MemoryTrace(TraceSpec spec) {
    this.spec = spec;
    chunks =
        IntStream.range(0, spec.threads())
            .<List<TraceChunk>>mapToObj(t -> new ArrayList<>())
            .toList();
  }

  static MemoryTrace of(TraceSpec spec, Producer producer) {
    MemoryTrace trace = new MemoryTrace(spec);
    try {
      producer.produce(trace);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while making a trace", e);
    }
    return trace;
  }

  @Override
  public TraceChunk fresh() {
    return new TraceChunk((int) Math.min(MAX_CHUNK, spec.operations() / spec.threads() + 1));
  }

  @Override
  public void put(int thread, TraceChunk chunk) {
    chunks.get(thread).add(chunk);
  }

  @Override
  public TraceSpec spec() {
    return spec;
  }

  @Override
  public Cursor cursor(int thread) {
    List<TraceChunk> mine = chunks.get(thread);
    return new Cursor() {
      private int next;

      @Override
      public TraceChunk next() {
        return next < mine.size() ? mine.get(next++) : null;
      }
    };
  }
}
