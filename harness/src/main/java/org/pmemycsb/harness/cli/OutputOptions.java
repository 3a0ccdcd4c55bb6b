package org.pmemycsb.harness.cli;

import picocli.CommandLine.Option;

/** How much a command prints. */
final class OutputOptions {
  enum Amount {
    QUIET,
    DETAILS
  }

  @Option(
      names = "--output",
      paramLabel = "quiet|details",
      description =
          "quiet: prints no progress, only tables and warnings. details: prints a line for each"
              + " phase and all tables, or the options of all databases.")
  private Amount amount;

  boolean quiet() {
    return amount == Amount.QUIET;
  }

  boolean details() {
    return amount == Amount.DETAILS;
  }
}
