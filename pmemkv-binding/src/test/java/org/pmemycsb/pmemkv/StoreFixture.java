package org.pmemycsb.pmemkv;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Opens stores of any engine, and names keys. */
final class StoreFixture {
  private StoreFixture() {}

  /** Every engine here that keeps what is put. */
  static List<String> engines() {
    return PmemkvStore.engines().stream().filter(e -> !e.equals("blackhole")).toList();
  }

  static PmemkvOptions options(String engine, Path folder, long bytes) {
    return PmemkvOptions.of(engine, folder.resolve(engine))
        .size(bytes)
        .create(CreateMode.IF_ABSENT);
  }

  static PmemkvStore open(String engine, Path folder) {
    return PmemkvStore.open(options(engine, folder, 64 << 20));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
