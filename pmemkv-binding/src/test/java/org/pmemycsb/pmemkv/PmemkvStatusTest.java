package org.pmemycsb.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

class PmemkvStatusTest {
  private static long library;

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  @BeforeAll
  static void load() {
    library = PmemkvLibrary.load(null).handle();
  }

  @Test
  void thereAreThirteenInTheOrderOfTheCInterface() {
    assertThat(PmemkvStatus.values())
        .extracting(PmemkvStatus::name)
        .containsExactly(
            "OK",
            "UNKNOWN_ERROR",
            "NOT_FOUND",
            "NOT_SUPPORTED",
            "INVALID_ARGUMENT",
            "CONFIG_PARSING_ERROR",
            "CONFIG_TYPE_ERROR",
            "STOPPED_BY_CB",
            "OUT_OF_MEMORY",
            "WRONG_ENGINE_NAME",
            "TRANSACTION_SCOPE_ERROR",
            "DEFRAG_ERROR",
            "COMPARATOR_MISMATCH");
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"OK", "NOT_FOUND"})
  void everyFailureComesThroughNativeCodeAsItsStatus(PmemkvStatus status) {
    PmemkvException failure = PmemkvNative.failure(PmemkvNative.raise(library, status.code()));
    assertThat(failure.status()).isEqualTo(status);
    assertThat(failure.code()).isEqualTo(status.code());
    assertThat(failure).hasMessageContaining(status.name()).hasMessageContaining(status.meaning());
  }

  @Test
  void successAndNotFoundAreValues() {
    assertThat(PmemkvNative.raise(library, PmemkvStatus.OK.code())).isZero();
    assertThat(PmemkvNative.raise(library, PmemkvStatus.NOT_FOUND.code()))
        .isEqualTo(PmemkvNative.ABSENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {13, 99})
  void aStatusOfALaterVersionKeepsItsNumber(int code) {
    PmemkvException failure = PmemkvNative.failure(PmemkvNative.raise(library, code));
    assertThat(failure.status()).isEqualTo(PmemkvStatus.UNKNOWN_ERROR);
    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure).hasMessageContaining("status " + code);
  }

  @Test
  void aNativeMessageIsCarriedAndNotBelievedForAnotherFailure() {
    byte[] missing = folder.resolve("missing").toString().getBytes(StandardCharsets.UTF_8);
    long result = PmemkvNative.open(library, PmemkvNative.bytes("cmap"), missing, 0, false);
    PmemkvException failure = PmemkvNative.failure(result);
    assertThat(failure.nativeMessage()).contains("missing").doesNotContain("[pmemkv_open]");
    // libpmemkv still has the message of the open above; this failure comes without one, from a
    // function with a name of the same length.
    PmemkvException next =
        PmemkvNative.failure(PmemkvNative.raise(library, PmemkvStatus.DEFRAG_ERROR.code()));
    assertThat(next.nativeMessage()).isEmpty();
  }

  @Test
  void aFullPoolSaysSo() {
    PmemkvOptions options =
        PmemkvOptions.of("cmap", folder.resolve("pool")).size(8 << 20).create(CreateMode.IF_ABSENT);
    try (PmemkvStore store = PmemkvStore.open(options)) {
      byte[] value = new byte[1 << 20];
      PmemkvException failure =
          catchThrowableOfType(
              PmemkvException.class,
              () -> {
                for (byte i = 0; i < 100; i++) {
                  store.put(new byte[] {i}, value);
                }
              });
      assertThat(failure.status()).isEqualTo(PmemkvStatus.OUT_OF_MEMORY);
      assertThat(failure).hasMessageContaining("full");
    }
  }
}
