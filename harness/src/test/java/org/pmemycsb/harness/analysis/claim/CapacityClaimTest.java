package org.pmemycsb.harness.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

class CapacityClaimTest {
  // The throughput of each is 2,000.
  private static final List<PhaseResult> SEARCHED =
      IntStream.rangeClosed(1, 5)
          .boxed()
          .flatMap(
              i -> Stream.of(Phases.searched("redis", i, 600 + i), Phases.searched("lmdb", i, 0)))
          .toList();

  private static ClaimResult judge(String holds, List<PhaseResult> phases) {
    ExperimentDraft draft =
        new ExperimentDraft()
            .set(
                Settings.DATABASES,
                List.of(
                    new DatabaseChoice("redis", Map.of()), new DatabaseChoice("lmdb", Map.of())))
            .set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("C")))
            .set(Settings.TARGET, Target.parse("p99=1ms"))
            .set(Settings.DURATION, Duration.ofSeconds(1))
            .set(Settings.CLAIMS, List.of(Grids.claim(holds)));
    return Grids.judge(draft.finish(), List.of(), Cells.of(phases)).get(0);
  }

  private static ClaimVerdict verdict(String holds) {
    return judge(holds, SEARCHED).verdict();
  }

  @Test
  void theCapacityIsJudgedAndNotTheThroughput() {
    assertThat(verdict("capacity(redis at phase C) >= 550")).isEqualTo(ClaimVerdict.HOLDS);
    assertThat(verdict("capacity(redis at phase C) >= 700")).isEqualTo(ClaimVerdict.FAILS);
    assertThat(verdict("throughput(redis at phase C) >= 700")).isEqualTo(ClaimVerdict.HOLDS);
    assertThat(judge("capacity(redis at phase C) >= 550", SEARCHED).measured().orElseThrow().text())
        .startsWith("603 operations");
  }

  @Test
  void withoutACapacityNothingIsDecided() {
    assertThat(verdict("capacity(lmdb at phase C) >= 1")).isEqualTo(ClaimVerdict.UNDECIDED);
    PhaseResult plain = Phases.valid("redis", "trace", "C", 1, 1, 2000);
    assertThat(judge("capacity(redis at phase C) >= 1", List.of(plain)).reason())
        .contains("not measured");
  }
}
