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
   * The command that starts it.
   *
   * @param library the file of a library with libpmemkv's interface; null for the installed one
   * @param engine an engine of that library
   * @param pool the pool's file; for a volatile engine a folder
   * @param bytes size of a pool to be created and of a volatile engine; 0 to open only what exists
   * @throws PmemkvUnavailableException when the library cannot be loaded, or there is no program
   *     for this system
   */
  public static List<String> command(Path library, String engine, Path pool, long bytes) {
    return List.of(
        NativeLibrary.file("pmemkv_replay").toString(),
        "--engine",
        engine,
        "--pool",
        pool.toString(),
        "--size",
        Long.toString(bytes),
        "--library",
        PmemkvLibrary.load(library).file().toString());
  }
}
