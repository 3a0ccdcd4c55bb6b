package org.pmemycsb.harness.measure;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.plan.design.DatabaseChoice;

/** The databases of an experiment that opened, and those that never did. Thread-safe. */
final class Openings {
  private final Set<String> asked;
  private final Set<String> opened = new HashSet<>();
  private final Map<String, String> failed = new LinkedHashMap<>();

  Openings(List<DatabaseChoice> databases) {
    asked = databases.stream().map(DatabaseChoice::identity).collect(Collectors.toSet());
  }

  synchronized void opened(DatabaseChoice database) {
    opened.add(database.identity());
  }

  /**
   * A database did not open.
   *
   * @return the reasons of all, if none has ever opened and none is left to be tried
   */
  synchronized Optional<String> failed(DatabaseChoice database, String reason) {
    failed.put(database.identity(), reason);
    if (asked.stream().anyMatch(opened::contains) || !failed.keySet().containsAll(asked)) {
      return Optional.empty();
    }
    return Optional.of(
        failed.size() == 1
            ? reason
            : "no database of the experiment can be opened: "
                + failed.entrySet().stream()
                    .map(each -> each.getKey() + ": " + each.getValue())
                    .collect(Collectors.joining("; ")));
  }
}
