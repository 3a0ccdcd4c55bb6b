package org.pmemycsb.adapter.llpl;

import com.intel.pmem.llpl.TransactionalHeap;
import com.intel.pmem.llpl.util.LongART;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.pmemkv.ycsb.RecordStore;
import org.pmemycsb.spi.Durability;

/**
 * An open heap of LLPL with a radix tree, whose values are the handles of memory blocks with
 * records. Each write is one transaction.
 *
 * <p>The tree is a {@code LongART}, which one thread may change or several may read. {@code
 * ConcurrentLongART} gives the handle of a block back after it has released its lock. Another
 * thread can free the block before the record is read.
 */
final class LlplStore implements LocalStore {
  private final TransactionalHeap heap;
  private final LongART tree;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  private LlplStore(TransactionalHeap heap, LongART tree) {
    this.heap = heap;
    this.tree = tree;
  }

  /**
   * @param newSize bytes of a heap to make; empty if there is one
   */
  static LlplStore open(Path folder, Optional<Long> newSize) throws Exception {
    LlplLibrary.load();
    Path file = folder.resolve("heap");
    if (newSize.isEmpty() && !Files.exists(file)) {
      throw new IOException("there is no heap");
    }
    TransactionalHeap heap =
        newSize.isPresent()
            ? TransactionalHeap.createHeap(file.toString(), newSize.get())
            : TransactionalHeap.openHeap(file.toString());
    try {
      if (newSize.isPresent()) {
        heap.setRoot(new LongART(heap).handle());
      }
      return new LlplStore(heap, LongART.fromHandle(heap, heap.getRoot()));
    } catch (RuntimeException failure) {
      LlplLibrary.close(heap);
      throw failure;
    }
  }

  @Override
  public RecordStore session() {
    return new LlplSession(heap, tree, lock);
  }

  /**
   * A heap opens only with the kind of heap that made it, and each write of this kind is logged.
   */
  @Override
  public Durability durability() {
    return Durability.COMMIT;
  }

  @Override
  public String durabilitySettings() {
    return "TransactionalHeap";
  }

  @Override
  public String configuration() {
    return "heap = %s%nsize = %d%n".formatted(durabilitySettings(), heap.size());
  }

  @Override
  public long count() {
    return tree.size();
  }

  /** A transaction has synced what it wrote. */
  @Override
  public void sync() {}

  @Override
  public Map<String, Long> statistics() {
    return Map.of();
  }

  @Override
  public void close() {
    LlplLibrary.close(heap);
  }
}
