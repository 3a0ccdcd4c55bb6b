package org.pmemycsb.harness.feature.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.client.replay.ClientFactory;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.ResultFolder;

/** Samples stacks in the runs that are made for it. */
public final class Profiled implements Feature {
  /** With them, a JVM can attribute samples to inlined methods. */
  private static final List<String> FLAGS =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");

  private final ClientFeature.Settings clients;

  private Profiled(ClientFeature.Settings clients) {
    this.clients = clients;
  }

  public static Optional<Feature> of(Opening run) throws IOException {
    if (run.spec().purpose() != Purpose.PROFILED) {
      return Optional.empty();
    }
    Path profiles = Files.createDirectories(ResultFolder.profiles(run.results()));
    return Optional.of(
        new Profiled(
            new Sampled(profiles.toString(), run.spec().id(), run.folders().scratch().toString())));
  }

  @Override
  public void prepare(ProcessBuilder process, Role role) {
    List<String> command = new ArrayList<>(process.command());
    int java = command.indexOf(Installation.java().toString());
    if (role == Role.CLIENTS && java >= 0) { // a program may stand before it
      command.addAll(java + 1, FLAGS);
      process.command(command);
    }
  }

  @Override
  public Optional<ClientFeature.Settings> inClients() {
    return Optional.of(clients);
  }

  /**
   * @param profiles folder for the stacks
   * @param run id of the run
   * @param scratch an existing folder that is removed after the run
   */
  private record Sampled(String profiles, String run, String scratch)
      implements ClientFeature.Settings {
    @Override
    public ClientFeature make() {
      return new ClientFeature() {
        private NextPhase phase;

        /** Null where the figures are not kept. */
        private Profiler profiler;

        @Override
        public ClientFactory comes(NextPhase coming, ClientFactory clients) {
          phase = coming;
          profiler =
              coming.kept().isEmpty() ? null : new Profiler(Path.of(scratch), coming.patience());
          return clients;
        }

        @Override
        public void begins() throws InterruptedException {
          if (profiler != null) {
            profiler.begins(phase.servers());
          }
        }

        @Override
        public void ended() throws InterruptedException {
          if (profiler != null) {
            profiler.ended();
          }
        }

        @Override
        public Measurement.Resources figures(Measurement.Resources others, long operations)
            throws InterruptedException, IOException {
          if (profiler == null) {
            return others;
          }
          String file = Profiler.fileName(run, phase.kept().orElseThrow());
          return others.with(profiler.finish(Path.of(profiles, file)));
        }
      };
    }
  }
}
