package org.pmemycsb.harness.claim;

import java.util.Locale;
import java.util.Optional;

/** What tells one cell from another; the names are words of the language. */
enum Dimension {
  PHASE,
  THREADS,
  VALUE,
  DURABILITY,
  RUNNER,
  DATABASE;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Dimension> of(String word) {
    for (Dimension dimension : values()) {
      if (dimension.word().equals(word)) {
        return Optional.of(dimension);
      }
    }
    return Optional.empty();
  }
}
