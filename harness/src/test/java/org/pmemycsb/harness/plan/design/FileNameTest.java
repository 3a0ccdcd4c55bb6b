package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Runs;
import org.pmemycsb.spi.Durability;

class FileNameTest {
  private static final String CHECKED = ".*-[0-9a-f]{8}";

  @ParameterizedTest
  @CsvSource({
    "redis,redis",
    "redis-7.2,redis-7.2",
    "redis.conf,redis.conf",
    "redis@disk/trace/t1/v1024/commit/1,redis_disk_trace_t1_v1024_commit_1",
    "redis/trace/t1/v1024/commit/1,redis_trace_t1_v1024_commit_1",
    "redis@pmem+log@disk/ycsb/t1/v8/none/12,redis_pmem_log_disk_ycsb_t1_v8_none_12",
    "redis@disk/trace/m2/t1/v1/commit/1,redis_disk_trace_m2_t1_v1_commit_1",
    "redis@disk/trace/t1/v1/commit/m25%/1,redis_disk_trace_t1_v1_commit_m25_1",
    "redis@disk/trace/t1/v1/commit/m512MiB/1,redis_disk_trace_t1_v1_commit_m512MiB_1",
    "redis@disk/trace/t1/v1/commit/1~2,redis_disk_trace_t1_v1_commit_1_2",
  })
  void ordinaryTextsKeepTheirWords(String text, String name) {
    assertThat(FileName.of(text)).isEqualTo(name);
  }

  @ParameterizedTest
  @EnumSource(Purpose.class)
  void everyIdOfARunIsOrdinary(Purpose purpose) {
    for (RunnerKind runner : RunnerKind.values()) {
      for (Durability durability : Durability.values()) {
        String id = "noop/" + runner.id() + "/t1/v100/" + durability.id() + "/1";
        RunSpec run = Runs.of(DatabaseChoice.NOOP, runner, 1, 100, durability, 1).beside(purpose);
        String expected = purpose == Purpose.COMPARISON ? id : run.id();
        assertThat(FileName.of(expected)).isEqualTo(expected.replace('/', '_'));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "..",
        "a b",
        "a_b",
        "redis+",
        "rocksdb{mmap=true}",
        "redis+@disk/trace/t1/v1024/commit/1",
        "redis@trace/trace/t1/v1024/commit/1",
        "redis/disk/trace/t1/v1024/commit/1",
        "redis/trace/t1/v1024/commit/1/2"
      })
  void otherTextsHaveAChecksum(String text) {
    assertThat(FileName.of(text)).matches("[A-Za-z0-9._-]*").matches(CHECKED);
  }

  @Test
  void differentTextsHaveDifferentNames() {
    Set<String> texts = new LinkedHashSet<>();
    List<String> separators = List.of("", "/", "@", "_", "+", " ", "~", "%/", "+log@", "//");
    List<String> words = List.of("a", "trace", "log", "1", "m25");
    for (String first : words) {
      for (String one : separators) {
        for (String second : words) {
          for (String two : separators) {
            for (String third : List.of("trace", "1", "native")) {
              String begin = first + one + second + two + third;
              texts.add(begin);
              texts.add(begin + "/t1/v8/commit/1");
              texts.add(begin + "/trace/t1/v8/commit/1");
              texts.add("a@disk/trace/t1/v8/commit/" + begin);
            }
          }
        }
      }
    }
    Map<String, String> owners = new HashMap<>();
    texts.forEach(
        text -> assertThat(owners.put(FileName.of(text), text)).as("the name of " + text).isNull());
  }

  @Test
  void longTextsAreCutAndStillDiffer() {
    String longOne = "redis{" + "x".repeat(1000);
    String usual = "a".repeat(200);

    assertThat(FileName.of(longOne)).hasSize(150).matches(CHECKED);
    assertThat(FileName.of(usual)).hasSize(150).matches(CHECKED);
    assertThat(FileName.of(longOne + "y")).isNotEqualTo(FileName.of(longOne));
  }

  @Test
  void aPhaseIsNotTakenForAnotherAttempt() {
    String run = "redis@disk/trace/t1/v1/commit/1";

    assertThat(FileName.of(run, "2_a")).isNotEqualTo(FileName.of(run + "~2", "a"));
    assertThat(FileName.of(run, "my_load")).isEqualTo("redis_disk_trace_t1_v1_commit_1_my_load");
  }
}
