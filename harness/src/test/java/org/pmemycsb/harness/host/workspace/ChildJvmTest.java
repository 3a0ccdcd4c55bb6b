package org.pmemycsb.harness.host.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildJvmTest {
  private static final String HUGE_PAGES = "-XX:+UseTransparentHugePages";

  @TempDir Path folder;

  @Test
  void hugePagesAreAskedForOnlyWhereTheKernelGivesThem() throws IOException {
    Path setting = folder.resolve("enabled");
    Files.writeString(setting, "always [madvise] never\n");
    assertThat(ChildJvm.flags(setting)).contains(HUGE_PAGES);
    Files.writeString(setting, "always madvise [never]\n");
    assertThat(ChildJvm.flags(setting)).doesNotContain(HUGE_PAGES);
    assertThat(ChildJvm.flags(folder.resolve("none"))).doesNotContain(HUGE_PAGES);
  }
}
