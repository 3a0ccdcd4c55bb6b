package org.pmemycsb.harness.feature.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.measure.Tasks;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Target;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Capacity;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.Pace;
import org.pmemycsb.harness.result.RunPart;

class CapacityRunTest {
  private static final Phase PHASE = Phase.of("A");
  private static final double SCALE = 1000;
  private static final double CAPACITY = 620;

  @TempDir private Path folder;
  private RunTask task;

  @BeforeEach
  void ask() throws IOException {
    ExperimentDraft draft =
        new ExperimentDraft()
            .set(Settings.TARGET, Target.parse("p99=1ms"))
            .set(Settings.DURATION, Duration.ofSeconds(1));
    task = Tasks.of(folder, draft, RunnerKind.TRACE);
  }

  /** A server whose latency crosses 1 ms at a rate. */
  private static class Server implements Runner.Session {
    final List<Runner.Variant> trials = new ArrayList<>();
    int closedLoops;

    @Override
    public Measurement run(Phase phase, long records, Runner.Listener listener) {
      listener.enter(RunPart.PHASE);
      closedLoops++;
      return Measurement.counted(
          new Measurement.Work(1000, 1000, 0, 0, 1000 / scale()), Optional.empty());
    }

    static Measurement paced(Runner.Variant step, double achieved, double latencyUs) {
      return Measurement.timed(
          new Measurement.Work(100, 100, 0, 0, 100 / step.rate()),
          Measurement.Latencies.NONE,
          Pace.of(step.rate(), achieved).with(latencyUs),
          Optional.empty());
    }

    double scale() {
      return SCALE;
    }

    double latencyUs(double rate) {
      return 1000 * rate / CAPACITY;
    }

    @Override
    public Measurement run(
        Phase phase, long records, Runner.Variant step, Runner.Listener listener) {
      listener.enter(RunPart.PHASE);
      trials.add(step);
      return paced(step, step.rate(), latencyUs(step.rate()));
    }

    @Override
    public void close() {}
  }

  private Measurement search(Runner.Session server) throws Exception {
    return new CapacityRun(folder).run(task, server, PHASE, 10, operations -> {});
  }

  @Test
  void theClosedLoopIsKeptAndTheCapacityStandsBesideIt() throws Exception {
    Server server = new Server();
    Measurement found = search(server);

    assertThat(found.valid()).isTrue();
    assertThat(found.throughputOpsS()).isCloseTo(SCALE, within(1.0));
    assertThat(found.capacity().opsS()).isCloseTo(CAPACITY, within(0.03 * CAPACITY));
    assertThat(found.capacity().steps()).hasSameSizeAs(server.trials);
    assertThat(found.capacity().steps().get(0))
        .isEqualTo(new Capacity.Step(100, 100, server.latencyUs(100), true, true));
    assertThat(server.trials).extracting(Runner.Variant::number).startsWith(1, 2, 3);
  }

  @Test
  void theTimeOfTheTrialsBelongsToTheSearch() throws Exception {
    List<RunPart> parts = new ArrayList<>();
    Runner.Listener listener =
        new Runner.Listener() {
          @Override
          public void operations(long finished) {}

          @Override
          public void enter(RunPart part) {
            parts.add(part);
          }
        };
    new CapacityRun(folder).run(task, new Server(), PHASE, 10, listener);

    assertThat(parts).startsWith(RunPart.PHASE, RunPart.SEARCH).hasSizeGreaterThan(10);
    assertThat(parts.subList(1, parts.size())).containsOnly(RunPart.SEARCH);
  }

  @Test
  void aKilledSearchGoesOnWhereItWas() throws Exception {
    Measurement whole = search(new Server());
    Files.delete(folder.resolve(CapacityRun.FILE));

    Server killed =
        new Server() {
          @Override
          public Measurement run(
              Phase phase, long records, Runner.Variant step, Runner.Listener listener) {
            if (step.number() == 12) {
              throw new IllegalStateException("killed");
            }
            return super.run(phase, records, step, listener);
          }
        };
    assertThatThrownBy(() -> search(killed)).hasMessage("killed");
    Files.writeString(
        folder.resolve(CapacityRun.FILE), "{\"run\":\"id\",\"pha", StandardOpenOption.APPEND);
    Server resumed =
        new Server() {
          @Override
          double scale() {
            return 1.2 * SCALE; // an empty database is faster; the search keeps its scale
          }
        };
    Measurement rest = search(resumed);

    assertThat(killed.trials).hasSize(11);
    assertThat(resumed.closedLoops).isEqualTo(1);
    assertThat(resumed.trials.get(0).number()).isEqualTo(12);
    assertThat(rest.capacity()).isEqualTo(whole.capacity());
  }

  @Test
  void aServerThatHoldsTheGoalAtNoRateHasTheCapacityZero() throws Exception {
    Measurement found =
        search(
            new Server() {
              @Override
              double latencyUs(double rate) {
                return 1001;
              }
            });

    assertThat(found.valid()).isTrue();
    assertThat(found.capacity().opsS()).isZero();
  }

  @Test
  void aTargetThatIsNotSustainedHoldsNoGoal() throws Exception {
    Measurement found =
        search(
            new Server() {
              @Override
              public Measurement run(
                  Phase phase, long records, Runner.Variant step, Runner.Listener listener) {
                return paced(step, Math.min(step.rate(), 300), 1);
              }
            });

    assertThat(found.capacity().opsS()).isCloseTo(300, within(15.0));
  }

  @Test
  void aTrialThatFailsMakesThePhaseInvalid() throws Exception {
    Measurement found =
        search(
            new Server() {
              @Override
              public Measurement run(
                  Phase phase, long records, Runner.Variant step, Runner.Listener listener) {
                return Measurement.failed(100, "3 failed");
              }
            });

    assertThat(found.failure()).get(STRING).contains("100 ", ": 3 failed");
    assertThat(found.capacity()).isNull();
  }
}
