package org.pmemycsb.harness.analysis.claim;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.analysis.claim.Statement.Name;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;

/**
 * The grid of an experiment as claims see it.
 *
 * @param absent labels of the databases that could not run; they are among the values
 */
record Dimensions(Experiment experiment, Set<String> absent) {
  /** The distinct values of a dimension. Equal values have equal texts. */
  List<String> of(Dimension dimension) {
    return dimension
        .values(experiment)
        .map(value -> dimension.column(value).toString())
        .distinct()
        .toList();
  }

  List<String> places(String label) {
    return experiment.databases().stream()
        .filter(each -> each.label().equals(label))
        .map(each -> each.where())
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /** The values that names in a claim mean, each once. */
  List<String> resolve(Dimension dimension, List<Name> names) {
    return names.stream().map(name -> resolve(dimension, name)).distinct().toList();
  }

  /** The value that a name in a claim means. */
  String resolve(Dimension dimension, Name name) {
    if (dimension == Dimension.DATABASE) {
      return database(name);
    }
    String value = canonical(dimension, name);
    boolean bound = dimension == Dimension.RUNNER && isBeside(value);
    return of(dimension).stream()
        .filter(each -> each.equalsIgnoreCase(value))
        .findFirst()
        .or(() -> bound ? Optional.of(value) : Optional.empty())
        .orElseThrow(() -> absent(dimension, name));
  }

  /**
   * Whether the runner is measured beside the experiment: the ceiling always, those of a split on
   * request.
   */
  private boolean isBeside(String runner) {
    return runner.equals(RunnerKind.NATIVE.id())
        || experiment.shows(Show.SPLIT)
            && Purpose.split().stream().anyMatch(each -> each.id().equals(runner));
  }

  private ClaimException absent(Dimension dimension, Name name) {
    return new ClaimException(
        name.offset(),
        "the experiment has no %s '%s'; it has %s"
            .formatted(dimension.word(), name.text(), shown(dimension)));
  }

  private String database(Name name) {
    List<String> labels = of(Dimension.DATABASE);
    if (labels.contains(name.text())) {
      return name.text();
    }
    List<String> found =
        experiment.databases().stream()
            .filter(each -> each.id().equals(name.text()))
            .map(DatabaseChoice::label)
            .distinct()
            .toList();
    if (found.isEmpty()) {
      throw absent(Dimension.DATABASE, name);
    }
    if (found.size() > 1) {
      throw new ClaimException(
          name.offset(),
          "the experiment has %s more than once; name one, in quotes: \"%s\""
              .formatted(name.text(), String.join("\", \"", found)));
    }
    return found.get(0);
  }

  long number(Dimension dimension, Name name) {
    return Long.parseLong(canonical(dimension, name));
  }

  private static String canonical(Dimension dimension, Name name) {
    if (dimension == Dimension.VALUE_SIZE) {
      try {
        return Long.toString(ByteSize.parse(name.text()));
      } catch (ConfigurationException noSize) {
        throw new ClaimException(name.offset(), "value: " + noSize.getMessage());
      }
    }
    if (dimension != Dimension.THREADS) {
      return name.text().toLowerCase(Locale.ROOT);
    }
    if (!name.text().matches("\\d{1,9}")) {
      throw new ClaimException(name.offset(), "threads: '" + name.text() + "' is no whole number");
    }
    return Integer.toString(Integer.parseInt(name.text()));
  }

  String shown(Dimension dimension) {
    return of(dimension).stream()
        .map(
            value ->
                dimension == Dimension.VALUE_SIZE ? ByteSize.format(Long.parseLong(value)) : value)
        .collect(Collectors.joining(", "));
  }
}
