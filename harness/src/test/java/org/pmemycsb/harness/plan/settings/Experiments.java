package org.pmemycsb.harness.plan.settings;

import java.nio.file.Path;
import org.pmemycsb.harness.plan.design.Phase;

/** Makes experiments of texts for tests. */
public final class Experiments {
  private static final Path FILE = Path.of("own.yaml");

  private Experiments() {}

  /**
   * A draft of the text of a file named {@code own.yaml}. It has the database {@code noop} unless
   * it names others. Each line may also end with {@code "; "}.
   */
  public static ExperimentDraft draft(String... lines) {
    String text = String.join("\n", lines).replace("; ", "\n");
    return ExperimentFile.read(FILE, text.contains("db:") ? text : "db: [noop]\n" + text);
  }

  public static Experiment of(String... lines) {
    return draft(lines).finish();
  }

  /** A phase that stands behind a load. */
  public static Phase phase(String text) {
    return draft("workloads: [load, " + text + "]").get(Settings.PHASES).get(1);
  }

  /** The same experiment after it was written into a file. */
  public static Experiment reread(Experiment experiment) {
    return ExperimentFile.read(FILE, ExperimentFile.write(experiment)).finish();
  }
}
