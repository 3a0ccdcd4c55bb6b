package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.Shell;
import org.pmemycsb.harness.host.CpuLatency;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.Inventory;
import org.pmemycsb.harness.host.LoadSampler;
import org.pmemycsb.harness.host.Media;
import org.pmemycsb.harness.host.Models;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.host.workspace.ChildJvm;
import org.pmemycsb.harness.host.workspace.ShutdownHook;
import org.pmemycsb.harness.host.workspace.Workspace;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.Places;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Secrets;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.harness.result.FolderLock;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.ResultFolder;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.Trait;

/**
 * An experiment on this machine, from the check of its databases to its last run: opens places,
 * result folder and runners, and starts a {@link Campaign}.
 *
 * @param experiment without the databases that cannot run here
 * @param absent the databases that cannot run here
 */
public record LocalExperiment(
    Experiment asked,
    Experiment experiment,
    List<Unavailable> absent,
    Databases databases,
    Secrets secrets) {
  /** Makes the runners, and hears how far the experiment is. */
  public interface Listener {
    Map<RunnerKind, Runner> runners(ChildJvm jvm, LazyFleet fleet);

    List<Feature.Kind> features(Feature.Plan plan);

    /** How long another process may give no answer. */
    Duration patience();

    void warn(String line);

    /** The result folder is ready, and no run has been made yet. */
    void begun(ResultFolder results, boolean resumed) throws IOException;

    Progress progress();

    /** Each used place was measured, or has a reason why it was not. */
    void probed(Map<String, Probe> probes, Progress progress);

    /** That many repeats of all runs are done, and more are to come. */
    void repeated(ResultFolder results, int repeats, Progress progress) throws IOException;

    /** All runs are done. Returns the exit status of the command. */
    int ended(ResultFolder results) throws IOException;
  }

  /**
   * Checks an experiment against this machine, and starts nothing.
   *
   * @param ofFeatures the refusals of features
   * @throws ConfigurationException as {@link Feasibility#check}
   */
  public static LocalExperiment of(
      Experiment asked, Databases databases, List<Refusal> ofFeatures) {
    Secrets secrets = Secrets.of(asked.databases(), asked.properties(), System::getenv);
    List<Unavailable> absent = Feasibility.check(asked, databases, ofFeatures);
    List<String> labels = absent.stream().map(Unavailable::database).toList();
    return new LocalExperiment(asked, asked.without(labels), absent, databases, secrets);
  }

  public boolean hasServers() {
    return experiment.databases().stream()
        .anyMatch(each -> databases.traits(each).has(Trait.ATTACHES));
  }

  public List<RunSpec> grid() {
    return Campaign.grid(experiment, databases);
  }

  /** Which databases are measured side by side on this machine as it is now. */
  public Groups groups() {
    return Groups.choose(experiment, databases, grid(), Inventory.freeMemory());
  }

  public RunEstimate estimate() {
    Map<String, Medium> media = new TreeMap<>();
    experiment
        .get(Settings.PLACES)
        .forEach(
            (name, choice) -> {
              try {
                boolean disk =
                    choice.model().map(Models::find).filter(MediumModel::ofDisk).isPresent();
                media.put(name, disk ? Medium.DISK : Media.of(Path.of(choice.folder())));
              } catch (IOException notThere) {
                // Only an estimate is made without it; a run refuses the folder.
                return;
              }
            });
    return new RunEstimate(experiment, media, each -> databases.traits(each).has(Trait.IN_PROCESS));
  }

  /**
   * Makes the runs that the result folder does not have yet.
   *
   * @param folder a new result folder or, of a resumed experiment, the one that it continues
   * @return the exit status of the command
   * @throws ConfigurationException if the experiment is impossible on this machine
   */
  public int run(Path folder, boolean resumed, Listener listener)
      throws IOException, InterruptedException {
    if (asked.cluster().isPresent()) {
      Fleet.provider(); // before anything is measured
    }
    List<Place> places = places(listener);
    List<Feature.Kind> features =
        listener.features(new Feature.Plan(asked, places, databases, listener::warn));
    // A refused limit leaves no folder.
    try (CpuLatency latency = CpuLatency.limit(asked.get(Settings.CPU_LATENCY));
        FolderLock lock =
            resumed
                ? FolderLock.take(ResultFolder.open(folder).path())
                : FolderLock.takeNew(folder)) {
      try {
        ResultFolder results =
            resumed
                ? resumed(lock.folder(), places, latency.micros(), listener)
                : begun(lock.folder(), places, latency.micros());
        results.note(asked, absent);
        listener.begun(results, resumed);
        Set<String> left = new ConcurrentSkipListSet<>();
        Optional<ConfigurationException> refusal = run(results, places, features, left, listener);
        results.noteLoad();
        int status = listener.ended(results);
        left.forEach(listener::warn);
        if (refusal.isPresent()) {
          throw new ConfigurationException(
              refusal.get().getMessage().replaceFirst("\\.+$", "") + ". " + toContinue(results),
              refusal.get());
        }
        return status;
      } catch (ConfigurationException refused) {
        if (!resumed && !Files.exists(lock.folder().resolve(Journal.FILE))) {
          // A result folder without runs would stand in the way of the next attempt.
          lock.clear(refused);
        }
        throw refused;
      } catch (IOException failure) {
        throw ResultFolder.ended(lock.folder(), failure);
      }
    }
  }

  private ResultFolder begun(Path folder, List<Place> places, Integer latency) throws IOException {
    ResultFolder results =
        ResultFolder.create(
            folder,
            asked,
            Inventory.take(
                places, Places.variants(asked, databases::get), folder, ChildJvm.flags(), latency));
    Resumption.keep(databases.jars(), folder);
    return results;
  }

  private ResultFolder resumed(Path folder, List<Place> places, Integer latency, Listener listener)
      throws IOException {
    ResultFolder results = ResultFolder.open(folder);
    Environment begun = results.environment();
    places.forEach(place -> Resumption.refuseOtherMedium(begun, place));
    Resumption.refuseOtherCpuLatency(begun, latency);
    Resumption.refuseOtherJars(databases.jars(), folder);
    results.journal().contents().remarks().forEach(listener::warn); // refuses a damaged one
    return results;
  }

  /**
   * Makes the runs.
   *
   * @param left gets a line for each thing that could not be removed from a server
   * @return the reason if the experiment was refused after its first run
   */
  @SuppressWarnings("try") // an interruption closes what is open
  private Optional<ConfigurationException> run(
      ResultFolder results,
      List<Place> places,
      List<Feature.Kind> features,
      Set<String> left,
      Listener listener)
      throws IOException, InterruptedException {
    Installation installation = Installation.find();
    try (Workspaces workspaces = Workspaces.open(places, listener::warn);
        Progress progress = listener.progress();
        LazyFleet fleet = LazyFleet.of(experiment, installation, workspaces, databases.jars())) {
      Groups groups = groups();
      if (groups.isReduced()) {
        listener.warn(groups.describe());
      }
      Campaign campaign =
          new Campaign(
              this,
              groups,
              listener.runners(new ChildJvm(installation), fleet),
              workspaces,
              features,
              installation.workloads(),
              results.path(),
              left,
              progress);
      ShutdownHook breakOff =
          ShutdownHook.add(
              () -> {
                campaign.stop();
                progress.close();
                fleet.close();
                workspaces.close();
                // A run ends with an empty server; this one did not come to its end.
                String servers =
                    asked.databases().stream()
                        .filter(each -> each.url().isPresent())
                        .map(DatabaseChoice::label)
                        .collect(Collectors.joining(", "));
                listener.warn(
                    "interrupted. "
                        + toContinue(results)
                        + (servers.isEmpty()
                            ? ""
                            : " --allow-reset, which removes what the run left on " + servers));
              });
      LoadSampler load = LoadSampler.start(results.path());
      try {
        campaign.rehearse();
        if (!probed(results, places, workspaces, listener, progress)
            || !campaign.run(repeat -> listener.repeated(results, repeat, progress))) {
          // The JVM is going down; the shutdown hook does the rest.
          Thread.currentThread().join();
        }
        return Optional.empty();
      } catch (ConfigurationException refused) {
        if (!results.journal().contents().phases().isEmpty()) {
          return Optional.of(refused);
        }
        throw refused;
      } finally {
        breakOff.close();
        load.close();
      }
    }
  }

  /** Probes the places if nothing was measured before; false if the harness is being stopped. */
  private boolean probed(
      ResultFolder results,
      List<Place> places,
      Workspaces workspaces,
      Listener listener,
      Progress progress)
      throws IOException, InterruptedException {
    Collection<Probe> before = results.environment().probes().values();
    boolean probed = !before.isEmpty() && before.stream().allMatch(each -> each.reason() == null);
    if (probed || !results.journal().contents().phases().isEmpty()) {
      return true;
    }
    try {
      Map<String, Probe> probes =
          Probing.shortly(experiment, places, workspaces, listener.patience());
      // A probe that was broken off says nothing about its place.
      workspaces.home().refuseIfClosed();
      listener.probed(probes, progress);
      results.noteProbes(probes);
      return true;
    } catch (Workspace.ClosedException stopped) {
      return false;
    }
  }

  private static String toContinue(ResultFolder results) {
    return "Finished runs are kept; to continue: pmem-ycsb run --resume "
        + Shell.word(results.path());
  }

  private List<Place> places(Listener listener) throws IOException {
    List<Place> places = new ArrayList<>();
    Map<List<Object>, String> names = new HashMap<>();
    for (Map.Entry<String, PlaceFolder> each : asked.get(Settings.PLACES).entrySet()) {
      Place place = Place.open(each.getKey(), each.getValue(), asked.get(Settings.PLACEMENT));
      String other = names.put(List.of(place.folder().toRealPath(), place.model()), place.name());
      if (other != null) {
        throw new ConfigurationException(
            "places %s and %s are the same folder, %s; name another with --place %2$s=DIR"
                .formatted(other, place.name(), place.folder()));
      }
      places.add(place);
    }
    for (DatabaseChoice database : asked.databases()) {
      places.stream()
          .filter(
              place -> database.logPlace().or(database::place).equals(Optional.of(place.name())))
          .filter(place -> place.medium() == Medium.DISK)
          .filter(place -> databases.traits(database).has(Trait.NEEDS_PERSISTENT_MEMORY))
          .forEach(
              place ->
                  listener.warn(
                      "%s needs persistent memory, but place %s (%s) is a disk. There it uses msync, which is slow"
                          .formatted(database.label(), place.name(), place.folder())));
    }
    return places;
  }
}
