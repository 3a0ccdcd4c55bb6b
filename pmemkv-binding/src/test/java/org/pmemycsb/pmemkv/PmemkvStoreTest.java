package org.pmemycsb.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PmemkvStoreTest {
  @TempDir Path folder;

  @Test
  void whatWasPutIsReadBack() {
    PmemkvOptions options =
        PmemkvOptions.of("cmap", folder.resolve("pool"))
            .size(16 << 20)
            .create(CreateMode.IF_ABSENT);
    byte[] key = "key".getBytes(StandardCharsets.UTF_8);
    byte[] buffer = new byte[4];
    try (PmemkvStore store = PmemkvStore.open(options)) {
      assertThat(store.get(key)).isNull();
      assertThat(store.get(key, buffer)).isEqualTo(PmemkvStore.ABSENT);
      assertThat(store.replace(key, key, 0, 3)).isFalse();
      store.put(key, key);
      assertThat(store.get(key)).isEqualTo(key);
      assertThat(store.get(key, buffer)).isEqualTo(3);
      assertThat(store.replace(key, key, 1, 2)).isTrue();
      assertThat(store.get(key)).asString().isEqualTo("ey");
      assertThat(store.exists(key)).isTrue();
      assertThat(store.count()).isEqualTo(1);
      assertThat(store.remove(key)).isTrue();
      assertThat(store.remove(key)).isFalse();
    }
    assertThat(PmemkvStore.engines()).contains("cmap");
  }
}
