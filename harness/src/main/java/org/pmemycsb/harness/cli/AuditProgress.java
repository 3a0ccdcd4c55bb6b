package org.pmemycsb.harness.cli;

import java.io.PrintStream;
import java.util.Locale;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.audit.Audit;
import org.pmemycsb.harness.audit.Audited.RoundResult;
import org.pmemycsb.harness.audit.Losses;
import org.pmemycsb.harness.audit.Losses.Kind;
import org.pmemycsb.spi.Durability;

/** An audit's progress on standard error: a line for each round. */
final class AuditProgress implements Audit.Progress {
  private final PrintStream out = System.err;
  private final boolean quiet;
  private int rounds;

  AuditProgress(boolean quiet) {
    this.quiet = quiet;
  }

  @Override
  public void started(String database, Durability durability, int planned) {
    rounds = planned;
    if (!quiet) {
      out.println(
          database + ", durability " + durability.id() + ": " + Plural.of(planned, "round"));
    }
  }

  @Override
  public void round(RoundResult result) {
    if (!quiet) {
      out.println("  round " + result.round() + " of " + rounds + ": " + words(result));
    }
  }

  private static String words(RoundResult result) {
    if (result.failure().isPresent()) {
      return result.failure().get();
    }
    Losses losses = result.losses().orElseThrow();
    return String.format(
        Locale.ROOT,
        "%,d acknowledged, %s after %.2f s, %,d lost, %,d resurrected, %,d torn, %,d phantom",
        losses.acknowledged(),
        result.ownEnd().isPresent() ? "ended by itself" : "killed",
        result.killAfterMillis() / 1000,
        losses.count(Kind.LOST),
        losses.count(Kind.RESURRECTED),
        losses.count(Kind.TORN),
        losses.count(Kind.PHANTOM));
  }
}
