package org.pmemycsb.harness.feature.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.plan.design.Purpose;
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
    Path profiles = Files.createDirectories(ResultFolder.profiles(run.folders().results()));
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
    public ClientFeature make(ClientFeature.NextPhase phase) {
      // Figures that are not kept need no stacks.
      return phase.kept().isEmpty()
          ? new ClientFeature() {}
          : new Profiler(
              Path.of(scratch),
              Path.of(profiles, Profiler.fileName(run, phase.kept().get())),
              phase.servers(),
              phase.patience());
    }
  }
}
