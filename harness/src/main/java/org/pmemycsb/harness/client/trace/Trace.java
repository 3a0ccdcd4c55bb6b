package org.pmemycsb.harness.client.trace;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * The operations of one phase, recorded from YCSB's own CoreWorkload and dealt out to its threads.
 *
 * <p>There is one workload and one order of operations, as in a YCSB client. The operations are
 * dealt out to the machines as {@link Share} says. A machine records the operations of the others,
 * too, and drops them, so that all parts belong to one trace. Recording an operation takes 0.05 to
 * 0.25 microseconds on one core, and 0.5 where keys are chosen by their distance from the newest.
 *
 * <p>Operation {@code i} of this process belongs to thread {@code i mod threads}, so the trace of
 * one seed is the same set of operations for any number of threads. A shared trace has one queue
 * for all threads, and the operations belong to the thread that takes them. If another program
 * recorded the trace, the operations of one record belong to one thread.
 *
 * <p>A trace that exceeds its budget is recorded in pieces. Each goes on where the one before it
 * ended, so all of them together are the trace that would have been recorded at once. One thread
 * records; its cursors are for other threads, which it hands over to.
 */
public final class Trace implements AutoCloseable {
  /** The most operations in a chunk of a shared trace. */
  public static final int SHARED_CHUNK = 64;

  private static final int MOST_IN_CHUNK = 1 << 14;
  // No thread has so many more operations left than the others that it shows.
  private static final int CHUNKS_OF_A_THREAD = 64;

  private final TraceSpec spec;
  private final long mostInPiece;
  private final int mostInChunk;
  private final SeededRandom random;
  private final List<Queue<TraceChunk>> queues;
  private final AtomicLong taken = new AtomicLong();

  /** Null when all is recorded. */
  private OperationSource source;

  /** Of the operations of all machines. */
  private long recorded;

  private int machine;
  private int turn;
  private long chunks;
  private volatile boolean endless;

  /** As {@link #record(TraceSpec, long)} with an eighth of the heap. */
  public static Trace record(TraceSpec spec) {
    return record(spec, budgetBytes());
  }

  /** The most operations of such a phase that {@link #record(TraceSpec)} keeps in memory. */
  public static long mostInMemory(TraceSpec spec) {
    return mostIn(budgetBytes(), spec);
  }

  private static long mostIn(long bytes, TraceSpec spec) {
    return Math.max(1, bytes / spec.bytesPerOperation());
  }

  private static long budgetBytes() {
    return Runtime.getRuntime().maxMemory() / 8;
  }

  /**
   * Records a trace, or its first piece.
   *
   * @param budgetBytes the most heap that a piece may take
   * @throws IllegalArgumentException if the workload's properties are wrong
   * @throws IllegalStateException if the calling thread is interrupted
   */
  public static Trace record(TraceSpec spec, long budgetBytes) {
    return new Trace(spec, budgetBytes, spec.threads(), MOST_IN_CHUNK);
  }

  /**
   * As {@link #record(TraceSpec)}, for threads that take operations when they are free: in chunks
   * of at most {@link #SHARED_CHUNK}, from one queue.
   */
  public static Trace recordShared(TraceSpec spec) {
    long chunk = spec.own() / spec.threads() / CHUNKS_OF_A_THREAD;
    return new Trace(spec, budgetBytes(), 1, (int) Math.max(1, Math.min(SHARED_CHUNK, chunk)));
  }

  private Trace(TraceSpec spec, long budgetBytes, int queueCount, int most) {
    this.spec = spec;
    mostInPiece = mostIn(budgetBytes, spec);
    mostInChunk = (int) Math.min(most, Math.min(spec.own(), mostInPiece) / queueCount + 1);
    queues =
        Stream.<Queue<TraceChunk>>generate(ConcurrentLinkedQueue::new).limit(queueCount).toList();
    random = new SeededRandom(spec.seed());
    record();
  }

  /**
   * Records the next piece, once the operations of the one before it are taken.
   *
   * @return false if there is none
   * @throws RuntimeException as {@link #record(TraceSpec, long)}
   */
  public boolean next() {
    if (isWhole()) {
      return false;
    }
    record();
    return true;
  }

  private void record() {
    SeededRandom.begin(random);
    try {
      if (source == null) {
        source = OperationSource.of(spec);
      }
      deal();
    } finally {
      SeededRandom.end();
    }
    if (isWhole()) {
      close();
    }
  }

  private void deal() {
    TraceChunk[] open = new TraceChunk[queues.size()];
    TraceChunk ofOthers = new TraceChunk(1);
    Share share = spec.share();
    for (long own = 0; own < mostInPiece && !isWhole(); recorded++) {
      boolean isOwn = machine == share.machine();
      machine = machine + 1 == share.machines() ? 0 : machine + 1;
      if (!isOwn) {
        source.next(ofOthers);
        ofOthers.clear();
        continue;
      }
      int queue = source.queue(turn, open.length);
      if (open[queue] == null) {
        open[queue] = new TraceChunk(mostInChunk);
      }
      source.next(open[queue]);
      if (open[queue].isFull()) {
        put(queue, open[queue]);
        open[queue] = null;
      }
      turn = turn + 1 == open.length ? 0 : turn + 1;
      own++;
    }
    for (int queue = 0; queue < open.length; queue++) {
      if (open[queue] != null && open[queue].size() > 0) {
        put(queue, open[queue]);
      }
    }
  }

  private void put(int queue, TraceChunk chunk) {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted while making a trace");
    }
    chunks++;
    queues.get(queue).add(chunk);
  }

  public TraceSpec spec() {
    return spec;
  }

  /** Whether no piece is left to be recorded. */
  public boolean isWhole() {
    return recorded == spec.operations();
  }

  /**
   * From now on the operations begin again after the last one of this piece. Only before the first
   * is taken.
   *
   * @return false if that is not possible, because there are too few operations for all threads
   */
  public boolean repeat() {
    endless = chunks >= spec.threads();
    return endless;
  }

  /** Whether operations have begun again. */
  public boolean isRepeated() {
    return taken.get() > chunks;
  }

  /**
   * The operations of a thread that are not taken yet; if the trace is shared, those of all
   * threads.
   *
   * @param thread from 0 to {@code spec().threads() - 1}
   */
  public Cursor cursor(int thread) {
    return new Cursor(queues.get(queues.size() == 1 ? 0 : thread));
  }

  @Override
  public void close() {
    if (source != null) {
      source.close();
      source = null;
    }
  }

  /** One thread's way through its operations; for that thread alone. */
  public final class Cursor {
    private final Queue<TraceChunk> queue;
    private TraceChunk inUse;

    private Cursor(Queue<TraceChunk> queue) {
      this.queue = queue;
    }

    /** The next chunk of this piece, or null. The chunk before it must no longer be used. */
    public TraceChunk next() {
      if (endless) {
        taken.incrementAndGet();
        if (inUse != null) {
          queue.add(inUse);
        }
      }
      inUse = queue.poll();
      return inUse;
    }
  }
}
