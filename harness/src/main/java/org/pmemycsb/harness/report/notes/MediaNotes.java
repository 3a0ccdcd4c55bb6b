package org.pmemycsb.harness.report.notes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment.Folder;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;

/**
 * Notes on the media of the data.
 *
 * @param placed whether data lay on several places
 */
record MediaNotes(List<Conditions> keys, Map<String, Folder> places, boolean placed) {
  /** Places differ in their medium on purpose, and every row names its place. */
  static boolean mixed(List<Cell> cells) {
    boolean placed = Names.of(cells).placed();
    return Cells.grouped(cells, cell -> placed ? cell.key().place() : "").values().stream()
        .anyMatch(same -> same.stream().map(cell -> cell.key().medium()).distinct().count() > 1);
  }

  static void add(NoteList notes, Results results) {
    List<Conditions> keys = results.cells().stream().map(Cell::key).toList();
    Map<String, Folder> places = new TreeMap<>(results.environment().places());
    boolean placed = Names.of(results.cells()).placed();
    MediaNotes media = new MediaNotes(keys, places, placed);
    media
        .lying("tmpfs", media.named(folder -> folder.mediumId().equals("tmpfs")))
        .ifPresent(
            data ->
                notes.explain(
                    "%s lay in main memory (tmpfs). There, durability commit survives the kill of a"
                        + " process but no loss of power. Writes have the cost of main memory, not"
                        + " that of persistent memory.",
                    data));
    // Places with the same model have one note.
    Set<String> modelled = media.named(folder -> folder.model() != null);
    Cells.grouped(List.copyOf(modelled), place -> model(places.get(place)))
        .forEach(
            (text, same) ->
                media
                    .lying(places.get(same.get(0)).mediumId(), Set.copyOf(same))
                    .ifPresent(data -> notes.warn("%s %s", data, text)));
    // If stock databases and variants have places of their own, only a variant can be on the wrong
    // one.
    Set<String> variants = results.environment().variants().keySet();
    List<Conditions> astray =
        keys.stream()
            .filter(key -> key.logPlace().isEmpty())
            .filter(key -> !placed || variants.contains(key.label().asked()))
            .toList();
    new MediaNotes(astray, places, placed)
        .lying("disk", media.named(folder -> folder.mediumId().equals("disk")))
        .ifPresent(
            data ->
                notes.explain(
                    "%s lay on a disk behind a page cache. A store for persistent memory uses msync"
                        + " there, which is slow.",
                    data));
  }

  private static String model(Folder folder) {
    return "lay on a model of a medium (%s, %s): %s. %s%s"
        .formatted(
            folder.mediumId(),
            folder.readsNote(),
            folder.model().title(),
            folder.model().error().isEmpty() ? "Its error is not known." : folder.model().error(),
            folder.readsModelledFromSmallPages()
                ? " The folder has pages of 4 KiB, so reads wait longer than on a DAX file system."
                    + " Mount a tmpfs with huge=always."
                : "");
  }

  private Set<String> named(Predicate<Folder> such) {
    return places.keySet().stream()
        .filter(name -> such.test(places.get(name)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** {@code The data on place a and the log on place b}; empty if neither lay on such a place. */
  private Optional<String> lying(String medium, Set<String> there) {
    // The floor keeps no data, so it has no place.
    List<String> data =
        keys.stream()
            .filter(key -> key.medium().equals(medium) && !(placed && key.place().isEmpty()))
            .map(Conditions::place)
            .filter(place -> there.contains(place) || !places.containsKey(place))
            .distinct()
            .toList();
    List<String> logs =
        keys.stream().map(Conditions::logPlace).filter(there::contains).distinct().toList();
    List<String> subject = new ArrayList<>();
    if (!data.isEmpty()) {
      subject.add(placed ? "data on place " + String.join(" and ", data) : "data");
    }
    if (!logs.isEmpty()) {
      subject.add("log on place " + String.join(" and ", logs));
    }
    return subject.isEmpty()
        ? Optional.empty()
        : Optional.of("The " + String.join(" and the ", subject));
  }
}
