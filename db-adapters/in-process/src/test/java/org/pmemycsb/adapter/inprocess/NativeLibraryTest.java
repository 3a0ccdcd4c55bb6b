package org.pmemycsb.adapter.inprocess;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeLibraryTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"/tmp/a.so: failed to map segment from shared object", "No space left on device"})
  void unfitTemporaryFolderIsToldWithARemedy(String reason) {
    NativeLibrary library =
        new NativeLibrary(
            folder -> {
              throw new UnsatisfiedLinkError(reason);
            });
    assertThatThrownBy(library::load)
        .hasMessageStartingWith(reason)
        .hasMessageEndingWith("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR");
  }

  @ParameterizedTest
  @ValueSource(strings = "libpmemobj.so.1: cannot open shared object file")
  void anotherFailureIsToldAsItIs(String reason) {
    NativeLibrary library =
        new NativeLibrary(
            folder -> {
              throw new UnsatisfiedLinkError(reason);
            });
    assertThatThrownBy(library::load).hasMessage(reason);
  }
}
