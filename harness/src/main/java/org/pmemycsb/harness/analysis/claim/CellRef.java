package org.pmemycsb.harness.analysis.claim;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.SourcedValue;

/**
 * A cell that a claim needs, on any medium.
 *
 * @param at value of each dimension; the place is empty where the experiment names none for the
 *     database
 */
record CellRef(Map<Dimension, String> at) {
  String of(Dimension dimension) {
    return at.get(dimension);
  }

  /** Whether a cell is this one, of the database or of a product that stood in for it. */
  boolean is(Conditions key) {
    return is(key, EnumSet.allOf(Dimension.class));
  }

  /** Whether a cell is this one, but for its unknown durability. */
  boolean isWithUnknownDurability(Conditions key) {
    return key.sourcedDurability().source() == SourcedValue.Source.NONE
        && is(key, EnumSet.complementOf(EnumSet.of(Dimension.DURABILITY)));
  }

  private boolean is(Conditions key, Set<Dimension> dimensions) {
    return Dimension.inClaims()
        .filter(dimensions::contains)
        .allMatch(
            each ->
                of(each).equals(key.claimed(each))
                    || each == Dimension.PLACE && of(each).isEmpty());
  }

  String shown() {
    String place = of(Dimension.PLACE);
    String runner = of(Dimension.RUNNER);
    return "%s%s, phase %s, %s%s"
        .formatted(
            of(Dimension.DATABASE),
            place.isEmpty() ? "" : " @" + place,
            of(Dimension.PHASE),
            Dimension.ofGrid().stream()
                .filter(each -> !of(each).equals(each.column(each.absent()).toString()))
                .map(each -> each.words(of(each)))
                .collect(Collectors.joining(", ")),
            runner.equals("trace") ? "" : ", " + runner + " runner");
  }
}
