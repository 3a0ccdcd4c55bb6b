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
 * <p>A separate thread makes the operations, in chunks. Each replaying thread has a queue of them.
 * If the trace fits its budget, all of it is made before the replay begins. Otherwise the maker
 * stops when one queue is full, and used chunks are filled again. A replaying thread must then wait
 * when it is ahead of the slowest one by as much as its queue holds.
 */
public final class Trace implements AutoCloseable {
  /** The most operations in a chunk of a shared trace. */
  public static final int SHARED_CHUNK = 64;

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
   * much is there. Its maker then works while operations are measured, so on a saturated machine it
   * takes a core from them.
   *
   * @param budgetBytes the most heap that the trace may take
   * @throws IllegalArgumentException if the workload's properties are wrong
   * @throws IllegalStateException if the calling thread is interrupted
   */
  public static Trace record(TraceSpec spec, long budgetBytes) {
    return new Trace(spec, budgetBytes, spec.threads(), MAX_CHUNK);
  }

  /**
   * As {@link #record(TraceSpec)}, for threads that take operations when they are free: in chunks
   * of at most {@link #SHARED_CHUNK}, from one queue.
   */
  public static Trace recordShared(TraceSpec spec) {
    long chunk = spec.own() / spec.threads() / CHUNKS_OF_A_THREAD;
    return new Trace(spec, budgetBytes(), 1, (int) Math.max(1, Math.min(SHARED_CHUNK, chunk)));
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
    SeededRandom.begin(spec.seed());
    try (OperationSource source = OperationSource.of(spec)) {
      deal(source);
    } catch (Throwable e) { // the threads that wait must learn of every failure
      failure = e;
    } finally {
      SeededRandom.end();
      ended = true;
      filled.countDown();
    }
  }

  private void deal(OperationSource source) throws InterruptedException {
    TraceChunk[] open = new TraceChunk[queues.size()];
    TraceChunk ofOthers = new TraceChunk(1);
    Share share = spec.share();
    int turn = 0;
    int machine = 0;
    for (long i = 0; i < spec.operations(); i++) {
      boolean own = machine == share.machine();
      machine = machine + 1 == share.machines() ? 0 : machine + 1;
      if (!own) {
        source.next(ofOthers);
        ofOthers.clear();
        continue;
      }
      int queue = source.queue(turn, open.length);
      if (open[queue] == null) {
        TraceChunk used = free.poll();
        open[queue] = used == null ? new TraceChunk(chunkOperations) : used;
      }
      source.next(open[queue]);
      if (open[queue].isFull()) {
        put(queue, open[queue]);
        open[queue] = null;
      }
      turn = turn + 1 == open.length ? 0 : turn + 1;
    }
    for (int queue = 0; queue < open.length; queue++) {
      if (open[queue] != null && open[queue].size() > 0) {
        put(queue, open[queue]);
      }
    }
  }

  /** Appends to a queue. Waits while it is full. */
  private void put(int queue, TraceChunk chunk) throws InterruptedException {
    made++;
    if (!queues.get(queue).offer(chunk)) {
      filled.countDown();
      queues.get(queue).put(chunk);
    }
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
