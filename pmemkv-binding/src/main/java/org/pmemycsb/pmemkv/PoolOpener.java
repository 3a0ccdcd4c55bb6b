package org.pmemycsb.pmemkv;

/** Opens pools. */
final class PoolOpener {
  private PoolOpener() {}

  static long open(PmemkvOptions options) {
    PmemkvLibrary.load();
    byte[] engine = PmemkvNative.bytes(options.engine());
    byte[] path = options.path() == null ? null : PmemkvNative.bytes(options.path());
    boolean exists = options.path() != null && java.nio.file.Files.exists(options.path());
    if (exists
        && options.create() == CreateMode.REPLACE
        && !java.nio.file.Files.isDirectory(options.path())) {
      try {
        java.nio.file.Files.delete(options.path());
      } catch (java.io.IOException e) {
        throw new PmemkvException(PmemkvStatus.INVALID_ARGUMENT, e.toString(), e);
      }
      exists = false;
    }
    long handle =
        PmemkvNative.open(
            engine, path, options.sizeBytes(), !exists && options.create() != CreateMode.NEVER);
    if (handle < 0) {
      throw PmemkvNative.failure(handle);
    }
    return handle;
  }
}
