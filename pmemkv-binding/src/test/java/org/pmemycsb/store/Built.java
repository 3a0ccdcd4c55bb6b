package org.pmemycsb.store;

import java.nio.file.Path;
import java.util.Optional;
import org.pmemycsb.pmemkv.PmemkvPool;

/** The native files under test: those that are packaged, or others that have sanitizers. */
final class Built {
  private static final Optional<Path> SANITIZED =
      Optional.ofNullable(System.getProperty("store.test.build")).map(Path::of);

  private Built() {}

  /** The library for libpmemkv. */
  static Path library() {
    return SANITIZED
        .map(build -> build.resolve("out/libpmemkv_store.so"))
        .orElseGet(PmemkvPool::library);
  }

  static Path replayer() {
    return SANITIZED
        .map(build -> build.resolve("out/store_replay"))
        .orElseGet(() -> NativeFile.required(StoreProgram.class, "store_replay"));
  }

  static Path storeCheck() {
    return SANITIZED.orElse(Path.of("target/native/release")).resolve("store_check");
  }
}
