package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.plan.design.FileName;
import org.pmemycsb.harness.plan.design.Secrets;

class ConfigurationsTest {
  @TempDir private Path folder;

  private void keep(String label, String text) throws Exception {
    Configurations.keep(
        folder, label, "commit", Map.of("db.conf", text), new Secrets(Set.of("geheim")));
  }

  @Test
  void labelsThatDifferInSignsKeepTheirOwnFiles() throws Exception {
    keep("redis", "plain");
    keep("redis+", "more");
    keep("redis ", "geheim");

    assertThat(Configurations.read(folder))
        .hasSize(3)
        .containsEntry("redis", sorted("plain"))
        .containsEntry(FileName.of("redis+"), sorted("more"));
    assertThat(Configurations.read(folder).toString()).doesNotContain("geheim");
  }

  private static SortedMap<String, String> sorted(String text) {
    return new TreeMap<>(Map.of("commit-db.conf", text));
  }
}
