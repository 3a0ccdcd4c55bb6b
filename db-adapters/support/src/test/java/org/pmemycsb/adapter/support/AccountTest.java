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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        .hasMessageContainingAll("Toy ", "root");
  }

  /** Root's program that changes the user would load the library. */
  @Test
  void aLibraryIsPreloadedBehindTheChangeOfUser(@TempDir Path folder) throws Exception {
    Account account = new Account(Optional.of("toy"), List.of("setpriv", "--"));
    List<ProcessBuilder> asked = new ArrayList<>();
    ServerHome home =
        new ServerHome(
            "toy",
            builder -> {
              asked.add(builder);
              return new ProcessBuilder("true").start();
            },
            account,
            folder,
            Optional.empty(),
            inherited -> {});

    home.start(List.of("server"), Map.of("LD_PRELOAD", "./lib.so", "A", "b"));

    assertThat(asked.get(0).environment()).containsEntry("A", "b").doesNotContainKey("LD_PRELOAD");
    assertThat(asked.get(0).command())
        .startsWith("setpriv", "--", "sh")
        .endsWith("./lib.so", "server");
  }

  @ParameterizedTest
  @CsvSource({"'', libm.so.6", "libc.so.6, libm.so.6:libc.so.6"})
  void aLibraryGoesInFrontOfThoseThatAreThere(String there, String preloaded) throws Exception {
    ProcessBuilder server = new ProcessBuilder();
    server.environment().put("LD_PRELOAD", there);
    server.command(
        ServerHome.set(
            Map.of("LD_PRELOAD", "libm.so.6", "A", "b c"),
            server.environment(),
            List.of("sh", "-c", "echo $LD_PRELOAD $A $0", "d e")));
    assertThat(Programs.output(server)).isEqualTo(preloaded + " b c d e\n");
  }
}
