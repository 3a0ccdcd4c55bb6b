package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.spi.SafeFolder;

/**
 * The counts of {@code libpgwal_pmem.so} in all processes of a server: the words of {@code
 * shared_state.h}, in its order.
 *
 * @param ready whether the library takes writes over; if not, it found no libpmem
 * @param storedBytes bytes written to segments as stores, durable when the write returned
 * @param stores writes that were done so, each ended by one flush and fence
 * @param syncsSaved syncs that had nothing left to do
 * @param syncsMade syncs of segments that the kernel did
 * @param fallbacks changes to segments that the kernel made
 * @param mappings times that a process has mapped a segment
 * @param refusedMappings times that it could not: no persistent memory, or no room
 * @param busErrors stores that the memory refused, and the kernel was asked to do
 */
record WalCounters(
    boolean ready,
    long storedBytes,
    long stores,
    long syncsSaved,
    long syncsMade,
    long fallbacks,
    long mappings,
    long refusedMappings,
    long busErrors) {
  private static final long MAGIC = 0x314d504c41574750L;
  private static final long READY = 1;
  private static final int WORDS = 12;

  /** The counters now; empty if the library has not run in the server. */
  static Optional<WalCounters> read(Path file) throws IOException {
    ByteBuffer state;
    try {
      // The server's account may have put something else there.
      state = ByteBuffer.wrap(SafeFolder.readFile(file)).order(ByteOrder.nativeOrder());
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
    if (state.remaining() < WORDS * Long.BYTES) {
      return Optional.empty();
    }
    long[] words = new long[WORDS];
    state.asLongBuffer().get(words);
    if (words[0] != MAGIC) {
      return Optional.empty();
    }
    // By words 2 and 3 the processes tell each other that a sync is needed.
    return Optional.of(
        new WalCounters(
            words[1] == READY,
            words[4],
            words[5],
            words[6],
            words[7],
            words[8],
            words[9],
            words[10],
            words[11]));
  }

  Map<String, Long> statistics() {
    Map<String, Long> named = new LinkedHashMap<>();
    named.put("pgwal_stored_bytes", storedBytes);
    named.put("pgwal_stores_flushed", stores);
    named.put("pgwal_syncs_saved", syncsSaved);
    named.put("pgwal_syncs_made", syncsMade);
    named.put("pgwal_fallbacks", fallbacks);
    named.put("pgwal_mappings", mappings);
    named.put("pgwal_mappings_refused", refusedMappings);
    named.put("pgwal_bus_errors", busErrors);
    return named;
  }
}
