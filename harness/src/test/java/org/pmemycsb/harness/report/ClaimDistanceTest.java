package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.analysis.claim.ClaimResult;
import org.pmemycsb.harness.analysis.claim.ClaimVerdict;
import org.pmemycsb.harness.analysis.claim.Measured;
import org.pmemycsb.harness.report.tables.ClaimTables;

class ClaimDistanceTest {
  private static ClaimResult claim(String published, double figure, int figures) {
    OptionalDouble none = OptionalDouble.empty();
    return new ClaimResult(
        "id",
        "says",
        "holds",
        published,
        "",
        ClaimVerdict.HOLDS,
        Optional.of(new Measured("text", figure, figure, none, none, figures)),
        "");
  }

  @Test
  void figuresAboveAndBelowAPublishedNumberAreEquallyFar() {
    List<ClaimResult> claims =
        List.of(claim("0.5", 0.55, 1), claim("0.40", 0.2, 1), claim("2", 2.4, 1));

    assertThat(ClaimTables.distance(claims)).matches(".* 3 .* 1\\.20,.* 2\\.00\\.");
    assertThat(ClaimTables.lines(claims))
        .anyMatch(line -> line.endsWith(": 1.10"))
        .endsWith(ClaimTables.distance(claims));
  }

  @Test
  void wordsAndSetsOfFiguresAreNotCompared() {
    assertThat(
            ClaimTables.distance(
                List.of(claim("4 times", 4, 1), claim("0.5", 0.5, 3), claim("0.5", 0.5, 1))))
        .isEmpty();
  }
}
