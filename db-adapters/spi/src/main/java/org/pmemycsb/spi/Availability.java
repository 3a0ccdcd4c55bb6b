package org.pmemycsb.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * Whether a database can run on this machine.
 *
 * @param available whether {@link DatabaseAdapter#open} is expected to succeed
 * @param detail product and version, or the reason why the database cannot run
 * @param standIn the product that would run in place of the one that the adapter is named for
 * @param remedy the command that mends it, if there is one
 */
public record Availability(
    boolean available, String detail, Optional<String> standIn, Optional<String> remedy) {
  public Availability {
    Objects.requireNonNull(detail, "detail");
    Objects.requireNonNull(standIn, "standIn");
    Objects.requireNonNull(remedy, "remedy");
  }

  /** Can run; {@code detail} names product and version. */
  public static Availability yes(String detail) {
    return new Availability(true, detail, Optional.empty(), Optional.empty());
  }

  /** Can run, but only by another product. A comparison takes it only if the user asks for it. */
  public static Availability standIn(String product, String detail) {
    return new Availability(true, detail, Optional.of(product), Optional.empty());
  }

  /** Cannot run, and no single command mends it. */
  public static Availability no(String reason) {
    return new Availability(false, reason, Optional.empty(), Optional.empty());
  }

  /** Cannot run until {@code remedy}, a command, has been run. */
  public static Availability no(String reason, String remedy) {
    return new Availability(false, reason, Optional.empty(), Optional.of(remedy));
  }
}
