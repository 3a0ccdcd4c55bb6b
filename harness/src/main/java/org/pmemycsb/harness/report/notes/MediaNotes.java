package org.pmemycsb.harness.report.notes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;

/** Notes on the media of the data. */
public final class MediaNotes {
  private static final String SMALL_PAGES =
      " The folder has pages of 4 KiB, so reads wait longer than on a DAX file system. Mount a tmpfs"
          + " with huge=always.";

  private MediaNotes() {}

  // Places differ in their medium on purpose, and every row names its place.
  public static boolean mixed(List<Cell> cells) {
    boolean placed = Names.of(cells).placed();
    return cells.stream().map(Cell::key).map(key -> placed ? key.place() : "").distinct().count()
        < cells.stream()
            .map(Cell::key)
            .map(key -> List.of(placed ? key.place() : "", key.medium()))
            .distinct()
            .count();
  }

  public static void add(List<Note> notes, Results results) {
    List<Cell> cells = results.cells();
    boolean placed = Names.of(cells).placed();
    Map<String, Environment.Folder> places = results.environment().places();
    withLogs(on(cells, placed, "tmpfs"), cells, places, folder -> folder.mediumId().equals("tmpfs"))
        .ifPresent(
            data ->
                Notes.explain(
                    notes,
                    "%s lay in main memory (tmpfs). There, durability commit survives the kill of a"
                        + " process but no loss of power. Writes have the cost of main memory, not"
                        + " that of persistent memory.",
                    data));
    places.values().stream()
        .filter(folder -> folder.model() != null)
        .map(
            folder ->
                List.of(
                    folder.mediumId(),
                    folder.readsNote(),
                    folder.model().title(),
                    folder.model().error().isEmpty()
                        ? "Its error is not known."
                        : folder.model().error(),
                    folder.readsModelledFromSmallPages() ? SMALL_PAGES : ""))
        .distinct()
        .forEach(
            model ->
                withLogs(
                        on(readAs(model.get(1), cells, places), placed, model.get(0)),
                        cells,
                        places,
                        folder ->
                            folder.mediumId().equals(model.get(0))
                                && model.get(1).equals(folder.readsNote()))
                    .ifPresent(
                        data ->
                            Notes.warn(
                                notes,
                                "%s lay on a model of a medium (%s, %s): %s. %s%s",
                                data,
                                model.get(0),
                                model.get(1),
                                model.get(2),
                                model.get(3),
                                model.get(4))));
    // If stock databases and variants have places of their own, only a variant can be on the wrong
    // one.
    List<Cell> hurt =
        cells.stream()
            .filter(cell -> cell.key().logPlace().isEmpty())
            .filter(
                cell ->
                    !placed
                        || results.environment().variants().containsKey(cell.key().label().asked()))
            .toList();
    on(hurt, placed, "disk")
        .ifPresent(
            data ->
                Notes.explain(
                    notes,
                    "%s lay on a disk behind a page cache. A store for persistent memory uses msync"
                        + " there, which is slow.",
                    data));
  }

  /** The cells whose place has this note about reads, and the cells without a place. */
  private static List<Cell> readAs(
      String note, List<Cell> cells, Map<String, Environment.Folder> places) {
    return cells.stream()
        .filter(
            cell -> {
              Environment.Folder place = places.get(cell.key().place());
              return place == null || note.equals(place.readsNote());
            })
        .toList();
  }

  /** The same subject with the logs that lie apart from their data on such folders. */
  private static Optional<String> withLogs(
      Optional<String> data,
      List<Cell> cells,
      Map<String, Environment.Folder> places,
      Predicate<Environment.Folder> such) {
    List<String> logs =
        cells.stream()
            .map(cell -> cell.key().logPlace())
            .filter(place -> places.containsKey(place) && such.test(places.get(place)))
            .distinct()
            .toList();
    if (logs.isEmpty()) {
      return data;
    }
    String theirs = "log on place " + String.join(" and ", logs);
    return Optional.of(data.map(each -> each + " and the " + theirs).orElse("The " + theirs));
  }

  /** The data on a medium, as the subject of a sentence; empty if there is none. */
  private static Optional<String> on(List<Cell> cells, boolean placed, String medium) {
    List<String> places =
        cells.stream()
            .map(Cell::key)
            .filter(key -> key.medium().equals(medium))
            .map(Conditions::place)
            // The floor keeps no data, so it has no place.
            .filter(place -> !placed || !place.isEmpty())
            .distinct()
            .toList();
    if (places.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(placed ? "The data on place " + String.join(" and ", places) : "The data");
  }
}
