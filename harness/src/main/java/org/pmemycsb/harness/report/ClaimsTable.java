package org.pmemycsb.harness.report;

import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.claim.ClaimResult;
import org.pmemycsb.harness.claim.Measured;

/** The claims of an experiment as a terminal shows them. */
public final class ClaimsTable {
  private ClaimsTable() {}

  /** For a terminal: a line for each claim, and below it what there is to say. */
  public static String toText(List<ClaimResult> claims) {
    StringBuilder text = new StringBuilder("claims, by 95 % intervals\n");
    for (ClaimResult claim : claims) {
      text.append(String.format(Locale.ROOT, "%-9s  %s\n", claim.verdict(), claim.says()));
      claim.measured().map(Measured::text).ifPresent(figure -> line(text, "measured", figure));
      if (!claim.published().isEmpty()) {
        line(text, "published", claim.published() + source(claim));
      }
      if (!claim.reason().isEmpty()) {
        line(text, "note", claim.reason());
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-9s    %s: %s\n", "", name, value));
  }

  private static String source(ClaimResult claim) {
    return claim.source().isEmpty() ? "" : " (" + claim.source() + ")";
  }
}
