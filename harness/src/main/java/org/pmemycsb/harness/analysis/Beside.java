package org.pmemycsb.harness.analysis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.pmemycsb.harness.feature.profile.Profiler;
import org.pmemycsb.harness.feature.profile.Stacks;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.probe.Limit;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Profile;
import org.pmemycsb.harness.result.ResultFolder;
import org.pmemycsb.spi.SafeFolder;

/**
 * The runs beside the comparison. Counted runs tell what operations ask of the medium. Runs without
 * flushes or fences tell the shares of these in an operation's time. Profiled runs have the sampled
 * stacks.
 */
public final class Beside {
  /** The groups of threads, in the order of reports: the outermost frames of the stacks. */
  public static final List<String> GROUPS = List.of(Stacks.CLIENTS, Stacks.OTHERS, Stacks.SERVER);

  private static final double NANOS_PER_MICRO = 1e3;

  private Beside() {}

  /** The cells with what was counted under their conditions, and their limits by the medium. */
  public static List<Cell> demands(List<PhaseResult> beside, List<Cell> cells, Environment on) {
    Map<Conditions, Demand> demands = new HashMap<>();
    for (PhaseResult phase : counted(beside)) {
      Demand demand = phase.measurement().resources().demand();
      if (phase.valid() && demand != null) {
        demands.put(phase.conditions(), demand);
      }
    }
    Map<String, Limit> limits = limits(on);
    return cells.stream()
        .map(
            cell -> {
              Demand demand = demands.get(cell.key());
              return demand == null
                  ? cell
                  : cell.asking(
                      new Cell.Medium(
                          Optional.of(demand),
                          micros(Optional.ofNullable(limits.get(cell.key().home())), demand)));
            })
        .toList();
  }

  public static List<PhaseResult> counted(List<PhaseResult> beside) {
    return beside.stream()
        .filter(phase -> Purpose.COUNTED.id().equals(phase.origin().purpose()))
        .toList();
  }

  /** The limits of the probed places, by the names of the places. */
  public static Map<String, Limit> limits(Environment on) {
    Map<String, Limit> limits = new TreeMap<>();
    on.probes()
        .forEach((place, probe) -> Limit.of(probe).ifPresent(limit -> limits.put(place, limit)));
    return limits;
  }

  /** The microseconds that the medium alone takes; empty if no fence waits for a line. */
  public static OptionalDouble micros(Optional<Limit> limit, Demand demand) {
    Counts.Awaited awaited = demand.counts().awaited();
    return limit.isEmpty() || awaited.fences() == 0
        ? OptionalDouble.empty()
        : demand.perOperation(
            limit.get().nanos(awaited.fences(), awaited.lines(), awaited.farLines())
                / NANOS_PER_MICRO);
  }

  /**
   * A cell of the comparison, and the same with flushes or fences left out.
   *
   * @param without the latter; their conditions are those of the cell, but their runner is the id
   *     of the {@link Purpose}
   */
  public record Parts(Cell whole, Map<Purpose, Cell> without) {}

  /** The cells that were split. */
  public static List<Parts> split(
      List<PhaseResult> phases, List<PhaseResult> beside, List<Cell> cells) {
    Map<String, Conditions> whole = new HashMap<>();
    phases.forEach(each -> whole.put(each.origin().run() + " " + each.phase(), each.conditions()));
    List<Parts> all = new ArrayList<>();
    for (Cell cell : cells) {
      Map<Purpose, Cell> without = new EnumMap<>(Purpose.class);
      for (Purpose part : Purpose.split()) {
        List<PhaseResult> found =
            beside.stream()
                .filter(each -> part.id().equals(each.origin().purpose()))
                .filter(
                    each ->
                        cell.key().equals(whole.get(each.origin().beside() + " " + each.phase())))
                .toList();
        if (!found.isEmpty()) {
          Conditions key = cell.key().with(cell.key().label(), part.id());
          without.put(part, Cells.of(found).get(0).under(key));
        }
      }
      if (!without.isEmpty() && cell.key().runner().equals(RunnerKind.TRACE.id())) {
        all.add(new Parts(cell, without));
      }
    }
    return all;
  }

  /** The cells and those of a split. Claims name the latter by their runner. */
  public static List<Cell> withSplit(
      List<PhaseResult> phases, List<PhaseResult> beside, List<Cell> cells) {
    return Stream.concat(
            cells.stream(),
            split(phases, beside, cells).stream()
                .flatMap(parts -> parts.without().values().stream()))
        .toList();
  }

  /**
   * @param file of the stacks, without its ending
   * @param how they were sampled
   */
  public record Profiled(Conditions key, String file, Profile how, Stacks stacks) {
    /** Says how a group of threads was sampled, or why it was not; empty if there is none. */
    public String how(String group) {
      String said = group.equals(Stacks.SERVER) ? how.server() : how.clients();
      return said == null ? "" : said;
    }
  }

  /**
   * Reads the stacks of all cells in their order.
   *
   * @param folder of the results
   * @param remarks takes a line about each file that cannot be read
   */
  public static List<Profiled> profiles(
      Path folder, List<PhaseResult> beside, List<Cell> cells, Consumer<String> remarks) {
    List<Conditions> order = cells.stream().map(Cell::key).toList();
    List<Profiled> all = new ArrayList<>();
    for (PhaseResult phase : beside) {
      Profile how = phase.measurement().resources().profile();
      if (!Purpose.PROFILED.id().equals(phase.origin().purpose())
          || !phase.valid()
          || how == null) {
        continue;
      }
      String name = Profiler.fileName(phase.run(), phase.phase());
      Path file = ResultFolder.profiles(folder).resolve(name);
      try {
        String text = new String(SafeFolder.readFile(file), StandardCharsets.UTF_8);
        String stem = name.substring(0, name.lastIndexOf('.'));
        all.add(new Profiled(phase.conditions(), stem, how, Stacks.parse(text)));
      } catch (IOException unreadable) {
        remarks.accept(file + " cannot be read; its profile is left out. Restore it from a copy");
      }
    }
    all.sort(Comparator.comparingInt(each -> order.indexOf(each.key)));
    return List.copyOf(all);
  }
}
