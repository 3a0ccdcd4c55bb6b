package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.analysis.claim.ClaimVerdict;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.Inventory;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.host.workspace.ShutdownHook;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.measure.Probing;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.Placement;
import org.pmemycsb.harness.plan.settings.ComponentFile;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.probe.Plan;
import org.pmemycsb.harness.probe.Plan.Scale;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.harness.report.ComponentReport;
import org.pmemycsb.harness.report.Report;
import org.pmemycsb.harness.report.tables.MediumTables;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ServerSettings;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "probe",
    description = {
      "Measures what a place can do, without a database: loads, persists, copies, transactions and"
          + " locks on persistent memory or tmpfs; syncs and reads on a disk, with fio.",
      "Exit status: 0; 1 when a place could not be measured; 2 when it cannot be used."
    },
    mixinStandardHelpOptions = true)
final class ProbeCommand implements Callable<Integer> {
  private static final Duration BRIEF = Duration.ofMillis(10);
  private static final Duration LONG = Duration.ofMillis(50);

  @Parameters(
      arity = "0..1",
      paramLabel = "EXPERIMENT",
      description =
          "A figure of the thesis, such as fig-4.1, or of PerMA-Bench, such as perma-7, or a file of"
              + " your own; without it, all that a place can do.")
  private String experiment;

  @Mixin private SharedOptions.Out out;

  @Mixin private final SettingOptions places = new SettingOptions(List.of(Settings.PLACES));

  @ArgGroup(exclusive = true)
  private Extent extent = new Extent();

  private static final class Extent {
    @Option(names = "--short", description = "A second or two for a place, as in every run.")
    private boolean brief;

    @Option(
        names = "--quick",
        description =
            "Half a minute for a place, 10 ms for each figure of an experiment. The default.")
    private boolean quick;

    @Option(
        names = "--full",
        description =
            "All sizes and more rounds, about ten minutes; 50 ms for each figure of an experiment.")
    private boolean full;
  }

  @Mixin private SharedOptions.Output output;

  @Option(
      names = "--strict-claims",
      description = "A claim that FAILS makes the exit status 1; with an experiment.")
  private boolean strictClaims;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return experiment == null ? probe() : experiment();
  }

  private int probe() throws IOException, InterruptedException {
    List<Place> places = new ArrayList<>();
    folders().forEach((name, folder) -> places.add(Place.open(name, folder, Placement.NONE)));
    Path results = out.folder("probe");
    refuseUnwritable(results);
    Scale scale = extent.full ? Scale.FULL : extent.brief ? Scale.SHORT : Scale.QUICK;
    Environment probed = measure(places, place -> Plan.of(place.medium(), scale));
    probed
        .probes()
        .forEach(
            (name, probe) -> System.out.println(MediumTables.text(name, probe, output.details())));
    Report.writeProbe(results, probed);
    System.out.println(
        "all figures in " + results + (output.details() ? "" : "; --output details prints them"));
    boolean complete = probed.probes().values().stream().allMatch(each -> each.reason() == null);
    return complete ? Main.OK : Main.INVALID;
  }

  private int experiment() throws IOException, InterruptedException {
    Path file = NamedExperiments.find(experiment, NamedExperiments.ofMedium());
    ComponentFile read = ComponentFile.read(file, Runtime.getRuntime().availableProcessors());
    Experiment asked = read.experiment();
    Map<String, PlaceFolder> folders = folders();
    if (folders.size() > 1 && !folders.containsKey(Place.PMEM)) {
      throw new ConfigurationException(
          "--place: %s is measured on one place; name one of %s"
              .formatted(asked.name(), String.join(", ", folders.keySet())));
    }
    String name = folders.size() == 1 ? folders.keySet().iterator().next() : Place.PMEM;
    Place place = Place.open(name, folders.get(name), Placement.NONE);
    if (place.medium() == Medium.DISK) {
      throw new ConfigurationException(
          "place %s: %s lies on a disk, which has no libpmem; name another with --place NAME=DIR"
              .formatted(name, place.folder()));
    }
    Path results = out.folder(asked.name());
    refuseUnwritable(results);
    Environment probed =
        measure(
            List.of(place),
            there ->
                Plan.of(
                    asked.name(),
                    asked.databases().stream().map(DatabaseChoice::id).toList(),
                    asked.phases().stream()
                        .filter(phase -> !phase.isLoad())
                        .map(Phase::id)
                        .toList(),
                    asked.valueSizes(),
                    asked.threads(),
                    asked.repeats(),
                    extent.full ? LONG : BRIEF));
    Probe probe = probed.probes().get(name);
    if (probe.reason() != null) {
      System.out.println(MediumTables.head(name, probe));
      return Main.INVALID;
    }
    ComponentReport report = new ComponentReport(read, probed, probe);
    System.out.print(report.write(results));
    boolean failed =
        probe.figures().stream().anyMatch(figure -> !figure.measured())
            || strictClaims
                && report.claims().stream()
                    .anyMatch(claim -> claim.verdict() == ClaimVerdict.FAILS);
    return failed ? Main.INVALID : Main.OK;
  }

  /** Before all is measured, not after it. Makes nothing. */
  private static void refuseUnwritable(Path out) {
    Path there = out.toAbsolutePath();
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there) || !Files.isWritable(there)) {
      throw new ConfigurationException(
          "--out: cannot write to %s: %s: %s"
              .formatted(out, there, Files.isDirectory(there) ? "access denied" : "is no folder"));
    }
  }

  private Environment measure(List<Place> places, Function<Place, Plan> plans)
      throws IOException, InterruptedException {
    Environment machine = Inventory.take(places, Map.of(), Path.of(""), List.of(), null);
    try (Workspaces workspaces = Workspaces.open(places, Main::warn)) {
      ShutdownHook breakOff = ShutdownHook.add(workspaces::close);
      try {
        return machine.probed(
            Probing.of(
                places,
                workspaces,
                plans,
                System.getenv(),
                ServerSettings.USUAL_PATIENCE,
                (place, seconds) -> {
                  if (!output.quiet()) {
                    System.err.printf(
                        "measuring place %s, about %d s%n", place.name(), Math.max(1, seconds));
                  }
                }));
      } finally {
        breakOff.close();
      }
    }
  }

  private Map<String, PlaceFolder> folders() {
    return places.isGiven(Settings.PLACES)
        ? places.get(Settings.PLACES)
        : SharedOptions.offeredPlaces();
  }
}
