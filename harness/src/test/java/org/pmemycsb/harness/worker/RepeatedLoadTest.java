package org.pmemycsb.harness.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.design.FillOrder;
import org.pmemycsb.harness.design.Work;
import org.pmemycsb.harness.measure.Measured;
import org.pmemycsb.harness.measure.Workloads;
import org.pmemycsb.harness.outcome.Latencies;
import org.pmemycsb.harness.outcome.PhaseMeasurement;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.run.Crew;
import org.pmemycsb.harness.trace.OperationKind;

/** A load that is made again by two machines with given answers. */
class RepeatedLoadTest {
  private static final long SECOND = 1_000_000_000;

  /** The first phase takes machine 2 one second, the second phase two, and so on. */
  private static final class Answers implements Crew {
    private int phases;

    @Override
    public void tell(List<String> lines) {}

    @Override
    public List<Answer> phase(List<String> lines, LongConsumer progress) throws IOException {
      phases++;
      List<Answer> all = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Messages.Part part =
            new Messages.Part(
                Optional.of(inserts(100, i == 0 ? SECOND : phases * SECOND)),
                Optional.empty(),
                1000 * i / phases);
        all.add(
            new Answer(
                i,
                "host" + i,
                Optional.of(Messages.JSON.writeValueAsString(part)),
                Optional.empty(),
                phases * i,
                0));
      }
      return all;
    }

    @Override
    public void close() {}
  }

  private static PhaseMeasurement inserts(long good, long nanos) {
    return Measured.of(
        nanos, OperationKind.INSERT, new PhaseMeasurement.Outcome(good, 0, 0), Latencies.NONE);
  }

  @Test
  void theFiguresOfEachMachineCoverAllLoadsAsThoseOfTheCellDo() throws Exception {
    Messages.PhaseCommand load =
        new Messages.PhaseCommand(
            Workloads.typed(Map.of()).with(new Work.Load(FillOrder.SEQUENTIAL)),
            new Messages.Extent(200, 0, 0, 0, 1),
            new Messages.Rate(0, false, 0),
            new Messages.ResultUse(
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            Optional.empty());
    try (CrewWorkers workers = new CrewWorkers(new Answers(), 2)) {
      assertThat(workers.make(load, finished -> {}).onMachines())
          .containsExactly(new Machine("host0", 100, 0, 0), new Machine("host1", 100, 1000, 1));

      Measurement both = workers.make(load.onceMore(), finished -> {});

      assertThat(both.work().good()).isEqualTo(400);
      assertThat(both.onMachines())
          .containsExactly(
              new Machine("host0", 200 / 2.0, 0, 0), new Machine("host1", 200 / 3.0, 1000, 2));

      assertThat(workers.make(load, finished -> {}).onMachines())
          .as("a new load begins anew")
          .containsExactly(
              new Machine("host0", 100, 0, 0), new Machine("host1", 100 / 3.0, 333, 3));
    }
  }
}
