package org.pmemycsb.harness.claim;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The conditions by which cells differ; their names are words of the language. */
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
    return Arrays.stream(values()).filter(dimension -> dimension.word().equals(word)).findFirst();
  }
}
