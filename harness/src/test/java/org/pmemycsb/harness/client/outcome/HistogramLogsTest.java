package org.pmemycsb.harness.client.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.feature.profile.Profiler;

/** The names of the files for histograms and profiles. */
class HistogramLogsTest {
  private static final String REST = "@disk/trace/t1/v1024/commit/1";

  @Test
  void labelsThatDifferInSignsHaveTheirOwnFiles() {
    assertThat(HistogramLogs.fileName("redis" + REST))
        .isEqualTo("redis_disk_trace_t1_v1024_commit_1.hlog")
        .isNotEqualTo(HistogramLogs.fileName("redis+" + REST));
    assertThat(Profiler.fileName("redis" + REST, "load"))
        .isEqualTo("redis_disk_trace_t1_v1024_commit_1_load.collapsed")
        .isNotEqualTo(Profiler.fileName("redis+" + REST, "load"));
  }

  @Test
  void noNameIsTooLongForAFileSystem() {
    String run = "redis{" + "o".repeat(1000) + "}" + REST;
    String phase = "p".repeat(64) + "-cold";

    assertThat(HistogramLogs.fileName(run)).hasSizeLessThan(256).endsWith(".hlog");
    assertThat(Profiler.fileName(run, phase)).hasSizeLessThan(256).endsWith("-cold.collapsed");
  }
}
