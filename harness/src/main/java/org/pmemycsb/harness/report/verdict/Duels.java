package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.report.verdict.Finding.Outcome;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Ratio.Rule;

/**
 * The sentences about two databases on the same place: software for persistent memory against its
 * stock database, or any two.
 *
 * @param brief leaves out ties of databases that are faster or slower elsewhere
 */
record Duels(Words words, boolean brief) {
  private static final Set<String> OF_THIS_PROJECT = Set.of("pm-redis", "pm-postgres");

  /** Several databases with the same outcome against the same others in the same phases. */
  private record Side(List<Finding> all, List<String> phases) {
    private List<String> upper() {
      return all.stream().map(each -> each.upper().database()).distinct().toList();
    }

    private List<String> lower() {
      return all.stream().map(each -> each.lower().database()).distinct().toList();
    }
  }

  /**
   * @param where what tells them from other groups; empty for one group
   */
  List<String> sentences(List<Finding> duels, String where) {
    boolean software = duels.get(0).rule() == Rule.SOFTWARE;
    // A variant is the subject. Of any two databases, the faster one is.
    List<Finding> turned =
        software
            ? List.of()
            : duels.stream()
                .filter(each -> !each.phases(Outcome.SLOWER).isEmpty())
                .map(Finding::turned)
                .toList();
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
      all.set(0, Words.capital(heading) + ". " + all.get(0));
    }
    return all;
  }

  private String ours(List<Finding> duels) {
    List<String> ours =
        duels.stream()
            .map(each -> each.upper().database())
            .filter(OF_THIS_PROJECT::contains)
            .distinct()
            .toList();
    return ours.isEmpty() ? "" : " (%s by this project)".formatted(words.listed(ours));
  }

  /** {@code pmemkv is faster than rocksdb on A and B (1.8x to 2.9x).} */
  private List<String> differences(List<Finding> duels, Outcome outcome) {
    List<Side> byUpper = new ArrayList<>();
    Cells.grouped(
            duels.stream().filter(each -> !each.phases(outcome).isEmpty()).toList(),
            each -> List.of(each.upper().database(), each.phases(outcome)))
        .values()
        .forEach(same -> byUpper.add(new Side(same, same.get(0).phases(outcome))));
    return Cells.grouped(byUpper, side -> List.of(side.lower(), side.phases)).values().stream()
        .map(same -> same.stream().flatMap(side -> side.all.stream()).toList())
        .map(same -> new Side(same, same.get(0).phases(outcome)))
        .sorted(Comparator.comparingInt(side -> -side.all.size() * side.phases.size()))
        .map(
            side ->
                "%s %s %s than %s on %s (%s)."
                    .formatted(
                        words.listed(side.upper()),
                        side.upper().size() == 1 ? "is" : "are",
                        outcome == Outcome.FASTER ? "faster" : "slower",
                        words.listed(side.lower()),
                        words.phases(side.phases),
                        Finding.times(side.all, side.phases)))
        .toList();
  }

  /** {@code Equal within 10 % on A and B: redis and lmdb.} */
  private List<String> ties(List<Finding> duels, Outcome outcome) {
    Map<List<String>, List<Finding>> byPhases =
        Cells.grouped(
            duels.stream()
                .filter(each -> !each.phases(outcome).isEmpty())
                .filter(each -> !brief || outcome == Outcome.VARIES || !each.isDifferent())
                .toList(),
            each -> each.phases(outcome));
    return byPhases.entrySet().stream()
        .map(
            each ->
                "%s on %s: %s."
                    .formatted(
                        Words.of(outcome),
                        words.phases(each.getKey()),
                        outcome == Outcome.VARIES
                            ? each.getValue().stream()
                                .map(one -> varying(one, each.getKey()))
                                .collect(Collectors.joining("; "))
                            : groups(each.getValue())))
        .toList();
  }

  private static String varying(Finding one, List<String> phases) {
    return "%s to %s, %s"
        .formatted(
            one.upper().database(), one.lower().database(), Finding.times(List.of(one), phases));
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
