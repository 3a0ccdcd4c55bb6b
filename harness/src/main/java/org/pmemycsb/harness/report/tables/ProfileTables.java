package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pmemycsb.harness.analysis.Profiles;
import org.pmemycsb.harness.analysis.Profiles.Profiled;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.profile.Stacks;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Row;
import org.pmemycsb.harness.result.Conditions;

/** Where the time of cells goes, as sections. */
public final class ProfileTables {
  /** How many places of a database have a row. */
  private static final int PLACES = 10;

  private static final int LONGEST = 60;
  private static final String TITLE = "Where the time goes";
  private static final String READING =
      "Samples of the stacks of threads that use a processor, 1,000 for each second of a"
          + " processor, from a run of its own that has no throughput. Clients are the threads that"
          + " make operations, with a store that is in their process. Other threads of that process"
          + " are its compiler, its collector, and threads of such a store. The figures are the"
          + " number of samples, and the share of those that have a name: the innermost function, or"
          + " its library and the function that called into it. They open the flame graph of the"
          + " phase. docs/guide/why.md says how to read it.";
  private static final String PLACES_TITLE = "The ten places where the time goes";
  private static final String PLACES_READING =
      "Share of the samples of each phase that the place itself took, without the functions that"
          + " it called. The places with the largest sums over the phases have a row.";

  private ProfileTables() {}

  /** A group of threads of a database under the same conditions in all phases. */
  private record Group(Conditions key, String threads) {}

  /** Flame graphs, and the places that take most of the time; empty without profiles. */
  public static List<Section> sections(Results results, Names names) {
    List<Profiled> profiles = results.why().profiles();
    List<String> phases = profiles.stream().map(each -> each.key().phase()).distinct().toList();
    Map<Group, Map<String, Profiled>> groups = new LinkedHashMap<>();
    for (Profiled profile : profiles) {
      for (String threads : Profiles.GROUPS) {
        if (!profile.how(threads).isEmpty()) {
          groups
              .computeIfAbsent(new Group(profile.key().in(""), threads), none -> new TreeMap<>())
              .put(profile.key().phase(), profile);
        }
      }
    }
    return List.of(
        Section.of("profiles-section", graphs(groups, phases, names), Output.PAGE, Output.DOCUMENT)
            .linked(TITLE)
            .titled(TITLE, READING),
        Section.of("places-section", places(groups, phases, names), Output.PAGE, Output.DOCUMENT)
            .titled(PLACES_TITLE, PLACES_READING));
  }

  private static Table graphs(
      Map<Group, Map<String, Profiled>> groups, List<String> phases, Names names) {
    List<Row> rows = new ArrayList<>();
    groups.forEach(
        (group, byPhase) -> {
          List<Field> row = labels(group, byPhase, names);
          row.add(
              Field.text(
                  byPhase.values().stream()
                      .map(each -> each.how(group.threads()))
                      .distinct()
                      .collect(Collectors.joining("; "))));
          phases.forEach(phase -> row.add(graph(group, byPhase.get(phase))));
          rows.add(new Row(false, row));
        });
    return table("profiles", "Flame graphs", "sampled by", phases, names, rows);
  }

  private static Field graph(Group group, Profiled profile) {
    Stacks stacks = profile == null ? Stacks.NONE : profile.stacks().of(group.threads());
    if (stacks.samples() == 0) {
      return Field.NONE;
    }
    double named = (double) stacks.named() / stacks.samples();
    return Field.number(
            String.format(Locale.ROOT, "%.1f %% of %d", 100 * named, stacks.samples()), named)
        .linked("profiles/" + profile.file() + ".html");
  }

  private static Table places(
      Map<Group, Map<String, Profiled>> groups, List<String> phases, Names names) {
    List<Row> rows = new ArrayList<>();
    groups.forEach(
        (group, byPhase) -> {
          // The compiler's places explain no operation.
          if (!group.threads().equals(Stacks.OTHERS)) {
            rows.addAll(rows(group, byPhase, phases, names));
          }
        });
    return table("places", PLACES_TITLE, "place", phases, names, rows);
  }

  private static Table table(
      String id, String title, String last, List<String> phases, Names names, List<Row> rows) {
    List<Column> columns = new ArrayList<>(Throughput.labels(names.placed()));
    columns.addAll(Column.texts("threads of", last));
    phases.forEach(phase -> columns.add(Column.number(phase)));
    return Table.grid(id, title, columns, rows);
  }

  private static List<Field> labels(Group group, Map<String, Profiled> byPhase, Names names) {
    Conditions any = byPhase.values().iterator().next().key();
    List<Field> labels = Throughput.labels(any, names);
    labels.add(Field.text(group.threads()));
    return labels;
  }

  private static List<Row> rows(
      Group group, Map<String, Profiled> byPhase, List<String> phases, Names names) {
    Map<String, Map<String, Double>> shares = new TreeMap<>();
    byPhase.forEach(
        (phase, profile) -> {
          Stacks stacks = profile.stacks().of(group.threads());
          stacks
              .places()
              .forEach(
                  (place, samples) ->
                      shares
                          .computeIfAbsent(place, none -> new TreeMap<>())
                          .put(phase, (double) samples / stacks.samples()));
        });
    List<String> largest =
        shares.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    each -> each.getValue().values().stream().mapToDouble(one -> one).sum()))
            .entrySet()
            .stream()
            .sorted(
                Map.Entry.<String, Double>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(PLACES)
            .map(Map.Entry::getKey)
            .toList();
    return largest.stream()
        .map(
            place -> {
              List<Field> row = labels(group, byPhase, names);
              row.add(Field.text(shortened(place)));
              for (String phase : phases) {
                Double share = shares.get(place).get(phase);
                row.add(share == null ? Field.NONE : percent(share));
              }
              return new Row(false, row);
            })
        .toList();
  }

  private static String shortened(String place) {
    return place.length() <= LONGEST ? place : place.substring(0, LONGEST - 3) + "...";
  }

  private static Field percent(double share) {
    return Field.number(String.format(Locale.ROOT, "%.1f %%", 100 * share), share);
  }
}
