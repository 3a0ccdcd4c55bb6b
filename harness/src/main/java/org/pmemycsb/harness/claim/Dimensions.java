package org.pmemycsb.harness.claim;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.claim.Statement.Name;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.Phase;
import org.pmemycsb.harness.experiment.RunnerKind;
import org.pmemycsb.spi.Durability;

/**
 * The grid of an experiment as claims see it: the values of each dimension, as texts that are equal
 * when the values are.
 *
 * @param ids of the databases, in the order of their labels; a database on two places stands once
 * @param values of each dimension; of {@code database} the labels
 * @param places names of the places of each database, by its label
 * @param absent labels of the databases that could not run; they stand among the values
 */
record Dimensions(
    List<String> ids,
    Map<Dimension, List<String>> values,
    Map<String, List<String>> places,
    Set<String> absent) {

  static Dimensions of(Experiment experiment, Set<String> absent) {
    Map<Dimension, List<String>> values = new EnumMap<>(Dimension.class);
    Map<String, String> idOfLabel = new LinkedHashMap<>();
    Map<String, List<String>> places = new HashMap<>();
    for (DatabaseChoice database : experiment.databases()) {
      idOfLabel.put(database.label(), database.id());
      places
          .computeIfAbsent(database.label(), label -> new ArrayList<>())
          .addAll(database.place().stream().toList());
    }
    values.put(Dimension.DATABASE, List.copyOf(idOfLabel.keySet()));
    values.put(
        Dimension.PLACE,
        places.values().stream().flatMap(List::stream).distinct().sorted().toList());
    values.put(Dimension.PHASE, experiment.phases().stream().map(Phase::id).toList());
    values.put(Dimension.THREADS, experiment.threads().stream().map(String::valueOf).toList());
    values.put(Dimension.VALUE, experiment.valueSizes().stream().map(String::valueOf).toList());
    values.put(
        Dimension.DURABILITY, experiment.durabilities().stream().map(Durability::id).toList());
    values.put(Dimension.RUNNER, experiment.runners().stream().map(RunnerKind::id).toList());
    return new Dimensions(List.copyOf(idOfLabel.values()), values, places, absent);
  }

  List<String> of(Dimension dimension) {
    return values.get(dimension);
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
    // The ceiling is measured beside every experiment, whatever its runners are.
    boolean ceiling = dimension == Dimension.RUNNER && value.equals(RunnerKind.NATIVE.id());
    return of(dimension).stream()
        .filter(each -> each.equalsIgnoreCase(value))
        .findFirst()
        .or(() -> ceiling ? Optional.of(value) : Optional.empty())
        .orElseThrow(() -> absent(dimension, name));
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
        IntStream.range(0, ids.size())
            .filter(i -> ids.get(i).equals(name.text()))
            .mapToObj(labels::get)
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

  /** A number of threads or a size as a number. */
  long number(Dimension dimension, Name name) {
    return Long.parseLong(canonical(dimension, name));
  }

  private static String canonical(Dimension dimension, Name name) {
    switch (dimension) {
      case VALUE -> {
        try {
          return Long.toString(ByteSize.parse(name.text()));
        } catch (ConfigurationException noSize) {
          throw new ClaimException(name.offset(), "value: " + noSize.getMessage());
        }
      }
      case THREADS -> {
        if (!name.text().matches("\\d{1,9}")) {
          throw new ClaimException(
              name.offset(), "threads: '" + name.text() + "' is no whole number");
        }
        return Integer.toString(Integer.parseInt(name.text()));
      }
      default -> {
        return name.text().toLowerCase(Locale.ROOT);
      }
    }
  }

  /** The values of a dimension for people. */
  String shown(Dimension dimension) {
    return of(dimension).stream()
        .map(value -> shown(dimension, value))
        .collect(Collectors.joining(", "));
  }

  static String shown(Dimension dimension, String value) {
    return dimension == Dimension.VALUE ? ByteSize.format(Long.parseLong(value)) : value;
  }
}
