package org.pmemycsb.harness.feature.restart;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.pmemycsb.harness.BoundedCall;
import org.pmemycsb.harness.client.replay.FirstAnswer;
import org.pmemycsb.harness.client.replay.ReplayException;
import org.pmemycsb.harness.client.trace.Verifier;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.Live;
import org.pmemycsb.harness.measure.Refusal;
import org.pmemycsb.harness.measure.RunTask;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.Restart;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Trait;
import site.ycsb.DB;

/**
 * Makes a restart: kills a database with SIGKILL and starts it again. The workload is made before
 * the kill and after the restart. A store in the process of its clients is killed with that
 * process, while it is open, and a fresh process opens it again.
 */
public final class RestartRun implements Feature {
  /** A database may be faster after a restart. */
  private static final double ENOUGH = 1.5;

  public static final List<Refusal> REFUSALS =
      List.of(
          refusal(
              "a restart of a server of others",
              asked -> asked.url().isPresent(),
              "is a server that the harness did not start"),
          refusal(
              "a restart behind a bare client",
              asked -> asked.database().isClass(),
              "is a client without an adapter, which alone could start the database again"),
          refusal(
              "a restart of nothing",
              asked -> !asked.has(Trait.KEEPS_RECORDS),
              "keeps no records"));

  private Live database;

  private RestartRun() {}

  private static Refusal refusal(String name, Predicate<Refusal.Candidate> when, String why) {
    return new Refusal(
        name,
        asked -> killed(asked.experiment()).isPresent() && when.test(asked),
        asked ->
            "workloads: %s: %s %s; leave out the database or this phase"
                .formatted(killed(asked.experiment()).get().id(), asked.label(), why));
  }

  private static Optional<Phase> killed(Experiment experiment) {
    return experiment.phases().stream().filter(Phase::restartsDatabase).findFirst();
  }

  public static Optional<Feature> of(Opening run) {
    return run.experiment().phases().stream().anyMatch(Phase::isRestart)
        ? Optional.of(new RestartRun())
        : Optional.empty();
  }

  @Override
  public void opened(Live live) {
    database = live;
  }

  /**
   * @return the figures after the restart; the failure, if there is one
   */
  @Override
  public Optional<Measurement> make(
      RunTask task, Runner.Session session, Phase phase, long records, Runner.Listener listener)
      throws IOException, InterruptedException {
    if (!phase.isRestart()) {
      return Optional.empty();
    }
    List<ClientFeature.Settings> open = database.hasServer() ? List.of() : List.of(new StaysOpen());
    Measurement before =
        session.run(phase, records, Runner.Variant.with(open), listener.during(RunPart.WARM_UP));
    if (!before.valid()) {
      return Optional.of(before);
    }
    double speed = before.throughputOpsS();
    long most =
        task.endsByTime(phase)
            ? (long) (task.duration().toMillis() / 1e3 * speed * ENOUGH) + 1
            : Long.MAX_VALUE;
    Starting starting = new Starting(listener);
    listener.enter(RunPart.SERVER);
    try {
      if (database.hasServer()) {
        database.kill();
      } else {
        database.awaitSafety();
        session.renewClients();
      }
    } catch (DatabaseException failed) {
      return Optional.of(Measurement.failed(0, failed(failed)));
    }
    Measurement after =
        session.run(
            phase,
            records,
            new Runner.Variant(1, 0, most, false, false, List.of(new FirstRead())),
            starting);
    return Optional.of(
        starting.failure.isPresent()
            ? after.judged(starting.failure)
            : after.valid() ? restarted(after, starting.seconds, speed) : after);
  }

  private static String failed(DatabaseException why) {
    return "the restart failed: " + why.getMessage();
  }

  /** Until a server is up, its clients wait; a store in their process is up when they have it. */
  private static Measurement restarted(Measurement after, double serverSeconds, double before) {
    double opened = after.resources().figure(FirstRead.OPENED);
    double answered = after.resources().figure(FirstRead.ANSWERED);
    Restart times =
        new Restart(serverSeconds == 0 ? opened : serverSeconds, serverSeconds + answered, null);
    return after
        .with(Measurement.Resources.NONE)
        .with(new Measurement.Start(null, times.with(after.series(), before), null));
  }

  private final class Starting implements Runner.Listener {
    private final Runner.Listener phase;
    private double seconds;
    private Optional<String> failure = Optional.empty();

    Starting(Runner.Listener phase) {
      this.phase = phase;
    }

    @Override
    public void operations(long finished) {
      phase.operations(finished);
    }

    @Override
    public void enter(RunPart part) {
      phase.enter(part);
    }

    @Override
    public boolean turn() {
      phase.enter(RunPart.SERVER);
      try {
        seconds = database.start();
      } catch (DatabaseException failed) {
        failure = Optional.of(failed(failed));
      }
      return failure.isEmpty();
    }
  }

  /** Has a store in the process of the clients open until the process is killed. */
  private record StaysOpen() implements ClientFeature.Settings {
    @Override
    public ClientFeature make(ClientFeature.NextPhase phase) {
      return new ClientFeature() {
        @Override
        public void connects() throws ReplayException, InterruptedException {
          try {
            BoundedCall.<DB, ReplayException>make(
                "connect", phase.patience(), () -> phase.clients().connect("before the kill"));
          } catch (TimeoutException late) {
            throw new ReplayException("no client can connect before the kill: " + late, late);
          }
        }
      };
    }
  }

  /** Has the database started, and reads a record until the answer is right. */
  private record FirstRead() implements ClientFeature.Settings {
    /**
     * Seconds from the start of the database, or from when it was up, until a client had it open.
     */
    static final String OPENED = "restart_opened_s";

    /** Likewise, until it had the right answer. */
    static final String ANSWERED = "restart_answered_s";

    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public ClientFeature make(ClientFeature.NextPhase phase) {
      return new ClientFeature() {
        private long begin;
        private FirstAnswer first;

        @Override
        public void connects() throws ReplayException, InterruptedException {
          if (!phase.harness().await()) {
            throw new ReplayException("the database was not started", null);
          }
          begin = System.nanoTime();
          Verifier verifier = phase.payload().verifier();
          long watched = verifier.watchedKeys() == 0 ? 0 : verifier.watchedKey(0);
          first =
              FirstAnswer.ask(
                  phase.clients(),
                  phase.payload(),
                  phase.spec().shape(),
                  Math.min(watched, phase.spec().records() - 1),
                  phase.patience());
        }

        @Override
        public void gone() {
          first.close();
        }

        @Override
        public Measurement.Resources figures(Measurement.Resources others, long operations) {
          return others
              .with(OPENED, (first.openedAt() - begin) / NANOS_PER_SECOND)
              .with(ANSWERED, (first.answeredAt() - begin) / NANOS_PER_SECOND);
        }
      };
    }
  }
}
