package org.pmemycsb.harness.report.notes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.LoadSummary;
import org.pmemycsb.harness.host.RoundTrip;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Setting;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.result.SeenPlacement;

/** A fact about the experiment or the machine, for people. */
public record Facts(String name, String value) {

  public static List<Facts> asked(Results results) {
    Experiment experiment = results.experiment();
    List<Facts> facts = new ArrayList<>();
    for (Setting<?> setting : Settings.facts()) {
      String value = setting == Settings.VERIFY ? verified(results) : setting.fact(experiment);
      add(facts, setting.factLabel(), value);
    }
    placements(results).forEach(each -> add(facts, "on processors", each));
    add(facts, "limits of memory in the kernel", joined(memoryLimits(results)));
    results.begun().ifPresent(begun -> add(facts, "begun", begun));
    time(results.phases()).ifPresent(time -> add(facts, "time of the runs", time));
    return facts;
  }

  /** A line for each division of processors, with its databases; none without placement. */
  private static List<String> placements(Results results) {
    Names names = Names.of(results.cells());
    Map<String, Set<String>> databases = new TreeMap<>();
    for (PhaseResult phase : results.phases()) {
      SeenPlacement placed = phase.limits().placement();
      if (placed != null) {
        databases
            .computeIfAbsent(processors(placed), none -> new TreeSet<>())
            .add(names.series(phase.conditions()));
      }
    }
    return databases.entrySet().stream()
        .map(each -> each.getKey() + ": " + String.join(", ", each.getValue()))
        .toList();
  }

  private static String processors(SeenPlacement placed) {
    String servers =
        placed.servers() == null
            ? ", which has the database in its process"
            : placed.servers().equals(SeenPlacement.NOT_OURS)
                ? "; the harness did not start the server, and did not bind it"
                : ", servers on " + placed.servers();
    return "client on "
        + placed.client()
        + servers
        + (placed.memoryNode() == null ? "" : "; memory of node " + placed.memoryNode());
  }

