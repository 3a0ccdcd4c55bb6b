package org.pmemycsb.pmemkv;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Puts a range together from chunks, each read in one call of bounded size. */
final class RangeReader {
  /** What a chunk may take outside the Java heap; more only if a single entry is longer. */
  static final int CHUNK_BYTES = 1 << 20;

  private static final int CHUNK_ENTRIES = 1 << 16;

  private RangeReader() {}

  /** Where to read. */
  record Range(byte[] from, boolean fromInclusive, byte[] to, boolean toInclusive) {}

  /** Reads one chunk: the packed entries, and whether there are more. */
  interface ChunkSource {
    Chunk read(Range range, int maxEntries, int softBytes);
  }

  /**
   * A part of a range.
   *
   * @param packed for each entry the lengths of key and value (native ints), the key, the value
   * @param more whether it ended because it was full
   */
  record Chunk(byte[] packed, boolean more) {}

  static List<PmemkvEntry> read(ChunkSource source, Range range, int limit) {
    List<PmemkvEntry> entries = new ArrayList<>();
    Range rest = range;
    while (entries.size() < limit) {
      int room = Math.min(CHUNK_ENTRIES, limit - entries.size());
      Chunk chunk = source.read(rest, room, CHUNK_BYTES);
      unpack(chunk.packed(), (key, value) -> entries.add(new PmemkvEntry(key, value)));
      if (!chunk.more()) {
        break;
      }
      byte[] last = entries.get(entries.size() - 1).key();
      rest = new Range(last, false, range.to(), range.toInclusive());
    }
    return entries;
  }

  static void unpack(byte[] packed, BiConsumer<byte[], byte[]> entry) {
    ByteBuffer in = ByteBuffer.wrap(packed).order(ByteOrder.nativeOrder());
    while (in.hasRemaining()) {
      byte[] key = new byte[in.getInt()];
      byte[] value = new byte[in.getInt()];
      in.get(key).get(value);
      entry.accept(key, value);
    }
  }
}
