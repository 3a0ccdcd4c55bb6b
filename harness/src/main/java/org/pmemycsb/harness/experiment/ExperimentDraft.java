package org.pmemycsb.harness.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.spi.Durability;

/**
 * An experiment in the making: begins with the defaults, is filled in by a file and then by the
 * command line, and is checked when it is {@link #finish finished}. The record layout of the
 * defaults is that of the thesis (section 4.3.2): 100000 records of one field of 1 KiB under keys
 * of 32 bytes. Not thread-safe.
 */
public final class ExperimentDraft {
  private static final int QUICK_SHARE = 10;
  private static final int QUICK_REPEATS = 3;

  /** Short name. */
  public String name = "default";

  /** One line for people; the name when there is none. */
  public String title;

  /** The databases; empty until somebody names them. */
  public List<DatabaseChoice> databases = List.of();

  public List<Phase> phases =
      List.of(Phase.LOAD, Phase.of("A"), Phase.of("B"), Phase.of("C"), Phase.of("D"));
  public long records = 30_000;
  public long operations = 30_000;
  public int keyLength = 32;
  public int fieldCount = 1;
  public List<Integer> valueSizes = List.of(1024);
  public List<Integer> threads = List.of(1);
  public List<Durability> durabilities = List.of(Durability.COMMIT);
  // With fewer, no two databases can be told apart: see Comparison.FEWEST.
  public int repeats = 4;
  public List<RunnerKind> runners = List.of(RunnerKind.TRACE);
  public int calibrate = 1;
  public double target = 0;
  public Verify verify = Verify.SAMPLE;
  public long seed = 1;
  public Map<String, String> properties = new TreeMap<>();
  public List<String> jars = List.of();
  public boolean skipUnavailable = false;
  public boolean partial = false;
  public List<ClaimText> claims = List.of();

  /** Makes the draft small, as its file says; by a rule where the file says nothing. */
  Runnable quick = this::quickByRule;

  private void quickByRule() {
    records = Math.max(1, records / QUICK_SHARE);
    operations = Math.max(1, operations / QUICK_SHARE);
    repeats = Math.min(repeats, QUICK_REPEATS);
  }

  /**
   * Makes the experiment one that ends in minutes, and says so in its name and title: by the keys
   * under {@code quick} in its file, or else a tenth of the records and operations and at most 3
   * repeats.
   */
  public void quick() {
    quick.run();
    title = (title == null ? name : title) + ", at quick scale";
    name = name + "-quick";
  }

  /** The workloads to run; the load, with which every run begins, is added where it is missing. */
  public void workloads(List<Phase> workloads) {
    List<Phase> all = new ArrayList<>(workloads);
    if (!all.contains(Phase.LOAD)) {
      all.add(0, Phase.LOAD);
    }
    phases = all;
  }

  /**
   * The experiment.
   *
   * @throws org.pmemycsb.harness.ConfigurationException if it is impossible
   */
  public Experiment finish() {
    return new Experiment(
        name,
        title == null ? name : title,
        databases,
        phases,
        records,
        operations,
        keyLength,
        fieldCount,
        valueSizes,
        threads,
        durabilities,
        repeats,
        runners,
        calibrate,
        target,
        verify,
        seed,
        properties,
        jars,
        skipUnavailable,
        partial,
        claims);
  }
}
