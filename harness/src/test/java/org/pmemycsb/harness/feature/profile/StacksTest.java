package org.pmemycsb.harness.feature.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StacksTest {
  @Test
  void collapsedTextIsReadAsItWasWritten() {
    Stacks stacks = new Stacks(Map.of("clients;A.b_[1];c", 3L, "server;d", 4L));

    assertThat(stacks.text()).isEqualTo("clients;A.b_[1];c 3\nserver;d 4\n");
    assertThat(Stacks.parse(stacks.text())).isEqualTo(stacks);
    assertThat(stacks.samples()).isEqualTo(7);
    assertThat(stacks.of("server")).isEqualTo(new Stacks(Map.of("d", 4L)));
    assertThat(stacks.of("server").within("server")).isEqualTo(new Stacks(Map.of("server;d", 4L)));
  }

  @Test
  void equalStacksAreAddedUp() {
    assertThat(Stacks.parse("a 1\na 2\nno number\n").and(Stacks.parse("a 4\nb 1\n")).counts())
        .isEqualTo(Map.of("a", 7L, "b", 1L));
  }

  @Test
  void aFunctionWithoutNameHasTheNamesOfItsLibraryAndItsCaller() {
    Stacks stacks =
        Stacks.parse(
            """
            Store.get_[1];pmemkv_get;[libpmemkv.so.1];[libpmemkv.so.1] 6
            Store.get_[1];memcpy 2
            Store.get_[1];read;vfs_read_[k] 1
            [unknown] 1
            [liba.so];[libb.so] 1
            """);

    assertThat(stacks.places())
        .isEqualTo(
            Map.of(
                "libpmemkv.so.1 (in pmemkv_get)",
                6L,
                "memcpy",
                2L,
                "vfs_read",
                1L,
                "[unknown]",
                2L));
    assertThat(stacks.named()).isEqualTo(9);
  }
}
