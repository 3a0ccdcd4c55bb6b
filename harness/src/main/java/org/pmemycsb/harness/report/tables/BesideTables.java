package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.pmemycsb.harness.analysis.Beside;
import org.pmemycsb.harness.analysis.Beside.Parts;
import org.pmemycsb.harness.analysis.Beside.Profiled;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.feature.profile.Stacks;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.probe.Limit;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Columns;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.result.Ratio;

/**
 * What runs beside the compared ones tell: the ledger, the split, and the profiles. Each is a
 * section, without content where nobody asked for such runs.
 */
public final class BesideTables {
  private static final String DEMANDS_TITLE = "What operations ask of the medium";
  private static final String DEMANDS =
      "For each operation, counted in a run of its own that has no throughput. Below a phase with"
          + " one client thread stand the calls of each kind, for each call. Flushes and fences are"
          + " calls of libpmem, lines are cache lines flushed, blocks those of 256 B between two"
          + " fences. Copied bytes went through the cache, or past it. Persisted bytes are lines of"
          + " 64 B, bytes copied past the cache, and bytes written to files. \"For each byte\" divides"
          + " them by the bytes of keys and values. The limit is the time that fences and the lines that they"
          + " wait for take in one thread, by the probe of the place.";

  private static final String SPLIT_TITLE = "Where the time of an operation goes";
  private static final String SPLIT =
      "Operations per second as the database is, and with flushes, fences or both left out by the"
          + " shim for libpmem. Runs that leave something out have durability none, and stand in"
          + " no other table. Flushing and ordering are the shares of an operation's time that go"
          + " without flushes, and without fences; the rest is left without both. Brackets hold 95 %"
          + " intervals. The shares overlap, so they need not add up to 100 %.";

  /** How many places of a database have a row. */
  private static final int PLACES = 10;

  private static final int LONGEST = 60;
  private static final String PROFILES =
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

  private BesideTables() {}

  /** All operations of a cell, or its calls of one kind. */
  private record Calls(Cell cell, String kind, Demand demand, Optional<Limit> limit) {}

  /** The ledger, with a note for each database without counts. */
  public static Section demands(Results results, Names names) {
    Map<String, Limit> limits = Beside.limits(results.environment());
    List<Calls> all = new ArrayList<>();
    for (Cell cell : results.contenders()) {
      cell.medium()
          .demand()
          .ifPresent(
              demand -> add(all, cell, demand, Optional.ofNullable(limits.get(cell.key().home()))));
    }
    Table table =
        Throughput.<Calls>phased(names, calls -> calls.cell().key())
            .text("calls", Calls::kind)
            .number("flushes", count(Counts::flushes))
            .number("lines", count(Counts::lines))
            .number("blocks", count(Counts::blocks))
            .number("fences", count(Counts::fences))
            .number("bytes through cache", count(Counts::cachedBytes))
            .number("past cache", count(Counts::uncachedBytes))
            .number("syncs", count(Counts::syncs))
            .number("bytes to files", count(Counts::fileBytes))
            .number("persisted bytes", calls -> figure(calls.demand().persistedBytesPerOperation()))
            .number("for each byte", calls -> figure(calls.demand().amplification()))
            .number("limit, us", calls -> figure(Beside.micros(calls.limit(), calls.demand())))
            .table("ledger", DEMANDS_TITLE, all);
    List<Note> missing =
        Beside.counted(results.journal().beside()).stream()
            .filter(phase -> !phase.valid())
            .map(phase -> names.series(phase.conditions()) + ": not counted; " + phase.reason())
            .distinct()
            .map(text -> new Note(true, text + "."))
            .toList();
    return Section.of("ledger-section", DEMANDS_TITLE, all.isEmpty() ? "" : DEMANDS, table)
        .notes(missing);
  }

  private static void add(List<Calls> all, Cell cell, Demand demand, Optional<Limit> limit) {
    all.add(new Calls(cell, "all", demand, limit));
    demand
        .calls()
        .forEach(
            (kind, calls) -> {
              if (calls.counts() != null) {
                Demand its =
                    new Demand(
                        calls.calls(),
                        calls.recordBytes(),
                        calls.counts(),
                        Collections.emptySortedMap());
                all.add(new Calls(cell, kind, its, limit));
              }
            });
  }

  private static Function<Calls, Field> count(ToLongFunction<Counts> count) {
    return calls -> figure(calls.demand().perOperation(count.applyAsLong(calls.demand().counts())));
  }

  private static Field figure(OptionalDouble figure) {
    return Field.of(figure, Figures::hundredths);
  }

