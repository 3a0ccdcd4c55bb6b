package org.pmemycsb.pmemkv.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Where the pool of a benchmark is and what is in it, and the native loop that does the same.
 * Before each iteration the native loop works as long as the iteration will.
 */
@State(Scope.Benchmark)
public class Pool {
  /** Bytes of a pool: room for the records and what replacing them leaves behind. */
  static final long BYTES = 1L << 30;

  /** Length of an iteration: short, so that both of a pair meet the same weather. */
  static final int SLICE_MILLISECONDS = 250;

  @Param("/dev/shm")
  public String folder;

  @Param("cmap")
  public String engine;

  /** Bytes in a value, without what a record adds to it. */
  @Param("1024")
  public int valueBytes;

  /** Program of the native loop, or nothing to do without it. */
  @Param("")
  public String nativeLoop;

  /** What the native loop does. */
  @Param("get")
  public String operation;

  /** Bytes in a value of the native loop. */
  @Param("1024")
  public int nativeValueBytes;

  Keys keys;
  Path own;
  Path file;

  private NativePeer peer;

  /** As many records as make the working set larger than any cache, but not the set-up long. */
  static int records(int valueBytes) {
    return Math.min(100_000, (160 << 20) / valueBytes);
  }

  /** Where an iteration's counterpart is written. */
  static Path results(String folder) {
    return Path.of(folder, "pmem-ycsb-bench-native");
  }

  @Setup(Level.Trial)
  public void make() throws IOException {
    keys = new Keys(records(valueBytes));
    own = Files.createTempDirectory(Path.of(folder), "pmem-ycsb-bench");
    file = own.resolve("pool");
    if (!nativeLoop.isEmpty()) {
      peer =
          new NativePeer(
              List.of(
                  nativeLoop,
                  engine,
                  own.resolve("native").toString(),
                  Long.toString(BYTES),
                  Integer.toString(keys.count()),
                  Integer.toString(nativeValueBytes),
                  operation));
    }
  }

  @Setup(Level.Iteration)
  public void letTheNativeLoopWork() throws IOException {
    if (peer != null) {
      peer.work(SLICE_MILLISECONDS / 1e3, results(folder));
    }
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    if (peer != null) {
      peer.close();
    }
    Files.deleteIfExists(own.resolve("native"));
    Files.deleteIfExists(file);
    Files.deleteIfExists(own);
  }
}
