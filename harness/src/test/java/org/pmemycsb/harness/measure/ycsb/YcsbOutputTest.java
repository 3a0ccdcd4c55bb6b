package org.pmemycsb.harness.measure.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.Measurement;

class YcsbOutputTest {
  private static final List<String> GOOD =
      List.of(
          "[OVERALL], RunTime(ms), 500",
          "[OVERALL], Throughput(ops/sec), 2000.0",
          "[TOTAL_GCs], Count, 2",
          "[READ], Operations, 600",
          "[READ], 50thPercentileLatency(us), 3",
          "[READ], 99thPercentileLatency(us), 12",
          "[READ], Return=OK, 600",
          "[UPDATE], Operations, 400",
          "[UPDATE], 50thPercentileLatency(us), 7",
          "[UPDATE], 99thPercentileLatency(us), 31",
          "[UPDATE], Return=OK, 400",
          "[CLEANUP], Operations, 1");

  private static Measurement judge(long asked, List<String> lines) {
    return YcsbRunner.judge(asked, 0, YcsbOutput.parse(lines));
  }

  @Test
  void aGoodRunIsReadWhole() {
    Measurement outcome = judge(1000, GOOD);

    assertThat(outcome.failure()).isEmpty();
    assertThat(outcome.work().good()).isEqualTo(1000);
    assertThat(outcome.work().seconds()).isEqualTo(0.5);
    assertThat(outcome.latencies().reads()).isEqualTo(Latency.unpaced(3.0, null, null));
    assertThat(outcome.latencies().writes()).isEqualTo(Latency.unpaced(7.0, null, null));
  }

  @Test
  void underATargetLatencyIsReadFromThePlannedStartToo() {
    Measurement outcome =
        judge(
            20_000,
            List.of(
                "[OVERALL], RunTime(ms), 500",
                "[READ], 50thPercentileLatency(us), 3",
                "[READ], 99thPercentileLatency(us), 12",
                "[READ], 99.9PercentileLatency(us), 40",
                "[READ], Return=OK, 20000",
                "[Intended-READ], 50thPercentileLatency(us), 30",
                "[Intended-READ], 99thPercentileLatency(us), 120",
                "[Intended-READ], 99.9PercentileLatency(us), 400"));

    assertThat(outcome.failure()).isEmpty();
    assertThat(outcome.latencies().reads())
        .isEqualTo(new Latency(30.0, 120.0, 400.0, 3.0, 12.0, 40.0));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        // a read-modify-write is one operation
        "1000, READ OK 1000; UPDATE OK 480; RMW 480, 1000, 0, none",
        "1000, READ OK 990; READ NOT_FOUND 10, 990, 10, 10 operations failed (READ NOT_FOUND: 10)",
        "1, READ OK 1; VERIFY UNEXPECTED_STATE 1, 1, 1,"
            + " 1 operation failed (VERIFY UNEXPECTED_STATE: 1)",
        "1000, INSERT OK 999, 999, 0, only 999 of 1000 operations",
      })
  void whatIsNotAllGoodIsAFailure(long asked, String lines, long good, long errors, String why) {
    List<String> said = new ArrayList<>(List.of("[OVERALL], RunTime(ms), 500"));
    for (String line : lines.split("; ")) {
      String[] words = line.split(" ");
      said.add(
          words[0].equals("RMW")
              ? "[READ-MODIFY-WRITE], Operations, " + words[1]
              : "[%s], Return=%s, %s".formatted((Object[]) words));
    }
    Measurement outcome = judge(asked, said);

    assertThat(outcome.work().good()).isEqualTo(good);
    assertThat(outcome.work().errors()).isEqualTo(errors);
    assertThat(outcome.failure()).isEqualTo(Optional.ofNullable(why));
  }

  @Test
  void aPhaseWithoutAnOperationIsNoResultWhereNoRateWasAsked() {
    YcsbOutput none = YcsbOutput.parse(List.of("[OVERALL], RunTime(ms), 300"));

    assertThat(YcsbRunner.judge(0, 0, none).failure()).isPresent();
    assertThat(YcsbRunner.judge(0, 1, none).failure()).isEmpty();
  }

  @Test
  void aClientThatDidNotFinishIsFound() {
    assertThat(judge(10, List.of()).failure()).isPresent();
  }
}
