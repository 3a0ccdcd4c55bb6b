package org.pmemycsb.harness.plan.design;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The shares of the kinds of operation in a workload: YCSB's {@code ...proportion} properties, and
 * three more of the same form. They need not add up to 1.
 *
 * @param delete of the oldest record
 * @param miss read of a key that has no record
 * @param putIfAbsent read of a new key, and the insert of its record
 */
public record Mix(
    double read,
    double update,
    double insert,
    double scan,
    double readModifyWrite,
    double delete,
    double miss,
    double putIfAbsent) {
  static final Mix DEFAULT = stock(0.95, 0.05, 0, 0, 0);

  public static final Mix NOTHING = stock(0, 0, 0, 0, 0);

  /** The names of the shares in a file, in the order of the components. */
  public static final List<String> NAMES =
      List.of(
          "read", "update", "insert", "scan", "readModifyWrite", "delete", "miss", "putIfAbsent");

  private static final List<String> BEYOND_STOCK = NAMES.subList(5, NAMES.size());

  /** A mix of what stock YCSB can do. */
  static Mix stock(double read, double update, double insert, double scan, double readModifyWrite) {
    return new Mix(read, update, insert, scan, readModifyWrite, 0, 0, 0);
  }

  public static Mix of(Map<String, String> workload) {
    return DEFAULT.with("", workload);
  }

  /** The mix after properties changed it. */
  public Mix with(String where, Map<String, String> properties) {
    Map<String, Double> said = new TreeMap<>();
    properties.forEach(
        (name, text) -> {
          if (name.endsWith("proportion")) {
            said.put(name.toLowerCase(Locale.ROOT), share(where + name, text));
          }
        });
    Map<String, Double> all = shares();
    all.replaceAll((name, share) -> said.getOrDefault(property(name), share));
    return of(all.values().stream().mapToDouble(share -> share).toArray());
  }

  private static Mix of(double[] shares) {
    return new Mix(
        shares[0], shares[1], shares[2], shares[3], shares[4], shares[5], shares[6], shares[7]);
  }

  /** A share from its text; {@code what} it is of stands in the refusal. */
  public static double share(String what, String text) {
    try {
      double share = Double.parseDouble(text.strip());
      if (share >= 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException no) {
      // Said below.
    }
    throw new ConfigurationException(what + " must be from 0 to 1, not '" + text.strip() + "'");
  }

  public static String property(String name) {
    return name.toLowerCase(Locale.ROOT) + "proportion";
  }

  private Map<String, Double> shares() {
    double[] shares = {read, update, insert, scan, readModifyWrite, delete, miss, putIfAbsent};
    Map<String, Double> all = new LinkedHashMap<>();
    for (int i = 0; i < shares.length; i++) {
      all.put(NAMES.get(i), shares[i]);
    }
    return all;
  }

  /** The shares by the properties that say them. */
  public Map<String, String> properties() {
    Map<String, String> all = new TreeMap<>();
    shares().forEach((name, share) -> all.put(property(name), Double.toString(share)));
    return all;
  }

  /** The part of the operations that change a record, add one or remove one. */
  public double writeShare() {
    double all = shares().values().stream().mapToDouble(share -> share).sum();
    return all == 0 ? 0 : (update + insert + readModifyWrite + delete + putIfAbsent) / all;
  }

  public boolean isBeyondStock() {
    return beyondStock().isPresent();
  }

  /** The first share that stock YCSB does not know, by its name; empty if there is none. */
  Optional<String> beyondStock() {
    Map<String, Double> shares = shares();
    return BEYOND_STOCK.stream().filter(name -> shares.get(name) > 0).findFirst();
  }

  /** The shares that are not 0, as a file has them. */
  public Map<String, Object> written() {
    Map<String, Object> all = new LinkedHashMap<>(shares());
    all.values().removeIf(share -> share.equals(0.0));
    return all;
  }

  /** For people: {@code insert 90%, read 10%}. */
  String words() {
    return shares().entrySet().stream()
        .filter(share -> share.getValue() > 0)
        .map(share -> share.getKey() + " " + Words.percentage(share.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** The sum of the shares; 0 for a workload without operations. */
  public double total() {
    return shares().values().stream().mapToDouble(share -> share).sum();
  }

  /** Share of the operations that insert a record, from 0 to 1. */
  public double insertShare() {
    return insert + putIfAbsent == 0 ? 0 : (insert + putIfAbsent) / total();
  }

  /** Share of the operations that delete a record, from 0 to 1. */
  public double deleteShare() {
    return delete == 0 ? 0 : delete / total();
  }

  public boolean changesRecords() {
    return insertShare() + deleteShare() > 0;
  }

  /** Whether operations read ranges of records in key order. */
  public boolean scans() {
    return scan > 0;
  }
}
