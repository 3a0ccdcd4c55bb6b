package org.pmemycsb.harness.result;

import java.util.ArrayList;
import java.util.List;
import org.pmemycsb.harness.statistics.Repeated;
import org.pmemycsb.harness.statistics.Scatter;

/**
 * How the throughputs of an experiment scatter.
 *
 * @param ofCells those of a cell from round to round; includes the drift of the machine
 * @param ofRatios those of the ratio of two cells in the same round; without the drift
 */
public record Scatters(Scatter ofCells, Scatter ofRatios) {
  static final Scatters UNKNOWN = new Scatters(Scatter.UNKNOWN, Scatter.UNKNOWN);

  /** From all valid cells, and the ratios of those that compete. */
  static Scatters of(List<Cell> cells) {
    List<Cell> repeated =
        cells.stream()
            .filter(cell -> cell.usable() && cell.throughput().samples().size() > 1)
            .toList();
    List<double[]> ratios = new ArrayList<>();
    int independent = 0;
    for (List<Cell> rivals : Cells.grouped(repeated, cell -> cell.key().common()).values()) {
      // All other ratios follow from those to the first cell.
      independent += rivals.size() - 1;
      for (int i = 0; i < rivals.size(); i++) {
        for (int j = i + 1; j < rivals.size(); j++) {
          Cell a = rivals.get(i);
          Cell b = rivals.get(j);
          ratios.add(
              Repeated.logs(Repeated.ratios(SameRounds.figures(a, b), SameRounds.figures(b, a))));
        }
      }
    }
    return new Scatters(
        Scatter.of(
            repeated.stream().map(cell -> Repeated.logs(cell.figures())).toList(), repeated.size()),
        Scatter.of(ratios, independent));
  }
}
