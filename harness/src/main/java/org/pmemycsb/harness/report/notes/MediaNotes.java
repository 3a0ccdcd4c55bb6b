package org.pmemycsb.harness.report.notes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment.Folder;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;

/** Notes on the media of the data. */
final class MediaNotes {
  private final NoteList notes;
  private final List<Cell> cells;
  private final Map<String, Folder> places;
  private final boolean placed;

  private MediaNotes(NoteList notes, Results results) {
    this.notes = notes;
    this.cells = results.cells();
    this.places = results.environment().places();
    this.placed = Names.of(cells).placed();
  }

  /** Places differ in their medium on purpose, and every row names its place. */
  static boolean mixed(List<Cell> cells) {
    boolean placed = Names.of(cells).placed();
    return Cells.grouped(cells, cell -> placed ? cell.key().place() : "").values().stream()
        .anyMatch(same -> same.stream().map(cell -> cell.key().medium()).distinct().count() > 1);
  }

  static void add(NoteList notes, Results results) {
    MediaNotes media = new MediaNotes(notes, results);
    media.note(
        false,
        "tmpfs",
        media.named(folder -> folder.mediumId().equals("tmpfs")),
        media.cells,
        "%s lay in main memory (tmpfs). There, durability commit survives the kill of a process but"
            + " no loss of power. Writes have the cost of main memory, not that of persistent"
            + " memory.");
    // Places with the same model have one note.
    Map<String, List<String>> models = new TreeMap<>();
    media.places.forEach(
        (name, folder) -> {
          if (folder.model() != null) {
            models.computeIfAbsent(model(folder), none -> new ArrayList<>()).add(name);
          }
        });
    models.forEach(
        (text, names) ->
            media.note(
                true,
                media.places.get(names.get(0)).mediumId(),
                Set.copyOf(names),
                media.cells,
                text));
    // If stock databases and variants have places of their own, only a variant can be on the wrong
    // one.
    media.note(
        false,
        "disk",
        media.named(folder -> folder.mediumId().equals("disk")),
        media.cells.stream()
            .filter(cell -> cell.key().logPlace().isEmpty())
            .filter(
                cell ->
                    !media.placed
                        || results.environment().variants().containsKey(cell.key().label().asked()))
            .toList(),
        "%s lay on a disk behind a page cache. A store for persistent memory uses msync there, which"
            + " is slow.");
  }

  private static String model(Folder folder) {
    return "%%s lay on a model of a medium (%s, %s): %s. %s%s"
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
        .collect(Collectors.toSet());
  }

  /**
   * Adds a note, if data or logs lay there.
   *
   * @param medium of the data
   * @param there the places with this medium
   * @param text with the data in the place of its first argument
   */
  private void note(
      boolean warning, String medium, Set<String> there, List<Cell> having, String text) {
    // The floor keeps no data, so it has no place.
    List<String> data =
        having.stream()
            .map(Cell::key)
            .filter(key -> key.medium().equals(medium) && !(placed && key.place().isEmpty()))
            .map(key -> key.place())
            .filter(place -> there.contains(place) || !places.containsKey(place))
            .distinct()
            .toList();
    List<String> logs =
        having.stream()
            .map(cell -> cell.key().logPlace())
            .filter(there::contains)
            .distinct()
            .toList();
    String subject =
        Stream.of(
                data.isEmpty()
                    ? ""
                    : placed ? "data on place " + String.join(" and ", data) : "data",
                logs.isEmpty() ? "" : "log on place " + String.join(" and ", logs))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(" and the "));
    if (!subject.isEmpty()) {
      notes.all.add(new Note(warning, text.replace("%s", "The " + subject)));
    }
  }
}
