package org.pmemycsb.harness.client.trace;

import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.pmemycsb.harness.plan.design.Sizes;

/** Draws lengths of values or keys. A length out of bounds is drawn again. For one thread. */
public final class Lengths {
  private final ToDoubleFunction<Random> draw;
  private final int shortest;
  private final int longest;

  /**
   * @param least shorter ones are drawn again
   */
  public Lengths(Sizes sizes, int least) {
    draw = sizes.draws();
    shortest = Math.max(least, sizes.shortest());
    longest = sizes.longest();
  }

  /** A length from 1 to the longest. */
  public int next(SeededRandom random) {
    while (true) {
      double length = Math.rint(draw.applyAsDouble(random));
      if (length >= shortest && length <= longest) {
        return (int) Math.max(1, length);
      }
    }
  }
}