  public static Section split(Results results, Names names) {
    Table table =
        Throughput.<Parts>phased(names, parts -> parts.whole().key())
            .number("as it is", parts -> throughput(parts.whole()))
            .number("without flushes", parts -> throughput(parts.without().get(Purpose.NO_FLUSHES)))
            .number("without fences", parts -> throughput(parts.without().get(Purpose.NO_FENCES)))
            .number("without both", parts -> throughput(parts.without().get(Purpose.NEITHER)))
            .number("flushing", parts -> share(parts, Purpose.NO_FLUSHES, left -> 1 - left))
            .number("ordering", parts -> share(parts, Purpose.NO_FENCES, left -> 1 - left))
            .number("the rest", parts -> share(parts, Purpose.NEITHER, left -> left))
            .table(
                "split",
                SPLIT_TITLE,
                Beside.split(results.phases(), results.journal().beside(), results.contenders()));
    return Section.of("split-section", SPLIT_TITLE, SPLIT, table);
  }

  private static Field throughput(Cell cell) {
    if (cell == null) {
      return Field.NONE;
    }
    return cell.valid() ? Field.of(cell.rate(), Figures::grouped) : Field.INVALID;
  }

  /**
   * @param share from the time that is left, over the time of all
   */
  private static Field share(Parts parts, Purpose purpose, DoubleUnaryOperator share) {
    return Ratio.of(
            Ratio.Rule.SPLIT,
            Optional.of(parts.whole()),
            Optional.ofNullable(parts.without().get(purpose)))
        .map(
            ratio ->
                percent(share.applyAsDouble(ratio.figure()), "%.0f %%").within(ends(ratio, share)))
        .orElse(Field.NONE);
  }

  private static String ends(Ratio ratio, DoubleUnaryOperator share) {
    return DoubleStream.concat(ratio.low().stream(), ratio.high().stream())
        .map(share)
        .sorted()
        .mapToObj(end -> Figures.text("%.0f", 100 * end))
        .collect(Collectors.joining(" to "));
  }

  private static Field percent(double share, String format) {
    return Field.number(Figures.text(format, 100 * share), share);
  }

  /** A group of threads of a database under the same conditions in all phases. */
  private record Group(Conditions key, String threads) {}

  /**
   * @param any of the conditions, which differ in the phase alone
   * @param last of the labels
   * @param figure of a phase
   */
  private record Line(
      Conditions any, String threads, String last, Function<String, Field> figure) {}

  /** Flame graphs, and the places that take most of the time. */
  public static List<Section> profiles(Results results, Names names) {
    List<Profiled> profiles = results.profiles();
    Map<Group, Map<String, Profiled>> groups = new LinkedHashMap<>();
    for (Profiled profile : profiles) {
      for (String threads : Beside.GROUPS) {
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
          String threads = group.threads();
          Conditions any = byPhase.values().iterator().next().key();
          String how =
              byPhase.values().stream()
                  .map(each -> each.how(threads))
                  .distinct()
                  .collect(Collectors.joining("; "));
          graphs.add(new Line(any, threads, how, phase -> graph(threads, byPhase.get(phase))));
          // The compiler's places explain no operation.
          if (!threads.equals(Stacks.OTHERS)) {
            largest(threads, byPhase)
                .forEach(
                    (place, shares) ->
                        places.add(
                            new Line(
                                any,
                                threads,
                                Figures.shortened(place, LONGEST),
                                phase -> part(shares.get(phase)))));
          }
        });
    List<String> phases = profiles.stream().map(each -> each.key().phase()).distinct().toList();
    return List.of(
        Section.of(
            "profiles-section",
            "Where the time goes",
            PROFILES,
            columns(names, "sampled by", phases).table("profiles", "Flame graphs", graphs)),
        Section.of(
            "places-section",
            PLACES_TITLE,
            PLACES_READING,
            columns(names, "place", phases).table("places", PLACES_TITLE, places)));
  }

  private static Columns<Line> columns(Names names, String last, List<String> phases) {
    Columns<Line> columns =
        Throughput.labels(names, Line::any)
            .text("threads of", Line::threads)
            .text(last, Line::last);
    phases.forEach(phase -> columns.number(phase, line -> line.figure().apply(phase)));
    return columns;
  }

  private static Field graph(String threads, Profiled profile) {
    Stacks stacks = profile == null ? Stacks.NONE : profile.stacks().of(threads);
    if (stacks.samples() == 0) {
      return Field.NONE;
    }
    double named = (double) stacks.named() / stacks.samples();
    return percent(named, "%.1f %% of " + stacks.samples())
        .linked("profiles/" + profile.file() + ".html");
  }

  private static Field part(Double share) {
    return share == null ? Field.NONE : percent(share, "%.1f %%");
  }

  /** The places that take most, and their share of each phase. */
  private static Map<String, Map<String, Double>> largest(
      String threads, Map<String, Profiled> byPhase) {
    Map<String, Map<String, Double>> shares = new TreeMap<>();
    byPhase.forEach(
        (phase, profile) -> {
          Stacks stacks = profile.stacks().of(threads);
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
}
