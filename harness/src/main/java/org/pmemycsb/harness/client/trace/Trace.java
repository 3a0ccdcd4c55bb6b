package org.pmemycsb.harness.client.trace;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The operations of one phase, dealt out to its threads.
 *
 * <p>Operation {@code i} of this process belongs to thread {@code i mod threads}, so the trace of
 * one seed is the same set of operations for any number of threads. A shared trace has one queue
 * for all threads, and the operations belong to the thread that takes them. If another program
 * recorded the trace, the operations of one record belong to one thread.
 *
 * <p>A separate thread makes the operations, in chunks. Each replaying thread has a queue of them.
 * If the trace fits its budget, all of it is made before the replay begins. Otherwise the maker
 * stops when one queue is full, and used chunks are filled again. A replaying thread must then wait
 * when it is ahead of the slowest one by as much as its queue holds.
 */
public final class Trace implements AutoCloseable {
  private static final int MAX_CHUNK = 1 << 14;
  private static final int MIN_CHUNK = 1 << 6;
  private static final int CHUNKS_AHEAD = 8;
  // No thread has so many more operations left than the others that it shows.
  private static final int CHUNKS_OF_A_THREAD = 64;
  private static final long POLL_MILLIS = 20;

  private final TraceSpec spec;
  private final int chunkOperations;
  private final List<BlockingQueue<TraceChunk>> queues;
  private final Queue<TraceChunk> free = new ConcurrentLinkedQueue<>();
  private final CountDownLatch filled = new CountDownLatch(1);
  private final AtomicLong taken = new AtomicLong();
  private final Thread maker;
  private long made;
  private volatile Throwable failure;
  private volatile boolean ended;
  private volatile boolean endless;

  /**
   * A trace that is made in full, or as far as the budget holds.
   *
   * @throws IllegalStateException if the calling thread is interrupted
   */
  Trace(TraceSpec spec, long budgetBytes) {
    this(spec, budgetBytes, spec.threads(), MAX_CHUNK);
  }

  /** The same with one queue for all threads. */
  static Trace shared(TraceSpec spec, long budgetBytes) {
    long chunk = spec.own() / spec.threads() / CHUNKS_OF_A_THREAD;
    int most = (int) Math.max(1, Math.min(TraceRecorder.SHARED_CHUNK, chunk));
    return new Trace(spec, budgetBytes, 1, most);
  }

  private Trace(TraceSpec spec, long budgetBytes, int queueCount, int mostInChunk) {
    this.spec = spec;
    boolean fits = spec.estimatedBytes() <= budgetBytes;
    long perQueue =
        fits ? spec.own() / queueCount + 1 : budgetBytes / spec.bytesPerOperation() / queueCount;
    chunkOperations =
        (int) Math.min(mostInChunk, fits ? perQueue : Math.max(MIN_CHUNK, perQueue / CHUNKS_AHEAD));
    int ahead = fits ? Integer.MAX_VALUE : (int) Math.max(2, perQueue / chunkOperations - 2);
    queues =
        IntStream.range(0, queueCount)
            .<BlockingQueue<TraceChunk>>mapToObj(t -> new LinkedBlockingQueue<>(ahead))
            .toList();
    maker = new Thread(this::make, "trace-recorder");
    maker.setDaemon(true);
    maker.start();
    try {
      filled.await();
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while making a trace", e);
    }
    if (failure instanceof RuntimeException wrong) {
      throw wrong;
    }
  }

  private void make() {
    try {
      TraceRecorder.make(this);
    } catch (Throwable e) { // the threads that wait must learn of every failure
      failure = e;
    } finally {
      ended = true;
      filled.countDown();
    }
  }

  /** An empty chunk for the maker to fill. */
  TraceChunk fresh() {
    TraceChunk used = free.poll();
    return used == null ? new TraceChunk(chunkOperations) : used;
  }

  /** Appends to a thread's operations. Waits while the thread has enough of them. */
  void put(int thread, TraceChunk chunk) throws InterruptedException {
    made++;
    if (!queues.get(thread).offer(chunk)) {
      filled.countDown();
      queues.get(thread).put(chunk);
    }
  }

  int queues() {
    return queues.size();
  }

  public TraceSpec spec() {
    return spec;
  }

  public boolean isComplete() {
    return ended;
  }

  /**
   * From now on the operations begin again after the last one. Only for a trace that is complete,
   * and before its first cursor.
   *
   * @return false if that is not possible, because there are too few operations for all threads
   */
  public boolean repeat() {
    if (!ended) {
      throw new IllegalStateException("the trace is not wholly in memory");
    }
    endless = made >= spec.threads();
    return endless;
  }

  /** Whether operations have begun again. */
  public boolean isRepeated() {
    return taken.get() > made;
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

  /** Ends the making of operations. Waiting cursors get an exception. */
  @Override
  public void close() {
    maker.interrupt();
  }

  /** One thread's way through its operations; for that thread alone. */
  public final class Cursor {
    private final BlockingQueue<TraceChunk> queue;
    private TraceChunk inUse;

    private Cursor(BlockingQueue<TraceChunk> queue) {
      this.queue = queue;
    }

    /** Whether {@link #next(BooleanSupplier)} will return at once. */
    public boolean isReady() {
      return !queue.isEmpty() || ended;
    }

    /** As {@link #next(BooleanSupplier)} for a thread that waits as long as it takes. */
    public TraceChunk next() throws InterruptedException {
      return next(() -> false);
    }

    /**
     * The next chunk, or null when there is none left. The chunk before it must no longer be used.
     *
     * @param over ends the wait for a chunk, which may last for ever if another thread takes none;
     *     then there is none left
     * @throws IllegalStateException if the making of operations failed or was closed, and the wait
     *     is not over
     */
    public TraceChunk next(BooleanSupplier over) throws InterruptedException {
      if (endless) {
        taken.incrementAndGet();
        if (inUse != null) {
          queue.add(inUse);
        }
      } else if (inUse != null && !ended) {
        inUse.clear();
        free.add(inUse);
      }
      boolean last;
      do {
        last = ended && !endless; // read before the queue is: nothing is added after the end
        inUse = queue.poll(last ? 0 : POLL_MILLIS, TimeUnit.MILLISECONDS);
      } while (inUse == null && !last && !over.getAsBoolean());
      if (inUse == null && failure != null && !over.getAsBoolean()) {
        throw new IllegalStateException("the trace was not made to its end", failure);
      }
      return inUse;
    }
  }
}
