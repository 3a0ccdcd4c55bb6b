package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.verdict.Finding.Outcome;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio.Rule;

/**
 * The sentences about two databases on the same place: software for persistent memory against its
 * stock database, or any two.
 *
 * @param brief leaves out ties of databases that are faster or slower elsewhere
 */
record Duels(Words words, boolean brief) {
  private static final Set<String> OF_THIS_PROJECT = Set.of("pm-redis", "pm-postgres");

  /**
   * @param where what tells them from other groups; empty for one group
   */
  List<String> sentences(List<Finding> duels, String where) {
    boolean software = duels.get(0).rule() == Rule.SOFTWARE;
    // A variant is the subject. Of any two databases, the faster one is.
    List<Finding> turned =
        software ? List.of() : having(duels, Outcome.SLOWER).stream().map(Finding::turned).toList();
    List<String> all =
        new ArrayList<>(
            differences(Stream.concat(duels.stream(), turned.stream()).toList(), Outcome.FASTER));
    if (software) {
      all.addAll(differences(duels, Outcome.SLOWER));
    }
    for (Outcome outcome : List.of(Outcome.VARIES, Outcome.EQUAL, Outcome.UNCLEAR)) {
      all.addAll(ties(duels, outcome));
    }
    String heading =
        software ? "Software for persistent memory" + ours(duels) + where : where.strip();
    if (!heading.isEmpty() && !all.isEmpty()) {
      all.set(0, Figures.capital(heading) + ". " + all.get(0));
    }
    return all;
  }

  private static List<Finding> having(List<Finding> duels, Outcome outcome) {
    return duels.stream().filter(each -> !each.phases(outcome).isEmpty()).toList();
  }

  private static List<String> databases(List<Finding> all, Function<Finding, Conditions> side) {
    return all.stream().map(side).map(Conditions::database).distinct().toList();
  }

  private String ours(List<Finding> duels) {
    List<String> ours =
        databases(duels, Finding::upper).stream().filter(OF_THIS_PROJECT::contains).toList();
    return ours.isEmpty() ? "" : " (%s by this project)".formatted(words.listed(ours));
  }

  /** {@code pmemkv is faster than rocksdb on A and B (1.8x to 2.9x).} */
  private List<String> differences(List<Finding> duels, Outcome outcome) {
    List<List<Finding>> byUpper =
        List.copyOf(
            Cells.grouped(
                    having(duels, outcome),
                    each -> List.of(each.upper().database(), each.phases(outcome)))
                .values());
    return Cells.grouped(
            byUpper, same -> List.of(databases(same, Finding::lower), same.get(0).phases(outcome)))
        .values()
        .stream()
        .map(same -> same.stream().flatMap(List::stream).toList())
        .sorted(Comparator.comparingInt(same -> -same.size() * same.get(0).phases(outcome).size()))
        .map(
            same -> {
              List<String> upper = databases(same, Finding::upper);
              List<String> phases = same.get(0).phases(outcome);
              return "%s %s %s than %s on %s (%s)."
                  .formatted(
                      words.listed(upper),
                      upper.size() == 1 ? "is" : "are",
                      outcome == Outcome.FASTER ? "faster" : "slower",
                      words.listed(databases(same, Finding::lower)),
                      words.phases(phases),
                      Finding.times(same, phases));
            })
        .toList();
  }

  /** {@code Equal within 10 % on A and B: redis and lmdb.} */
  private List<String> ties(List<Finding> duels, Outcome outcome) {
    boolean varies = outcome == Outcome.VARIES;
    List<String> all = new ArrayList<>();
    Cells.grouped(
            having(duels, outcome).stream()
                .filter(each -> !brief || varies || !each.isDifferent())
                .toList(),
            each -> each.phases(outcome))
        .forEach(
            (phases, alike) ->
                all.add(
                    "%s on %s: %s."
                        .formatted(
                            outcome.words,
                            words.phases(phases),
                            varies ? varying(alike, phases) : groups(alike))));
    return all;
  }

  private static String varying(List<Finding> alike, List<String> phases) {
    return alike.stream()
        .map(
            one ->
                "%s to %s, %s"
                    .formatted(
                        one.upper().database(),
                        one.lower().database(),
                        Finding.times(List.of(one), phases)))
        .collect(Collectors.joining("; "));
  }

  /** Databases of which each two are in the list, separated by semicolons. */
  private String groups(List<Finding> alike) {
    Set<Set<String>> pairs = new LinkedHashSet<>();
    Set<String> names = new LinkedHashSet<>();
    for (Finding each : alike) {
      pairs.add(Set.of(each.upper().database(), each.lower().database()));
      names.addAll(List.of(each.upper().database(), each.lower().database()));
    }
    List<List<String>> groups = new ArrayList<>();
    for (Set<String> pair : pairs) {
      if (groups.stream().noneMatch(group -> group.containsAll(pair))) {
        List<String> group = new ArrayList<>(names.stream().filter(pair::contains).toList());
        for (String other : names) {
          if (group.stream()
              .allMatch(one -> !one.equals(other) && pairs.contains(Set.of(one, other)))) {
            group.add(other);
          }
        }
        groups.add(group);
      }
    }
    return groups.stream().map(words::listed).collect(Collectors.joining("; "));
  }
}
