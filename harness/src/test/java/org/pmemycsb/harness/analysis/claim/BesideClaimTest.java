package org.pmemycsb.harness.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;

/** Claims about runs beside the comparison. */
class BesideClaimTest {
  private static Experiment experiment(String claim, boolean beside) {
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(new DatabaseChoice("pmemkv", Map.of())))
        .set(Settings.SHOW, beside ? List.of(Show.LEDGER, Show.SPLIT) : List.of())
        .set(Settings.CLAIMS, List.of(Grids.claim(claim)))
        .finish();
  }

  private static ClaimResult judge(String claim) {
    Experiment experiment = experiment(claim, true);
    return Grids.judge(
            experiment,
            List.of(),
            Grids.cells(
                experiment,
                key ->
                    key.runner().equals("no-flushes")
                        ? new double[] {1999, 2000, 2001}
                        : new double[] {1199, 1200, 1201}))
        .get(0);
  }

  @Test
  void aRunWithoutFlushesIsNamedAsARunner() {
    ClaimResult result =
        judge(
            "ratio(pmemkv at phase load, pmemkv at phase load at runner no-flushes) between 0.59 and 0.61");

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.HOLDS);
    assertThat(result.measured().orElseThrow().text()).startsWith("0.600 times");
  }

  @Test
  void fencesForEachOperationAreExact() {
    ClaimResult result = judge("fences(pmemkv at phase load) about 15.7 within 0 %");

    assertThat(result.verdict()).isEqualTo(ClaimVerdict.HOLDS);
    assertThat(result.measured().orElseThrow().text())
        .matches("15.7 fences .*95 % .* 15.7 to 15.7\\)");
    assertThat(judge("fences(pmemkv at phase load) >= 16").verdict()).isEqualTo(ClaimVerdict.FAILS);
  }

  @Test
  void withoutALedgerThereIsNoVerdict() {
    Experiment plain = experiment("fences(pmemkv at phase load) >= 1", false);

    assertThat(
            Grids.judge(plain, List.of(), Grids.cells(plain, key -> new double[] {1200, 1201}))
                .get(0)
                .verdict())
        .isEqualTo(ClaimVerdict.UNDECIDED);
  }

  @Test
  void withoutASplitSuchARunnerIsRefused() {
    assertThatThrownBy(
            () ->
                Claims.check(
                    experiment("throughput(pmemkv at phase C at runner neither) >= 1", false)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("runner 'neither'");
  }

  @Test
  void theUnitOfFencesIsExplained() {
    assertThatThrownBy(() -> Parser.parse("fences(pmemkv) >= 3 %"))
        .hasMessageContainingAll("'faster'", "fences");
  }
}
