package org.pmemycsb.harness.feature.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.plan.design.FileName;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.Profile;

/** Samples the processes of one phase while its operations are made. */
public final class Profiler implements ClientFeature {
  /** The begin of the reason for a process without samples. */
  public static final String NOT_SAMPLED = "not sampled: ";

  private static final String PERF = "perf";

  private final JvmSampler clients = new JvmSampler();
  private final PerfSampler server;
  private final Path file;
  private final List<Long> servers;

  /**
   * @param scratch an existing folder for files that nobody needs later
   * @param file for the stacks
   * @param servers the server's processes; none for a store in this one
   * @param patience with perf
   */
  Profiler(Path scratch, Path file, List<Long> servers, Duration patience) {
    this.server = new PerfSampler(PERF, scratch, patience);
    this.file = file;
    this.servers = servers;
  }

  public static String fileName(String run, String phase) {
    return FileName.of(run, phase) + ".collapsed";
  }

  @Override
  public void begins() throws InterruptedException {
    if (!servers.isEmpty()) {
      server.begins(servers);
    }
    clients.begins();
  }

  @Override
  public void ended() throws InterruptedException {
    clients.ended();
    server.ended();
  }

  @Override
  public Measurement.Resources figures(Measurement.Resources others, long operations)
      throws IOException, InterruptedException {
    Stacks all = clients.stacks().and(server.stacks().within(Stacks.SERVER));
    FileFailure.write(file, all.text());
    return others.with(new Profile(clients.method(), servers.isEmpty() ? null : server.method()));
  }
}
