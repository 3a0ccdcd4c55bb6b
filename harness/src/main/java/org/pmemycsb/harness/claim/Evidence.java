package org.pmemycsb.harness.claim;

import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Unavailable;

/** The measured cells, by the places that claims ask for. */
record Evidence(List<Cell> cells, List<Unavailable> unavailable) {

  /** Why the cell at a place cannot be used; empty when it can. */
  Optional<String> problem(Place place) {
    Optional<Unavailable> absent =
        unavailable.stream().filter(each -> each.database().equals(place.database())).findFirst();
    if (absent.isPresent()) {
      return Optional.of(place.database() + " is unavailable here");
    }
    Optional<Cell> found = cell(place);
    if (found.isEmpty()) {
      return Optional.of(
          cells.stream()
              .map(Cell::key)
              .filter(place::isStandIn)
              .findFirst()
              .map(key -> key.database() + " ran, which says nothing of " + place.database())
              .orElse("not measured: " + place.shown()));
    }
    return found
        .filter(cell -> !cell.valid() || cell.samples().stream().anyMatch(figure -> !(figure > 0)))
        .map(cell -> "INVALID: " + place.shown());
  }

  /** The throughputs at a place that has no problem. */
  double[] samples(Place place) {
    return cell(place).orElseThrow().samples().stream().mapToDouble(figure -> figure).toArray();
  }

  private Optional<Cell> cell(Place place) {
    return cells.stream().filter(cell -> place.is(cell.key())).findFirst();
  }
}
