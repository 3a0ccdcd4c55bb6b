package org.pmemycsb.adapter.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.DatabaseException;

class AccountTest {
  private static final List<String> USERS =
      List.of("root:x:0:0::/:/bin/sh", "nobody:x:65534:65533::/:/bin/false");

  private static Account insteadOfRoot(List<String> users) throws DatabaseException {
    return Account.insteadOfRoot("Toy", "toy", users, Path.of("/usr/bin/setpriv"));
  }

  @Test
  void rootBecomesThePreferredUserOrElseNobody() throws Exception {
    assertThat(insteadOfRoot(USERS).command(List.of("initdb")))
        .containsExactly(
            "/usr/bin/setpriv", "--reuid=65534", "--regid=65533", "--clear-groups", "--", "initdb");
    List<String> both = List.of(USERS.get(1), "toy:x:101:104::/:/bin/sh");
    assertThat(insteadOfRoot(both).user()).contains("toy");
    assertThatThrownBy(() -> insteadOfRoot(USERS.subList(0, 1)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("Toy is not run as root")
        .hasMessageContaining("another user than root");
  }

  /** Root's program that changes the user would load the library. */
  @Test
  void aLibraryIsPreloadedBehindTheChangeOfUser(@TempDir Path folder) throws Exception {
    Account account = new Account(Optional.of("toy"), List.of("setpriv", "--"));
    List<ProcessBuilder> asked = new ArrayList<>();
    Launcher launcher =
        new Launcher(
            "toy",
            builder -> {
              asked.add(builder);
              return new ProcessBuilder("true").start();
            },
            account,
            folder.resolve("log"),
            Map.of("LD_PRELOAD", "./lib.so", "A", "b"));

    launcher.start(List.of("server"));

    assertThat(asked.get(0).environment()).containsEntry("A", "b").doesNotContainKey("LD_PRELOAD");
    assertThat(asked.get(0).command())
        .startsWith("setpriv", "--", "sh")
        .endsWith("./lib.so", "server");
  }
}
