package org.pmemycsb.harness.result;

import java.util.Optional;

/**
 * A database of an experiment that the machine could not run. The experiment allows to leave it
 * out.
 *
 * @param database label of the database
 * @param remedy the command that mends it, where there is one
 */
public record Unavailable(String database, String reason, Optional<String> remedy) {
  public String describe() {
    return database
        + " is unavailable: "
        + reason
        + remedy.map(command -> "; to mend it: " + command).orElse("");
  }
}
