package org.pmemycsb.harness.cli;

import java.time.Duration;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.settings.TimeSpan;
import picocli.CommandLine.Option;

/** How long a command waits for clients and databases. */
final class PatienceOptions {
  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofDays(1);

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      defaultValue = "60s",
      description =
          "Gives up a phase or a round if its clients finish nothing for this time; default"
              + " ${DEFAULT-VALUE}.")
  private String patience;

  /** From 1 second to a day, in whole seconds. */
  Duration time() {
    return of("--patience", patience, LEAST, MOST);
  }

  /**
   * The time of an option.
   *
   * @throws ConfigurationException naming the option, if the text is no time within the bounds
   */
  static Duration of(String option, String text, Duration least, Duration most) {
    Duration time = ConfigurationException.at(option, () -> TimeSpan.parse(text));
    if (time.compareTo(least) < 0 || time.compareTo(most) > 0) {
      throw new ConfigurationException(
          "%s: %s is out of range; it must be from %s to %s"
              .formatted(option, text, TimeSpan.format(least), TimeSpan.format(most)));
    }
    return time;
  }
}
