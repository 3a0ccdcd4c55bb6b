package org.pmemycsb.harness.claim;

import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Unavailable;

/** The measured cells, by the references of claims. */
record Evidence(List<Cell> cells, List<Unavailable> unavailable) {

  /** Why the cell cannot be used; empty when it can. */
  Optional<String> problem(CellRef wanted) {
    Optional<Unavailable> absent =
        unavailable.stream().filter(each -> each.database().equals(wanted.database())).findFirst();
    if (absent.isPresent()) {
      return Optional.of(wanted.database() + " is unavailable here");
    }
    Optional<Cell> found = cell(wanted);
    if (found.isEmpty()) {
      return Optional.of(
          cells.stream()
              .map(Cell::key)
              .filter(wanted::isStandIn)
              .findFirst()
              .map(key -> key.database() + " ran, which says nothing of " + wanted.database())
              .orElse("not measured: " + wanted.shown()));
    }
    return found
        .filter(cell -> !cell.valid() || cell.samples().stream().anyMatch(figure -> !(figure > 0)))
        .map(cell -> "INVALID: " + wanted.shown());
  }

  /** The throughputs of a cell that has no problem. */
  double[] samples(CellRef wanted) {
    return cell(wanted).orElseThrow().samples().stream().mapToDouble(figure -> figure).toArray();
  }

  private Optional<Cell> cell(CellRef wanted) {
    return cells.stream().filter(cell -> wanted.is(cell.key())).findFirst();
  }
}
