package org.pmemycsb.pmemkv;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Names a store and how to open it.
 *
 * <pre>{@code
 * PmemkvOptions options =
 *     PmemkvOptions.of("cmap", Path.of("/mnt/pmem/pool")).size(1L << 30).create(CreateMode.IF_ABSENT);
 * }</pre>
 *
 * @param engine an engine of the library, such as {@code cmap}
 * @param path the pool's file; a folder where the records {@linkplain #endsWithProcess end with the
 *     process}; null for an engine that stores nothing
 * @param sizeBytes the size of a pool to be created, and what a volatile engine may use; 0 when
 *     only an existing pool is to be opened. An existing pool keeps the size that it has.
 * @param create what to do when there is a pool, or none
 * @param library the file of a library with libpmemkv's C interface; null for the installed one
 */
public record PmemkvOptions(
    String engine, Path path, long sizeBytes, CreateMode create, Path library) {
  public PmemkvOptions {
    Objects.requireNonNull(engine, "engine");
    Objects.requireNonNull(create, "create");
    if (sizeBytes < 0) {
      throw new IllegalArgumentException("sizeBytes: " + sizeBytes + " is negative");
    }
  }

  /** Options that open an existing pool. */
  public static PmemkvOptions of(String engine, Path path) {
    return new PmemkvOptions(engine, path, 0, CreateMode.NEVER, null);
  }

  /** Whether the records are in memory that ends with the process. Then the path is a folder. */
  public boolean endsWithProcess() {
    return Engine.of(engine).storage() == Engine.Storage.FOLDER;
  }

  /** The same with another size. */
  public PmemkvOptions size(long bytes) {
    return new PmemkvOptions(engine, path, bytes, create, library);
  }

  /** The same with another create mode. */
  public PmemkvOptions create(CreateMode mode) {
    return new PmemkvOptions(engine, path, sizeBytes, mode, library);
  }

  /** The same with another library; null for the installed one. */
  public PmemkvOptions library(Path file) {
    return new PmemkvOptions(engine, path, sizeBytes, create, file);
  }
}
