package org.pmemycsb.harness.cli;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.host.Models;
import org.pmemycsb.harness.host.RemoteMemory;
import org.pmemycsb.harness.measure.Campaign;
import org.pmemycsb.harness.measure.Groups;
import org.pmemycsb.harness.measure.RunEstimate;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;

/** Prints the runs of an experiment, and an estimate of time and space. */
record DryRun(RunEstimate estimate, List<RunSpec> runs, Groups groups) {
  // A database keeps more than the data for each record, and writes a new value beside the old.
  private static final double SPACE_PER_DATA = 2;

  void print(PrintStream out) {
    runs.forEach(run -> out.println(run.describe()));
    Experiment experiment = estimate.experiment();
    Duration whole = sum(runs, estimate::of);
    out.printf(
        Locale.ROOT,
        "%s of %s; about %s, of which %s outside the phases, if %s%n",
        Plural.of(runs.size(), "run"),
        Plural.of(experiment.phases().size(), "phase"),
        time(whole),
        time(whole.minus(sum(runs, estimate::inPhases))),
        assumed());
    out.println(groups.describe());
    hook(out, "before", experiment.get(Settings.PREPARE));
    hook(out, "after", experiment.get(Settings.CLEANUP));
    List<RunSpec> round = Campaign.furtherRound(experiment, runs);
    if (!round.isEmpty()) {
      out.printf(
          Locale.ROOT,
          "then rounds of %s, each round about %s, until %sthe next round does not fit in %s%n",
          Plural.of(round.size(), "run"),
          time(sum(round, estimate::of)),
          experiment.precision() == 0
              ? ""
              : String.format(
                  Locale.ROOT,
                  "every phase has a precision of %.1f %% or ",
                  100 * experiment.precision()),
          time(experiment.budget()));
    }
    experiment
        .get(Settings.PLACES)
        .forEach(
            (name, choice) ->
                out.printf("place %s: %s%s%n", name, describe(choice, experiment), use(name)));
  }

  /** The space that a run needs on a place; empty if it does not use the place. */
  private String use(String place) {
    List<DatabaseChoice> databases = runs.stream().map(RunSpec::database).toList();
    if (databases.stream().anyMatch(each -> each.place().filter(place::equals).isPresent())) {
      return "; about " + space() + " at a time";
    }
    return databases.stream().anyMatch(each -> each.logPlace().filter(place::equals).isPresent())
        ? "; for logs, which are as long as what a run writes"
        : "";
  }

  private static void hook(PrintStream out, String when, String command) {
    if (!command.isEmpty()) {
      out.printf("%s each run, not in the estimate: %s%n", when, command);
    }
  }

  private String assumed() {
    List<Boolean> kinds =
        runs.stream().map(run -> estimate.inClient().test(run.database())).distinct().toList();
    List<String> parts = new ArrayList<>();
    if (kinds.contains(false)) {
      parts.add(
          String.format(
              Locale.ROOT, "a server makes %,.0f", RunEstimate.SERVER_OPERATIONS_PER_SECOND));
    }
    if (kinds.contains(true)) {
      parts.add(
          String.format(
              Locale.ROOT,
              "a store in the client's process makes %,.0f",
              RunEstimate.STORE_OPERATIONS_PER_SECOND));
    }
    return String.join(" and ", parts)
        + " operations per second"
        + (estimate.media().containsValue(Medium.DISK)
            ? String.format(
                Locale.ROOT,
                " and loads %,.0f records per second on a disk",
                RunEstimate.SYNCED_LOADS_PER_SECOND)
            : "");
  }

  private static String describe(PlaceFolder choice, Experiment experiment) {
    return choice.folder()
        + (Files.isDirectory(Path.of(choice.folder())) ? "" : " (there is no such folder)")
        + choice
            .model()
            .map(Models::find)
            .map(
                model ->
                    ", %s (%s; %s)"
                        .formatted(
                            model.medium(),
                            model.title(),
                            RemoteMemory.reads(
                                    Path.of(choice.folder()), experiment.get(Settings.PLACEMENT))
                                .orElse(model.reads())))
            .orElse("");
  }

  private static Duration sum(List<RunSpec> runs, Function<RunSpec, Duration> ofRun) {
    return runs.stream().map(ofRun).reduce(Duration.ZERO, Duration::plus);
  }

  private static String time(Duration exact) {
    Duration time = Duration.ofSeconds((long) Math.ceil(exact.toMillis() / 1e3));
    return time.toMinutes() < 2
        ? time.toSeconds() + " s"
        : time.toHours() < 2 ? time.toMinutes() + " min" : time.toHours() + " h";
  }

  private String space() {
    Experiment experiment = estimate.experiment();
    int largest = experiment.valueSizes().stream().max(Integer::compare).orElseThrow();
    RecordLayout layout = experiment.layout(largest);
    double bytes =
        SPACE_PER_DATA
            * layout.maxRecords()
            * (layout.keyBytes() + (double) layout.fieldCount() * layout.fieldBytes());
    return ByteSize.format((long) Math.ceil(bytes / (1 << 20)) << 20);
  }
}
