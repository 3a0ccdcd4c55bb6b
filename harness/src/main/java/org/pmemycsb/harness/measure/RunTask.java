package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.client.trace.RecordShape;
import org.pmemycsb.harness.client.trace.SeededRandom;
import org.pmemycsb.harness.client.trace.Workload;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.PropertyKeys;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.ProcessStarter;

/**
 * What a runner needs to know of the run.
 *
 * @param verify how many values are compared with what was written
 * @param processes starts those of the clients
 * @param iteration how long the iterations are in which workloads are made, in turn with other
 *     databases; zero if each is made in one piece
 */
public record RunTask(
    Experiment experiment,
    RunSpec spec,
    Verify verify,
    Client client,
    ProcessStarter processes,
    Live database,
    Feature.Folders folders,
    List<Feature> features,
    Duration iteration) {
  /**
   * A map from keys to numbers has 16 bytes in 1.3 to 2.7 slots for each key. While it grows, it
   * has half as many more.
   */
  private static final long BYTES_OF_TRACED_KEY = 64;

  /** Operations that are enough for the compiler of one JVM. */
  private static final long WARM_UP_OPERATIONS = 20_000;

  /**
   * The practice of a fresh JVM before a load, unless it makes enough operations sooner. A database
   * that makes few operations in this time waits for a disk, and not for the JVM.
   */
  public static final Duration PRACTICE = Duration.ofMillis(300);

  /** The longest practice of a JVM that still compiles. Each workload has a warm-up of its own. */
  public static final Duration MOST_PRACTICE = Duration.ofSeconds(1);

  /**
   * The class of the clients, and what they need. It crosses the pipe.
   *
   * @param jars jars that the class needs beside the harness's class path
   * @param scansInOrder whether a scan is known to give the records in the order of their keys
   * @param printable whether values are printable characters, as stock YCSB's are, for clients that
   *     make strings of them
   */
  public record Client(
      String className,
      List<Path> jars,
      Properties properties,
      Map<String, String> environment,
      boolean scansInOrder,
      boolean printable) {}

  /**
   * The workload of a phase: what its property file says, what the experiment changes, what a phase
   * in the experiment's own file says, and the layout of the records, which goes before all.
   *
   * @throws ConfigurationException naming the phase, if a property is wrong
   */
  public Workload workload(Phase phase) throws IOException {
    Map<String, String> said = new HashMap<>(phase.defaults(folders.workloads()));
    said.putAll(Secrets.resolved(experiment.properties(), System::getenv));
    said.putAll(Secrets.resolved(phase.properties(), System::getenv));
    try {
      Work work = phase.work(said);
      Sizes values = experiment.values(phase, spec.valueSize());
      return new Workload(
          PropertyKeys.forClients(said),
          spec.purpose().isTimed() ? work : work.untimed(),
          RecordShape.of(said, experiment.get(Settings.FIELD_COUNT), values),
          values,
          Mix.share(Sizes.COMPRESSIBILITY, said.getOrDefault(Sizes.COMPRESSIBILITY, "0")),
          experiment.keys(phase));
    } catch (ConfigurationException | IllegalArgumentException wrong) {
      throw new ConfigurationException(
          "workloads: %s: %s".formatted(phase.id(), wrong.getMessage()), wrong);
    }
  }

  /** What determines a phase's operations, whichever runner makes them. */
  public long seed(Phase phase) {
    return SeededRandom.seedOf(
        experiment.get(Settings.SEED), spec.repeat(), experiment.phases().indexOf(phase));
  }

  /**
   * The operations of a phase: all records of a load, or the most that a workload makes. Time may
   * end a workload earlier.
   */
  public long operations(Phase phase, long recordCount) {
    if (phase.isLoad()) {
      return recordCount;
    }
    long most =
        Math.min(experiment.operations(phase, spec.clients()), spec.purpose().mostOperations());
    // YCSB keeps the numbers of records as int.
    boolean inserts = experiment.mix(phase).insertShare() > 0;
    return endsByTime(phase) && inserts ? Math.min(most, Integer.MAX_VALUE - recordCount) : most;
  }

  /** Whether time ends the phase, unless its operations do. */
  public boolean endsByTime(Phase phase) {
    return spec.purpose().isTimed() && experiment.endsByTime(phase);
  }

  public Duration duration() {
    return duration(experiment, spec);
  }

  static Duration duration(Experiment experiment, RunSpec spec) {
    Duration asked = experiment.duration();
    Duration least = spec.purpose().leastDuration();
    return asked.compareTo(least) < 0 ? least : asked;
  }

  /**
   * How many operations warm up before a workload's clock starts. A workload that ends by time
   * repeats them for a part of its time.
   */
  public long warmUpOperations(Phase phase) {
    // Warming up would fetch the files.
    return !spec.purpose().isTimed() || phase.isCold()
        ? 0
        : Math.min(enoughToWarmUp(), experiment.operations(phase, spec.clients()));
  }

  /** How many operations are enough for the compilers of all JVMs that have clients. */
  public long enoughToWarmUp() {
    return WARM_UP_OPERATIONS * spec.processes();
  }

  /**
   * Whether a JVM has loaded enough for practice. Where time ends the workloads, its compiler must
   * have little to do, too: a slow start would count in every one of them.
   *
   * @param idle whether the compiler had little to do at the end
   */
  public boolean isPractised(long operations, Duration taken, boolean idle) {
    boolean enough = operations >= enoughToWarmUp() || taken.compareTo(PRACTICE) >= 0;
    boolean ready = idle || experiment.phases().stream().noneMatch(this::endsByTime);
    return enough && ready || taken.compareTo(MOST_PRACTICE) >= 0;
  }

  public long practiceRecords(long records) {
    return Math.min(enoughToWarmUp(), records);
  }

  /** Heap in MiB for a JVM that makes the run's operations with values of this size. */
  public int heapMiB() {
    long record =
        (long) experiment.get(Settings.FIELD_COUNT) * experiment.longestValue(spec.valueSize());
    long keys =
        experiment.phases().stream()
            .flatMap(phase -> phase.trace().stream())
            .mapToLong(facts -> facts.records() + facts.inserts())
            .max()
            .orElse(0);
    long bytes = 8 * record * spec.threads() + BYTES_OF_TRACED_KEY * keys;
    return (int) Math.min(1024 + (bytes >> 20), 1 << 20);
  }
}