  /** One line for people; empty if no run has its time. */
  private static Optional<String> time(List<PhaseResult> phases) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    for (PhaseResult phase : phases) {
      if (phase.origin().runSeconds() != null) {
        phase.origin().runSeconds().forEach((part, time) -> seconds.merge(part, time, Double::sum));
      }
    }
    double whole = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    if (whole <= 0) {
      return Optional.empty();
    }
    double outside = whole - seconds.getOrDefault(RunPart.PHASE.id(), 0.0);
    String parts =
        seconds.entrySet().stream()
            .filter(part -> !part.getKey().equals(RunPart.PHASE.id()))
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .map(part -> part.getKey() + " " + Figures.percent(part.getValue() / whole))
            .collect(Collectors.joining(", "));
    return Optional.of(
        "%s, of which %s outside the phases (%s)"
            .formatted(time(whole), Figures.percent(outside / whole), parts));
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
  }

  /** As the kernel stated them. On a tmpfs they are larger than the budgets. */
  private static List<String> memoryLimits(Results results) {
    return results.phases().stream()
        .filter(phase -> phase.limits().memoryLimitBytes() != null)
        .map(
            phase ->
                "%s on %s for %s"
                    .formatted(
                        ByteSize.rounded(phase.limits().memoryLimitBytes()),
                        phase.conditions().place(),
                        phase.conditions().column(Dimension.MEMORY)))
        .distinct()
        .toList();
  }

  /** For a chart that stands alone: the data's medium, its durability, the runs and the target. */
  public static String caption(Results results) {
    List<Conditions> keys = results.cells().stream().map(Cell::key).toList();
    boolean placed = Names.of(results.cells()).placed();
    String media =
        keys.stream()
            // The floor keeps no data.
            .filter(key -> !placed || !key.place().isEmpty())
            .map(key -> placed ? place(key.place(), key.medium()) : key.medium())
            .distinct()
            .collect(Collectors.joining(", "));
    String levels =
        keys.stream().map(Conditions::durability).distinct().collect(Collectors.joining(", "));
    double target = results.experiment().target();
    return "Data on %s; durability %s; %s%s"
        .formatted(
            media,
            levels,
            Plural.of(results.runs(), "run"),
            target > 0 ? "; target " + Figures.grouped(target) + " operations/s" : "");
  }

  private static String place(String name, String medium) {
    return name.equals(medium) ? name : name + " (" + medium + ")";
  }

  private static String verified(Results results) {
    return results.experiment().runners().contains(RunnerKind.TRACE)
        ? Settings.VERIFY.fact(results.experiment())
            + ", "
            + Figures.grouped(
                results.phases().stream()
                    .mapToLong(each -> each.measurement().replay().valuesChecked())
                    .sum())
            + " in all"
        : "none: only the trace runner does";
  }

  /** Facts about the machine; unknown ones are left out. */
  public static List<Facts> where(Results results) {
    Environment on = results.environment();
    Environment.Hardware hardware = on.hardware();
    Environment.Software software = on.software();
    List<Facts> facts = new ArrayList<>();
    add(facts, "machine", hardware.name());
    String cores = "%s, %d logical on %d physical cores";
    add(
        facts,
        "processor",
        cores.formatted(hardware.cpu(), hardware.logicalCores(), hardware.physicalCores()));
    add(facts, "caches", joined(hardware.caches().stream().map(Facts::cache).toList()));
    add(facts, "NUMA", joined(hardware.numaNodes()));
    add(facts, "memory", ByteSize.format(hardware.memoryBytes() >> 20 << 20));
    add(facts, "clock governed by", hardware.governor());
    add(facts, "idle processors", idleProcessors(on));
    if (on.wakeUp().roundTripMicros() != null) {
      add(facts, "round trip over loopback", RoundTrip.describe(on.wakeUp().roundTripMicros()));
    }
    add(facts, "virtualization", hardware.virtualization());
    add(facts, "container", software.container());
    add(facts, "system", software.operatingSystem() + ", " + software.kernel());
    add(facts, "Java", software.jvm() + " with " + String.join(" ", software.workerFlags()));
    add(
        facts,
        "libraries",
        software.libraries().entrySet().stream()
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining("; ")));
    on.places()
        .forEach(
            (name, place) ->
                add(facts, on.places().size() == 1 ? "data on" : "place " + name, folder(place)));
    add(facts, "results on", folder(on.results()));
    add(
        facts,
        "libpmem",
        (on.libpmem().pmemForced()
                ? "treats any mapping as persistent memory (PMEM_IS_PMEM_FORCE=1)"
                : "detects persistent memory by itself")
            + (on.libpmem().flush().equals(Environment.UNKNOWN)
                ? ""
                : "; flushes with " + on.libpmem().flush()));
    add(
        facts,
        "set for libpmem",
        on.libpmem().pmemVariables().entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(" ")));
    add(
        facts,
        "load of the machine before",
        String.format(Locale.ROOT, "%.2f", on.load().loadAverage())
            + (on.load().loadBefore() == null
                ? ""
                : "; other programs took "
                    + Figures.percent(on.load().loadBefore().others())
                    + " of the processors"));
    results.load().ifPresent(load -> add(facts, "load during the runs", load(load)));
    add(facts, "harness", "pmem-ycsb " + on.harness());
    return facts;
  }

  /** Whether idle processors may sleep. */
  public static String idleProcessors(Environment on) {
    return on.wakeUp().cpuLatency() == null
        ? "may sleep"
        : "wake up within %d us (held by the kernel during runs)"
            .formatted(on.wakeUp().cpuLatency());
  }

  private static String load(LoadSummary load) {
    return String.format(
        Locale.ROOT,
        "the harness and its databases %s of the processors, other programs %s (at most %s), the"
            + " hypervisor %s (at most %s); %d samples",
        Figures.percent(load.own()),
        Figures.percent(load.others()),
        Figures.percent(load.othersMost()),
        Figures.percent(load.steal()),
        Figures.percent(load.stealMost()),
        load.samples());
  }

  private static String folder(Environment.Folder folder) {
    return "%s (%s, %s %s)"
        .formatted(folder.path(), folder.mediumId(), folder.fileSystem(), folder.mountOptions());
  }

  // "L2 Unified 524288" as it is stored.
  private static String cache(String stored) {
    int space = stored.lastIndexOf(' ');
    String size = stored.substring(space + 1);
    return size.matches("\\d+")
        ? stored.substring(0, space) + " " + ByteSize.format(Long.parseLong(size))
        : stored;
  }

  private static String joined(List<String> all) {
    return String.join(", ", all);
  }

  private static void add(List<Facts> facts, String name, String value) {
    if (!value.isBlank() && !value.startsWith(Environment.UNKNOWN)) {
      facts.add(new Facts(name, value));
    }
  }
}
