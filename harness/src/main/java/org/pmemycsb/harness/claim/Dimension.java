package org.pmemycsb.harness.claim;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.MemoryBudget;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.spi.Durability;

/** The conditions by which cells differ; their names are words of the language. */
enum Dimension {
  PHASE(Conditions::phase, asked -> asked.phases().stream().map(Phase::id)),
  THREADS(key -> "" + key.threads(), asked -> asked.threads().stream().map(String::valueOf)),
  VALUE(
      key -> "" + key.valueSizeBytes(), asked -> asked.valueSizes().stream().map(String::valueOf)),
  DURABILITY(
      key -> key.sourcedDurability().value(),
      asked -> asked.durabilities().stream().map(Durability::id)),
  RUNNER(Conditions::runner, asked -> asked.runners().stream().map(RunnerKind::id)),
  PLACE(
      Conditions::where,
      asked ->
          asked.databases().stream()
              .map(each -> each.location().text())
              .filter(each -> !each.isEmpty())
              .sorted()),
  MACHINES(
      key -> "" + Math.max(1, key.machines()),
      asked -> asked.machines().stream().map(each -> "" + Math.max(1, each))),
  MEMORY(Conditions::memory, asked -> asked.memory().stream().map(MemoryBudget::text)),
  DATABASE(
      key -> key.label().asked(), asked -> asked.databases().stream().map(DatabaseChoice::label));

  private final Function<Conditions, String> ofCell;
  private final Function<Experiment, Stream<String>> ofExperiment;

  Dimension(
      Function<Conditions, String> ofCell, Function<Experiment, Stream<String>> ofExperiment) {
    this.ofCell = ofCell;
    this.ofExperiment = ofExperiment;
  }

  String of(Conditions key) {
    return ofCell.apply(key);
  }

  /** The values of an experiment, as texts, each at least once. */
  Stream<String> of(Experiment experiment) {
    return ofExperiment.apply(experiment);
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Dimension> of(String word) {
    return Stream.of(values()).filter(dimension -> dimension.word().equals(word)).findFirst();
  }
}
