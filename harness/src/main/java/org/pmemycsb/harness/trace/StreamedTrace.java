package org.pmemycsb.harness.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A trace that is made in the background while it is replayed, in chunks that are used again.
 *
 * <p>Each thread has a queue. The maker deals to all threads in turn, so it stops when one queue is
 * full. A thread must wait when it is ahead of the slowest one by as much as its queue holds.
 */
final class StreamedTrace implements Trace, ChunkSink {
  private static final int MAX_CHUNK = 1 << 14;
  private static final int MIN_CHUNK = 1 << 6;
  private static final int CHUNKS_AHEAD = 8;
  private static final long POLL_MILLIS = 20;

  private final TraceSpec spec;
  private final int chunkOperations;
  private final List<BlockingQueue<TraceChunk>> queues = new ArrayList<>();
  private final ConcurrentLinkedQueue<TraceChunk> free = new ConcurrentLinkedQueue<>();
  private final CountDownLatch filled = new CountDownLatch(1);
  private final Thread maker;
  private volatile Throwable failure;
  private volatile boolean ended;

  private StreamedTrace(TraceSpec spec, long budgetBytes, Producer producer) {
    this.spec = spec;
    long perThread = budgetBytes / spec.bytesPerOperation() / spec.threads();
    chunkOperations = (int) Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, perThread / CHUNKS_AHEAD));
    int ahead = (int) Math.max(2, Math.min(perThread / chunkOperations, Integer.MAX_VALUE) - 2);
    for (int t = 0; t < spec.threads(); t++) {
      queues.add(new ArrayBlockingQueue<>(ahead));
    }
    maker = new Thread(() -> make(producer), "trace-recorder");
    maker.setDaemon(true);
  }

  static StreamedTrace of(TraceSpec spec, long budgetBytes, Producer producer) {
    StreamedTrace trace = new StreamedTrace(spec, budgetBytes, producer);
    trace.maker.start();
    try {
      trace.filled.await();
    } catch (InterruptedException e) {
      trace.close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while making a trace", e);
    }
    if (trace.failure instanceof RuntimeException wrong) {
      throw wrong;
    }
    return trace;
  }

  private void make(Producer producer) {
    try {
      producer.produce(this);
    } catch (Throwable e) { // the threads that wait must learn of every failure
      failure = e;
    } finally {
      ended = true;
      filled.countDown();
    }
  }

  @Override
  public TraceChunk fresh() {
    TraceChunk used = free.poll();
    return used == null ? new TraceChunk(chunkOperations) : used;
  }

  @Override
  public void put(int thread, TraceChunk chunk) throws InterruptedException {
    BlockingQueue<TraceChunk> queue = queues.get(thread);
    if (!queue.offer(chunk)) {
      filled.countDown();
      queue.put(chunk);
    }
  }

  @Override
  public TraceSpec spec() {
    return spec;
  }

  @Override
  public Cursor cursor(int thread) {
    BlockingQueue<TraceChunk> queue = queues.get(thread);
    return new Cursor() {
      private TraceChunk inUse;

      @Override
      public boolean isReady() {
        return !queue.isEmpty() || ended;
      }

      @Override
      public TraceChunk next() throws InterruptedException {
        if (inUse != null) {
          inUse.clear();
          free.add(inUse);
        }
        boolean last;
        do {
          last = ended; // read before the queue is: nothing is added after the end
          inUse = queue.poll(last ? 0 : POLL_MILLIS, TimeUnit.MILLISECONDS);
        } while (inUse == null && !last);
        if (inUse == null && failure != null) {
          throw new IllegalStateException("the trace was not made to its end", failure);
        }
        return inUse;
      }
    };
  }

  @Override
  public void close() {
    maker.interrupt();
  }
}
