package org.pmemycsb.harness.feature.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.plan.design.FileName;
import org.pmemycsb.harness.result.Profile;

/** Samples the processes of one phase while its operations are made. */
public final class Profiler {
  /** The begin of the reason for a process without samples. */
  public static final String NOT_SAMPLED = "not sampled: ";

  private static final String PERF = "perf";

  private final JvmSampler clients = new JvmSampler();
  private final PerfSampler server;
  private boolean served;

  /**
   * @param scratch an existing folder for files that nobody needs later
   * @param patience with perf
   */
  public Profiler(Path scratch, Duration patience) {
    this.server = new PerfSampler(PERF, scratch, patience);
  }

  public static String fileName(String run, String phase) {
    return FileName.of(run, phase) + ".collapsed";
  }

  /**
   * @param servers the server's processes; none for a store in this one
   */
  public void begins(List<Long> servers) throws InterruptedException {
    if (!servers.isEmpty()) {
      served = true;
      server.begins(servers);
    }
    clients.begins();
  }

  /** Operations have ended; more may follow. */
  public void ended() throws InterruptedException {
    clients.ended();
    server.ended();
  }

  /** Writes the stacks into a file, and says how they were sampled. */
  public Profile finish(Path file) throws IOException, InterruptedException {
    Stacks all = clients.stacks().and(server.stacks().within(Stacks.SERVER));
    FileFailure.write(file, all.text());
    return new Profile(clients.method(), served ? server.method() : null);
  }
}
