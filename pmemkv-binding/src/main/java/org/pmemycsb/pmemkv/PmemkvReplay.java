package org.pmemycsb.pmemkv;

import java.nio.file.Path;
import java.util.List;

/**
 * The native program that replays traces on a store without Java, {@code pmemkv_replay}. It takes
 * the names of trace files on its standard input and answers with JSON, as its source says.
 */
public final class PmemkvReplay {
  private PmemkvReplay() {}

  /**
   * The command that starts it, with the libpmemkv that this process would use.
   *
   * @param engine an engine of that libpmemkv
   * @param pool the pool's file; for a volatile engine a folder
   * @param bytes size of a pool to be created and of a volatile engine; 0 to open only what exists
   * @throws PmemkvUnavailableException when there is no libpmemkv, or no program for this system
   */
  public static List<String> command(String engine, Path pool, long bytes) {
    String library = PmemkvLibrary.load().file().orElseThrow().toString();
    return List.of(
        NativeLibrary.file("pmemkv_replay").toString(),
        "--engine",
        engine,
        "--pool",
        pool.toString(),
        "--size",
        Long.toString(bytes),
        "--library",
        library);
  }
}
