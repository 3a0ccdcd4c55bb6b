package org.pmemycsb.harness.report.verdict;

import java.util.Optional;
import org.pmemycsb.harness.host.Environment;

/** What took the place of persistent memory. */
public final class StandIn {
  private StandIn() {}

  /** A sentence; empty on persistent memory. */
  public static Optional<String> of(Environment.Folder home) {
    if (home.model() != null) {
      return Optional.of(
          "A model (%s) stood in for a medium that is not here.".formatted(home.mediumId()));
    }
    return switch (home.medium()) {
      case DAX -> Optional.empty();
      case TMPFS -> Optional.of("Memory stood in for persistent memory, which is slower.");
      case DISK -> Optional.of("A disk stood in for persistent memory.");
    };
  }
}
