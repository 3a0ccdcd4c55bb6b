package org.pmemycsb.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellTest {
  @ParameterizedTest
  @ValueSource(strings = {"plain", "/a/b-1.2", "with space", "it's", "$(rm -rf x)", "`x`", "a\"b"})
  void aShellSeesOneWordAsItIs(String text) throws Exception {
    Process shell = new ProcessBuilder("sh", "-c", "printf %s " + Shell.word(text)).start();

    assertThat(new String(shell.getInputStream().readAllBytes())).isEqualTo(text);
  }
}
