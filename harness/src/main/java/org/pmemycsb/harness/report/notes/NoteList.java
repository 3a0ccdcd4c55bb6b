package org.pmemycsb.harness.report.notes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.report.model.Note;

/** Collects notes. Numbers have a decimal point in every locale. */
final class NoteList {
  final List<Note> all = new ArrayList<>();

  void explain(String format, Object... arguments) {
    all.add(new Note(false, String.format(Locale.ROOT, format, arguments)));
  }

  void warn(String format, Object... arguments) {
    all.add(new Note(true, String.format(Locale.ROOT, format, arguments)));
  }
}
