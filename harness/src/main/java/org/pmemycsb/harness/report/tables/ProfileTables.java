package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pmemycsb.harness.analysis.Profiles;
import org.pmemycsb.harness.analysis.Profiles.Profiled;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.feature.profile.Stacks;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
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
          + " phase.";
  private static final String PLACES_TITLE = "The ten places where the time goes";
  private static final String PLACES_READING =
      "Share of the samples of each phase that the place itself took, without the functions that"
          + " it called. The places with the largest sums over the phases have a row.";

  private ProfileTables() {}

  /** A group of threads of a database under the same conditions in all phases. */
  private record Group(Conditions key, String threads) {}

  /**
   * @param any of the conditions, which differ in the phase alone
   * @param last of the labels
   * @param figure of a phase
   */
  private record Line(
      Conditions any, String threads, String last, Function<String, Field> figure) {}

  /** Flame graphs, and the places that take most of the time; empty without profiles. */
  public static List<Section> sections(Results results, Names names) {
    List<Profiled> profiles = results.why().profiles();
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
    List<Line> graphs = new ArrayList<>();
    List<Line> places = new ArrayList<>();
    groups.forEach(
        (group, byPhase) -> {
          Conditions any = byPhase.values().iterator().next().key();
          graphs.add(
              new Line(
                  any,
                  group.threads(),
                  byPhase.values().stream()
                      .map(each -> each.how(group.threads()))
                      .distinct()
                      .collect(Collectors.joining("; ")),
                  phase -> graph(group, byPhase.get(phase))));
          // The compiler's places explain no operation.
          if (!group.threads().equals(Stacks.OTHERS)) {
            places(group, byPhase)
                .forEach(
                    (place, shares) ->
                        places.add(
                            new Line(
                                any,
                                group.threads(),
                                Figures.shortened(place, LONGEST),
                                phase -> percent(shares.get(phase)))));
          }
        });
    List<String> phases = profiles.stream().map(each -> each.key().phase()).distinct().toList();
    Table graphTable =
        columns(names, "sampled by", phases).table("profiles", "Flame graphs", graphs);
    Table placeTable = columns(names, "place", phases).table("places", PLACES_TITLE, places);
    return List.of(
        Section.of("profiles-section", TITLE, READING, graphTable),
        Section.of("places-section", placeTable, Output.PAGE, Output.DOCUMENT)
            .titled(PLACES_TITLE, PLACES_READING));
  }

  private static Columns<Line> columns(Names names, String last, List<String> phases) {
    Columns<Line> columns =
        Throughput.labels(names, Line::any)
            .text("threads of", Line::threads)
            .text(last, Line::last);
    phases.forEach(phase -> columns.number(phase, line -> line.figure().apply(phase)));
    return columns;
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

  /** The places that take most, and their share of each phase. */
  private static Map<String, Map<String, Double>> places(
      Group group, Map<String, Profiled> byPhase) {
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
    Map<String, Map<String, Double>> largest = new LinkedHashMap<>();
    shares.entrySet().stream()
        .sorted(Comparator.comparingDouble(each -> -sum(each.getValue())))
        .limit(PLACES)
        .forEach(each -> largest.put(each.getKey(), each.getValue()));
    return largest;
  }

  private static double sum(Map<String, Double> shares) {
    return shares.values().stream().mapToDouble(share -> share).sum();
  }

  private static Field percent(Double share) {
    return share == null
        ? Field.NONE
        : Field.number(String.format(Locale.ROOT, "%.1f %%", 100 * share), share);
  }
}
