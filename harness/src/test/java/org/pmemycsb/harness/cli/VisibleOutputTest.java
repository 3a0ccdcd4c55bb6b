package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class VisibleOutputTest extends CommandTest {
  @Test
  void namesOfAFileDoNotCommandTheTerminal() throws IOException {
    Files.writeString(
        folder.resolve("mine.yaml"), "name: mine\ndb: [{noop: {label: \"a\\e[2Jb\\u202ec\"}}]\n");

    refused("run " + folder.resolve("mine.yaml"));
    assertThat(err()).contains("not 'a\\u001b[2Jb\\u202ec'").doesNotContain("\u001b", "\u202e");
    assertThat(Main.execute("report", "\u001b]0;mine\u0007")).isEqualTo(Main.USAGE);
    assertThat(err()).contains("\\u001b]0;mine\\u0007").doesNotContain("\u001b");
  }
}
