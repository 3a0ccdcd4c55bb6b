package org.pmemycsb.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * Whether a database can run on this machine.
 *
 * @param available true when {@link DatabaseAdapter#open} can be expected to succeed
 * @param detail what was found (product and version), or the reason why the database cannot run
 * @param remedy the command that mends it, where there is one
 */
public record Availability(boolean available, String detail, Optional<String> remedy) {
  public Availability {
    Objects.requireNonNull(detail, "detail");
    Objects.requireNonNull(remedy, "remedy");
  }

  /** Can run; {@code detail} names what was found. */
  public static Availability yes(String detail) {
    return new Availability(true, detail, Optional.empty());
  }

  /** Cannot run, and no single command would mend it. */
  public static Availability no(String reason) {
    return new Availability(false, reason, Optional.empty());
  }

  /** Cannot run until {@code remedy}, a command, has been run. */
  public static Availability no(String reason, String remedy) {
    return new Availability(false, reason, Optional.of(remedy));
  }
}
