package org.pmemycsb.it.dax;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GuestScriptTest {
  private static final Path TESTS = Path.of("../../pmemkv-binding/src/test/java");

  /** The virtual machine is booted by few, so a class that is renamed would be missed for long. */
  @Test
  void theTestsThatTheGuestNamesExist() throws IOException {
    String script = Files.readString(Path.of("dax/guest"));

    assertThat(Pattern.compile("--select-class=([\\w.]+)").matcher(script).results())
        .isNotEmpty()
        .allSatisfy(
            found ->
                assertThat(TESTS.resolve(found.group(1).replace('.', '/') + ".java")).exists());
  }
}
