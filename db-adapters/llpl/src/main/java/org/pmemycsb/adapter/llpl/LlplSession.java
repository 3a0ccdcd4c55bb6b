package org.pmemycsb.adapter.llpl;

import com.intel.pmem.llpl.TransactionalAccessor;
import com.intel.pmem.llpl.TransactionalHeap;
import com.intel.pmem.llpl.util.LongART;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.pmemycsb.pmemkv.ycsb.RecordStore;

/**
 * The tree as one client sees it.
 *
 * <p>In the tree, each key ends with a zero byte. So no key begins with another one, for which
 * LLPL's tree has errors. The zero byte leaves the order as it is.
 */
final class LlplSession implements RecordStore {
  private static final long ABSENT = 0;

  private final TransactionalHeap heap;
  private final LongART tree;
  private final Lock reading;
  private final Lock writing;
  private final TransactionalAccessor record;

  LlplSession(TransactionalHeap heap, LongART tree, ReadWriteLock lock) {
    this.heap = heap;
    this.tree = tree;
    reading = lock.readLock();
    writing = lock.writeLock();
    record = heap.createAccessor();
  }

  private static byte[] ended(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  @Override
  public int get(byte[] key, byte[] buffer) {
    byte[] ended = ended(key);
    reading.lock();
    try {
      long handle = tree.get(ended);
      if (handle == ABSENT) {
        return -1;
      }
      record.handle(handle);
      return copy(buffer, 0);
    } finally {
      reading.unlock();
    }
  }

  @Override
  public void put(byte[] key, byte[] value, int length) {
    byte[] ended = ended(key);
    writing.lock();
    try {
      write(ended, value, length);
    } finally {
      writing.unlock();
    }
  }

  @Override
  public boolean replace(byte[] key, byte[] value, int length) {
    byte[] ended = ended(key);
    writing.lock();
    try {
      boolean there = tree.get(ended) != ABSENT;
      if (there) {
        write(ended, value, length);
      }
      return there;
    } finally {
      writing.unlock();
    }
  }

  /** The tree calls the function within the transaction of its own change. */
  private void write(byte[] ended, byte[] value, int length) {
    tree.put(
        ended,
        value,
        (same, old) -> {
          long handle =
              heap.allocateMemoryBlock(length, range -> range.copyFromArray(value, 0, 0, length))
                  .handle();
          if (old != ABSENT) {
            free(old);
          }
          return handle;
        });
  }

  /**
   * The tree must have the key: without it, it may remove another one. When the last key goes by
   * itself, the tree keeps an empty node, at which its iterators fail.
   */
  @Override
  public boolean remove(byte[] key) {
    byte[] ended = ended(key);
    writing.lock();
    try {
      boolean there = tree.get(ended) != ABSENT;
      if (there && tree.size() == 1) {
        tree.clear(this::free);
      } else if (there) {
        heap.execute(() -> tree.remove(ended, this::free));
      }
      return there;
    } finally {
      writing.unlock();
    }
  }

  private void free(long handle) {
    heap.memoryBlockFromHandle(handle).freeMemory();
  }

  /** Copies {@link #record}, as far as it fits; returns its length. */
  private int copy(byte[] buffer, int at) {
    int length = (int) record.size();
    int fits = Math.min(length, buffer.length - at);
    if (fits > 0) { // LLPL refuses to copy nothing
      record.copyToArray(0, buffer, at, fits);
    }
    return length;
  }

  /**
   * From a key that is absent, the iterator of LLPL leaves records out. Such a scan walks there
   * from the first key.
   */
  @Override
  public void scan(byte[] from, int count, Values values) {
    byte[] ended = ended(from);
    reading.lock();
    try {
      Iterator<LongART.Entry> entries =
          tree.get(ended) == ABSENT
              ? tree.getEntryIterator()
              : tree.getTailEntryIterator(ended, true);
      int left = count;
      while (left > 0 && entries.hasNext()) {
        LongART.Entry next = entries.next();
        if (Arrays.compareUnsigned(next.getKey(), ended) >= 0) {
          record.handle(next.getValue());
          values.accept(this::copy);
          left--;
        }
      }
    } finally {
      reading.unlock();
    }
  }
}
