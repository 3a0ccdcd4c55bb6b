package org.pmemycsb.it.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.pmemycsb.it.audit.LogClient.Entry;

/** What a recovery can do wrong. */
final class Fault {
  /** A field that makes a record fail on every read. */
  static final String UNREADABLE = "unreadable";

  // No more than these were in flight: those before them were acknowledged.
  private static final int IN_FLIGHT = 10;
  private static final int FIELDS = 3;

  private Fault() {}

  /** The log as a faulty recovery reads it. */
  static List<Entry> applied(String fault, List<Entry> log) {
    List<Entry> entries = new ArrayList<>(log);
    switch (fault) {
      case "forgets-an-update" ->
          entries.remove(lastOfItsKey(log, entry -> entry.fields().size() == FIELDS));
      case "forgets-a-delete" -> entries.remove(lastOfItsKey(log, Entry::isDelete));
      default -> {}
    }
    return entries;
  }

  /** The last write of such a kind after which its record was left alone. */
  private static int lastOfItsKey(List<Entry> log, Predicate<Entry> kind) {
    for (int i = log.size() - 1 - IN_FLIGHT; i >= 0; i--) {
      Entry entry = log.get(i);
      boolean last =
          log.subList(i + 1, log.size()).stream().noneMatch(e -> e.key().equals(entry.key()));
      if (last && kind.test(entry)) {
        return i;
      }
    }
    throw new IllegalStateException("the log of " + log.size() + " has no such entry");
  }

  /** What a faulty recovery makes of the records. */
  static void damage(String fault, Map<String, Map<String, byte[]>> records) {
    List<String> keys = new ArrayList<>(records.keySet());
    Map<String, byte[]> one = keys.isEmpty() ? Map.of() : records.get(keys.get(0));
    switch (fault) {
      case "cuts-a-value" -> one.put("field0", Arrays.copyOf(one.get("field0"), 20));
      case "adds-a-field" -> one.put("field9", one.get("field0"));
      case "damages-a-page" -> one.put(UNREADABLE, new byte[0]);
      default -> {}
    }
  }
}
