package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.FlushInstruction;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.Inventory;
import org.pmemycsb.harness.host.Libraries;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.host.workspace.Workspace;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.MediumReads;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.probe.Fio;
import org.pmemycsb.harness.probe.Plan;
import org.pmemycsb.harness.probe.PmemProbe;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.harness.probe.ProbedPlace;
import org.pmemycsb.harness.shim.Shim;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.SafeFolder;

/** Probes places, each in the workspace on it. */
public final class Probing {
  private static final long SEED = 42;

  private Probing() {}

  static Map<String, Probe> shortly(
      Experiment experiment, List<Place> places, Workspaces workspaces, Duration patience)
      throws IOException, InterruptedException {
    Set<String> used =
        experiment.databases().stream()
            .flatMap(each -> Stream.concat(each.place().stream(), each.logPlace().stream()))
            .collect(Collectors.toSet());
    return of(
        places.stream().filter(place -> used.contains(place.name())).toList(),
        workspaces,
        place -> Plan.of(place.medium(), Plan.Scale.SHORT),
        Map.of(),
        patience,
        (place, seconds) -> {});
  }

  /**
   * Probes places, one after the other.
   *
   * @param users variables that may tell libpmem to leave flushes out
   * @param begins takes each place, and the seconds that it will take
   */
  public static Map<String, Probe> of(
      List<Place> places,
      Workspaces workspaces,
      Function<Place, Plan> plans,
      Map<String, String> users,
      Duration patience,
      ObjLongConsumer<Place> begins)
      throws IOException, InterruptedException {
    Map<String, Probe> found = new TreeMap<>();
    for (Place place : places) {
      Workspace workspace = workspaces.on(place.name());
      Path scratch = workspace.newFolder("probe");
      Path library = workspace.newFolder("model");
      try {
        Map<String, Path> libraries = new TreeMap<>(Libraries.unpacked());
        ProcessStarter starter =
            place.model().isEmpty()
                ? workspace::start
                : modelled(place, scratch, library, libraries, workspace::start);
        Plan all = plans.apply(place);
        Plan plan = place.model().isEmpty() ? all : all.modelled(slowsReads(place));
        if (plan.requests().isEmpty()) {
          throw new ConfigurationException(
              "place %s: %s delays none of these calls; name a place without a model"
                  .formatted(place.name(), place.mediumId()));
        }
        begins.accept(place, plan.time().toSeconds());
        ProbedPlace probed =
            new ProbedPlace(
                place.folder(),
                place.medium(),
                place.model().map(MediumModel::medium).orElse(null),
                place.delays().map(MediumModel::read).orElse(MediumReads.NONE),
                place.reads().orElse(null));
        Supplier<Path> program = () -> Installation.nativeFile("pmem_probe");
        found.put(
            place.name(),
            place.medium() == Medium.DISK
                ? new Fio(starter, new LocalHost(), patience).probe(probed, scratch, plan)
                : new PmemProbe(starter, program, libraries, users)
                    .probe(
                        probed,
                        scratch,
                        plan,
                        Inventory.largestCache(),
                        FlushInstruction.here(place.medium())));
      } finally {
        SafeFolder.delete(scratch);
        SafeFolder.delete(library);
      }
    }
    return found;
  }

  private static boolean slowsReads(Place place) {
    return place.reads().isPresent()
        || place.model().filter(model -> !model.read().none()).isPresent();
  }

  /**
   * Starts the tools with the shim, as a run starts databases on the place. The shim takes the
   * place of libpmem among the libraries.
   */
  private static ProcessStarter modelled(
      Place place, Path data, Path folder, Map<String, Path> libraries, ProcessStarter starter)
      throws IOException {
    Shim shim = Shim.install(folder, List.of(data), Purpose.COMPARISON, place.delays(), SEED);
    Optional<Path> libpmem = Optional.ofNullable(libraries.put("libpmem", shim.library()));
    return command -> {
      shim.preload(command.environment());
      libpmem.ifPresent(real -> command.environment().put("PMEM_SHIM_LIBPMEM", real.toString()));
      return starter.start(command);
    };
  }
}
