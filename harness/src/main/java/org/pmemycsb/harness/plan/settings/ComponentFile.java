package org.pmemycsb.harness.plan.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.plan.design.FigureUnit;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Words;

/**
 * An experiment about the medium, read from a YAML file. Such files share {@code title}, {@code
 * valueSize}, {@code threads}, {@code repeats} and {@code claims} with those about databases.
 * {@code calls} stand in the place of databases, and {@code addresses} in the place of phases.
 *
 * @param experiment has a phase for each order of addresses, and a load that is never made
 * @param unit of tables, charts and claims
 * @param leftOut numbers of threads that are larger than that of the processors
 */
public record ComponentFile(Experiment experiment, FigureUnit unit, List<Integer> leftOut) {
  private static final String CALLS = "calls";
  private static final String ADDRESSES = "addresses";
  private static final String UNIT = "unit";
  private static final List<String> ORDERS = List.of("random", "sequential");
  private static final List<String> KEYS =
      Stream.concat(
              Stream.of(CALLS, ADDRESSES, UNIT),
              Stream.of(
                      Settings.TITLE,
                      Settings.VALUE_SIZES,
                      Settings.THREADS,
                      Settings.REPEATS,
                      Settings.CLAIMS)
                  .map(Setting::toString))
          .toList();

  /**
   * @param processors larger numbers of threads are left out
   * @throws org.pmemycsb.harness.ConfigurationException if it is no such experiment; the message
   *     names file and line
   */
  public static ComponentFile read(Path file, int processors) {
    ExperimentDraft draft = new ExperimentDraft();
    Given root = Given.inFile(file, "an experiment about the medium");
    draft.set(Settings.NAME, file.getFileName().toString().replaceFirst("\\.ya?ml$", ""));
    Map<String, Given> all = root.map(KEYS);
    root.needs("the experiment", all, CALLS, ADDRESSES);
    Given unit = all.remove(UNIT);
    all.forEach((key, value) -> read(key, value, draft));
    List<Integer> threads =
        draft.get(Settings.THREADS).stream().filter(number -> number <= processors).toList();
    if (threads.isEmpty()) {
      throw all.get(Settings.THREADS.toString())
          .wrong(
              "threads: this machine has %s for the experiment; give at most %d"
                  .formatted(Plural.of(processors, "processor"), processors));
    }
    if (draft.get(Settings.VALUE_SIZES).stream().anyMatch(sizes -> !sizes.isFixed())) {
      throw all.get(Settings.VALUE_SIZES.toString())
          .wrong("valueSize: a place has no distribution of values; give sizes");
    }
    List<Integer> leftOut = new ArrayList<>(draft.get(Settings.THREADS));
    leftOut.removeAll(threads);
    draft.set(Settings.THREADS, threads);
    return new ComponentFile(
        draft.finish(),
        unit == null ? FigureUnit.OPERATIONS : unit.make(() -> FigureUnit.named(unit.text())),
        List.copyOf(leftOut));
  }

  private static void read(String key, Given value, ExperimentDraft draft) {
    switch (key) {
      case CALLS -> Settings.DATABASES.read(value, draft);
      case ADDRESSES ->
          draft.set(
              Settings.PHASES,
              Stream.concat(
                      Stream.of(Phase.LOAD), value.list().stream().map(ComponentFile::addresses))
                  .toList());
      default -> Settings.named(key).read(value, draft);
    }
  }

  /** The probe of a place makes its operations, and no client. */
  private static Phase addresses(Given node) {
    String order = node.make(() -> ORDERS.get(Words.word(node.text(), ORDERS)));
    return Phase.ofMedium(order);
  }
}
