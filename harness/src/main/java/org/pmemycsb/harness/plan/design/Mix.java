package org.pmemycsb.harness.plan.design;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The shares of the kinds of operation in a workload: YCSB's {@code ...proportion} properties, and
 * three more of the same form: {@code delete} of the oldest record, {@code miss}, the read of a key
 * that has no record, and {@code putIfAbsent}, the read of a new key and the insert of its record.
 * Immutable.
 *
 * @param shares those above 0 by their names, in the order of {@link #NAMES}; they need not add up
 *     to 1
 */
public record Mix(Map<String, Double> shares) {
  public static final List<String> NAMES =
      List.of(
          "read", "update", "insert", "scan", "readModifyWrite", "delete", "miss", "putIfAbsent");
  private static final List<String> BEYOND_STOCK = NAMES.subList(5, NAMES.size());

  private static final Mix DEFAULT = of(0.95, 0.05);
  public static final Mix NOTHING = of();

  public Mix {
    Map<String, Double> known = new LinkedHashMap<>();
    for (String name : NAMES) {
      if (shares.getOrDefault(name, 0.0) > 0) {
        known.put(name, shares.get(name));
      }
    }
    shares = Collections.unmodifiableMap(known);
  }

  /** The shares in the order of {@link #NAMES}; 0 for those behind the last. */
  static Mix of(double... shares) {
    return new Mix(
        IntStream.range(0, shares.length)
            .boxed()
            .collect(Collectors.toMap(NAMES::get, i -> shares[i])));
  }

  public static Mix of(Map<String, String> workload) {
    Map<String, Double> all = new TreeMap<>(DEFAULT.shares);
    NAMES.forEach(
        name ->
            Optional.ofNullable(workload.get(property(name)))
                .ifPresent(text -> all.put(name, share(property(name), text))));
    return new Mix(all);
  }

  /** A share from its text; {@code what} it is of stands in the refusal. */
  public static double share(String what, String text) {
    return Words.number(what, text, 0, 1);
  }

  private static String property(String name) {
    return name.toLowerCase(Locale.ROOT) + "proportion";
  }

  public Map<String, String> properties() {
    return NAMES.stream()
        .collect(
            Collectors.toMap(
                Mix::property, name -> Double.toString(sum(name)), (a, b) -> a, TreeMap::new));
  }

  private double sum(String... names) {
    return Stream.of(names).mapToDouble(name -> shares.getOrDefault(name, 0.0)).sum();
  }

  /** The sum of the shares; 0 for a workload without operations. */
  public double total() {
    return sum(NAMES.toArray(String[]::new));
  }

  private double part(String... names) {
    return shares.isEmpty() ? 0 : sum(names) / total();
  }

  /** The part of the operations that change a record, add one or remove one. */
  public double writeShare() {
    return part("update", "insert", "readModifyWrite", "delete", "putIfAbsent");
  }

  /** Share of the operations that insert a record, from 0 to 1. */
  public double insertShare() {
    return part("insert", "putIfAbsent");
  }

  /** Share of the operations that delete a record, from 0 to 1. */
  public double deleteShare() {
    return part("delete");
  }

  public boolean changesRecords() {
    return insertShare() + deleteShare() > 0;
  }

  public boolean isBeyondStock() {
    return beyondStock().isPresent();
  }

  /** The first share that stock YCSB does not know, by its name; empty if there is none. */
  Optional<String> beyondStock() {
    return BEYOND_STOCK.stream().filter(shares::containsKey).findFirst();
  }

  /** For people: {@code insert 90%, read 10%}. */
  String words() {
    return shares.entrySet().stream()
        .map(share -> share.getKey() + " " + Words.percentage(share.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** Whether operations read ranges of records in key order. */
  public boolean scans() {
    return shares.containsKey("scan");
  }

  public double delete() {
    return sum("delete");
  }

  public double miss() {
    return sum("miss");
  }

  public double putIfAbsent() {
    return sum("putIfAbsent");
  }
}
