package org.pmemycsb.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.probe.Plan.Scale;

class PlanTest {
  private static List<Plan> all() {
    return Stream.concat(
            Stream.of(Scale.values()).map(scale -> Plan.of(scale, 8)),
            Stream.of(Scale.values()).map(Plan::onDisk))
        .toList();
  }

  @Test
  void eachRequestIsThereOnce() {
    assertThat(all()).allSatisfy(plan -> assertThat(plan.requests()).doesNotHaveDuplicates());
  }

  @Test
  void aShortPlanHoldsARunUpForAtMostTwoSeconds() {
    assertThat(Plan.of(Scale.SHORT, 64).time()).isLessThan(Duration.ofSeconds(2));
    assertThat(Plan.onDisk(Scale.SHORT).time()).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void aFullPlanHasAllSizesOfTheThesisInBothOrders() {
    assertThat(Plan.of(Scale.FULL, 1).requests())
        .filteredOn(request -> request.operation().equals("pmem_persist") && request.threads() == 1)
        .extracting(Request::sizeBytes)
        .contains(8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192);
    assertThat(Plan.of(Scale.FULL, 1).requests())
        .contains(
            Request.random("pmem_memcpy_nontemporal", 8192),
            Request.sequential("pmem_memset_temporal", 8),
            Request.sequential("tx_add_range", 64));
  }

  @Test
  void aModelIsAskedOnlyForWhatItDelays() {
    List<Request> seen =
        List.of(Request.random("pmem_persist", 64), Request.random("pmem_memcpy", 64));
    Request chain = Request.random("chain_read_persist64", 64);
    List<Request> all = new ArrayList<>(seen);
    for (String unseen :
        List.of("load", "read", "pmem2_persist_page", "memcpy_clwb", "read_memcpy_clflushopt")) {
      all.add(Request.random(unseen, 64));
    }
    all.add(chain);
    Plan plan = new Plan("some", all, 1, Duration.ZERO);

    assertThat(plan.modelled(false).requests()).isEqualTo(seen);
    assertThat(plan.modelled(true).requests()).hasSize(3).containsAll(seen).contains(chain);
  }

  @Test
  void aChainIsMeasuredInRandomOrderOnly() {
    Plan plan =
        Plan.of(
            "two",
            List.of("load", "chain_read"),
            List.of("random", "sequential"),
            List.of(64),
            List.of(1),
            1,
            Duration.ZERO);

    assertThat(plan.requests())
        .containsExactly(
            Request.random("load", 64),
            Request.sequential("load", 64),
            Request.random("chain_read", 64));
  }

  @Test
  void threadsDoubleUpToTheProcessors() {
    assertThat(Plan.threads(1)).containsExactly(1);
    assertThat(Plan.threads(6)).containsExactly(1, 2, 4, 6);
    assertThat(Plan.threads(128)).endsWith(16, 32);
  }

  @Test
  void everyPlanForMemoryHasTheFiguresOfTheLimit() {
    assertThat(all().subList(0, 3))
        .allSatisfy(plan -> assertThat(plan.requests()).containsAll(Limit.requests()));
  }
}
