package org.pmemycsb.harness.measure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Together;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Settings;

/**
 * Divides runs into invocations: the databases of one are open side by side and are measured in
 * turn.
 *
 * @param kind never {@link Together#AUTO}
 * @param reason why it is this kind, for people
 */
public record Groups(Experiment experiment, Databases databases, Together kind, String reason) {
  // A JVM of clients begins with a heap of 512 MiB; a server takes less than the rest.
  private static final long BYTES_OF_A_DATABASE = 700L << 20;

  // Keys, indexes, old versions and logs beside the data.
  private static final int SPACE_PER_DATA = 4;

  /**
   * Chooses the kind.
   *
   * @param freeMemory bytes
   */
  public static Groups choose(
      Experiment experiment, Databases databases, Collection<RunSpec> runs, long freeMemory) {
    Optional<String> alone = experiment.aloneBecause();
    if (alone.isPresent()) {
      return new Groups(experiment, databases, Together.ONE, alone.get());
    }
    if (experiment.get(Settings.TOGETHER) != Together.AUTO) {
      return new Groups(experiment, databases, experiment.get(Settings.TOGETHER), "asked for");
    }
    for (Together kind : List.of(Together.ALL, Together.PAIRS)) {
      Groups groups = new Groups(experiment, databases, kind, "");
      long needed = groups.of(List.copyOf(runs)).stream().mapToLong(groups::bytes).max().orElse(0);
      if (needed <= freeMemory) {
        String fits =
            "%s of %s of free memory are enough"
                .formatted(ByteSize.rounded(needed), ByteSize.rounded(freeMemory));
        return new Groups(experiment, databases, kind, fits);
      }
    }
    return new Groups(
        experiment,
        databases,
        Together.ONE,
        "only %s of memory are free".formatted(ByteSize.rounded(freeMemory)));
  }

  /** What is side by side, and why, in one line. */
  public String describe() {
    return switch (kind) {
          case ALL -> "all databases of equal conditions are measured side by side";
          case PAIRS ->
              "each variant is measured beside its stock database, one such pair at a time";
          default -> "each database is measured alone";
        }
        + ": "
        + reason;
  }

  /** Whether memory allows fewer databases side by side than the experiment could have. */
  public boolean isReduced() {
    return experiment.aloneBecause().isEmpty()
        && experiment.get(Settings.TOGETHER) == Together.AUTO
        && kind != Together.ALL;
  }

  public List<List<RunSpec>> of(List<RunSpec> runs) {
    Map<List<Object>, List<RunSpec>> invocations = new LinkedHashMap<>();
    for (RunSpec run : runs) {
      List<Object> key =
          kind == Together.ONE || !canBeBeside(run)
              ? List.of(run.id())
              : kind == Together.ALL
                  ? List.of(run.repeat(), run.conditions())
                  : List.of(run.repeat(), run.conditions(), family(run.database()));
      invocations.computeIfAbsent(key, none -> new ArrayList<>()).add(run);
    }
    return List.copyOf(invocations.values());
  }

  /**
   * Two bare clients may use one server, and so may two databases at one URL. A model makes main
   * memory wait, and a budget of memory is for one database at a time.
   */
  private boolean canBeBeside(RunSpec run) {
    return run.runner() == RunnerKind.TRACE
        && run.purpose() == Purpose.COMPARISON
        && run.machines() == 0
        && run.memory().isAll()
        && isAlone(run.database())
        && experiment.get(Settings.PLACES).values().stream()
            .allMatch(place -> place.model().isEmpty());
  }

  /** Whether no other database of the experiment may use the same server. */
  private boolean isAlone(DatabaseChoice database) {
    return experiment.databases().stream()
            .filter(each -> each.isClass() || each.url().isPresent())
            .filter(each -> each.isClass() == database.isClass())
            .filter(each -> each.url().equals(database.url()))
            .count()
        <= 1;
  }

  /** The name that a stock database and its variants have in common. */
  private String family(DatabaseChoice database) {
    Map<String, String> families = new TreeMap<>();
    for (DatabaseChoice each : experiment.databases()) {
      String id = each.id();
      databases.traits(each).variantOf().forEach(stock -> join(families, stock, id));
      families.putIfAbsent(id, id);
    }
    return families.get(database.id());
  }

  private static void join(Map<String, String> families, String a, String b) {
    String of = families.getOrDefault(a, a);
    String other = families.getOrDefault(b, b);
    families.replaceAll((id, family) -> family.equals(other) ? of : family);
    families.put(a, of);
    families.put(b, of);
  }

  private long bytes(List<RunSpec> invocation) {
    return invocation.stream()
        .mapToLong(
            run -> BYTES_OF_A_DATABASE + SPACE_PER_DATA * experiment.dataBytes(run.valueSize()))
        .sum();
  }
}
