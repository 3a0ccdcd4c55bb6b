package org.pmemycsb.harness.trace;

/** Where the maker of a trace puts what it made; for one thread. */
interface ChunkSink {
  /** An empty chunk to fill. */
  TraceChunk fresh();

  /** Appends to a thread's operations, waiting while it has enough ahead of it. */
  void put(int thread, TraceChunk chunk) throws InterruptedException;

  /** Makes a trace, chunk after chunk. */
  interface Producer {
    void produce(ChunkSink sink) throws InterruptedException;
  }
}
