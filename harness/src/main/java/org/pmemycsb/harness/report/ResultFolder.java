package org.pmemycsb.harness.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.calibrate.Calibration;
import org.pmemycsb.harness.claim.ClaimResult;
import org.pmemycsb.harness.claim.Claims;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.ExperimentFile;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.LoadSampler;
import org.pmemycsb.harness.host.LoadSummary;
import org.pmemycsb.harness.medium.Probe;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Unavailable;

/**
 * The folder with the results of an experiment. It holds the experiment ({@code experiment.yaml}),
 * the machine ({@code environment.json}) and the measurements ({@code cells.jsonl}). All reports
 * are made from these three.
 */
public final class ResultFolder {
  private static final String EXPERIMENT = "experiment.yaml";
  private static final String ENVIRONMENT = "environment.json";
  private static final String HISTOGRAMS = "histograms";
  private static final String CALIBRATION = "calibration.json";
  private static final String UNAVAILABLE = "unavailable.json";
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .enable(SerializationFeature.INDENT_OUTPUT);

  private final Path folder;

  private ResultFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * A new folder; the caller has its {@link org.pmemycsb.harness.result.FolderLock}.
   *
   * @throws ConfigurationException if it cannot be made
   */
  public static ResultFolder create(Path folder, Experiment experiment, Environment environment) {
    try {
      Files.createDirectories(folder);
      ResultFolder results = new ResultFolder(folder);
      results.write(EXPERIMENT, ExperimentFile.write(experiment));
      results.write(ENVIRONMENT, JSON.writeValueAsString(environment) + "\n");
      return results;
    } catch (IOException failure) {
      throw new ConfigurationException(
          "--out: cannot write to " + folder + ": " + failure.getMessage(), failure);
    }
  }

  /**
   * The folder of an earlier run.
   *
   * @throws ConfigurationException if it is no result folder
   */
  public static ResultFolder open(Path folder) {
    if (!Files.isRegularFile(folder.resolve(EXPERIMENT))
        || !Files.isRegularFile(folder.resolve(ENVIRONMENT))) {
      throw new ConfigurationException(
          folder + " is no result folder: it has no " + EXPERIMENT + " and " + ENVIRONMENT);
    }
    return new ResultFolder(folder);
  }

  public Path path() {
    return folder;
  }

  /** The folder with the histograms of latency; made if it is missing. */
  public Path histograms() throws IOException {
    return Files.createDirectories(folder.resolve(HISTOGRAMS));
  }

  public Journal journal() {
    return new Journal(folder);
  }

  /** The experiment, as a draft that can be compared with another one. */
  public ExperimentDraft experiment() throws IOException {
    return ExperimentFile.read(folder.resolve(EXPERIMENT));
  }

  /** Stores the claims and the missing databases of a run that continues; both may have changed. */
  public void note(Experiment experiment, List<Unavailable> unavailable) throws IOException {
    write(EXPERIMENT, ExperimentFile.write(experiment));
    if (unavailable.isEmpty()) {
      Files.deleteIfExists(folder.resolve(UNAVAILABLE));
    } else {
      write(UNAVAILABLE, JSON.writeValueAsString(unavailable) + "\n");
    }
  }

  /** The databases that could not run; none in most folders. */
  public List<Unavailable> unavailable() throws IOException {
    Path file = folder.resolve(UNAVAILABLE);
    return Files.exists(file) ? List.of(read(file, Unavailable[].class)) : List.of();
  }

  /** The machine. */
  public Environment environment() throws IOException {
    return read(folder.resolve(ENVIRONMENT), Environment.class);
  }

  private static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      return JSON.readValue(file.toFile(), type);
    } catch (JsonProcessingException damaged) {
      throw new ConfigurationException(
          "%s is damaged: %s; restore it from a copy"
              .formatted(file, damaged.getOriginalMessage().lines().findFirst().orElse("")),
          damaged);
    }
  }

  /**
   * A report.
   *
   * @param cells in the order in which the experiment names their dimensions
   * @param claims of the experiment, judged
   * @param text for a terminal: tables and claims
   * @param remarks what is damaged in the folder, a line each
   */
  public record Rendered(
      List<Cell> cells, List<ClaimResult> claims, String text, List<String> remarks) {}

  /** Makes summaries, report, tables and plots from the journal. */
  public Rendered render() throws IOException {
    Results results = results();
    List<Section> sections = Sections.of(results);
    write(SummaryCsv.FILE, SummaryCsv.render(results.cells()));
    write(SummaryJson.FILE, SummaryJson.render(results));
    write(MarkdownReport.FILE, MarkdownReport.render(results.experiment(), sections));
    write(LatexTables.FILE, LatexTables.render(sections));
    write(HtmlReport.FILE, HtmlReport.render(results, sections));
    String lacking = Plots.write(folder.resolve(Plots.FOLDER), sections);
    if (!lacking.isEmpty()) {
      System.err.println("pmem-ycsb: " + lacking);
    }
    if (!results.calibrations().isEmpty()) {
      write(Bounds.FILE, Bounds.render(results.calibrations()));
      write(CALIBRATION, JSON.writeValueAsString(results.calibrations()) + "\n");
    }
    return new Rendered(
        results.cells(), results.claims(), PlainText.of(sections, folder), results.remarks());
  }

  /**
   * What a terminal shows after some repeats, while more are to come: the comparison, and what
   * persistent memory buys. Writes no file.
   */
  public String textAfter(int repeats) throws IOException {
    Experiment whole = experiment().finish();
    Results sofar = results(whole.repeated(repeats));
    boolean unsteady = sofar.contenders().stream().anyMatch(Cell::isUnsteady);
    return "after %d of %d repeats; %s%s%n"
            .formatted(
                repeats,
                whole.repeats(),
                repeats == 1 ? "one run has no interval yet" : "the intervals are not final",
                unsteady ? "; " + Throughput.UNSTEADY + " was not steady" : "")
        + PlainText.of(Sections.interim(sofar.measured()), folder)
        + "\n";
  }

  /** The contents of the folder, summarised. */
  Results results() throws IOException {
    return results(experiment().finish());
  }

  private Results results(Experiment experiment) throws IOException {
    Journal.Contents journal = journal().contents();
    List<String> remarks = new ArrayList<>(journal.remarks());
    List<PhaseResult> phases = journal.compared();
    List<PhaseResult> asides = journal.asides();
    List<Cell> known = Demands.of(asides, Cells.of(phases, experiment.seed()), environment());
    List<Cell> cells =
        Costs.of(experiment, phases, known).stream().sorted(order(experiment)).toList();
    return new Results(
        experiment,
        environment(),
        phases,
        asides,
        cells,
        calibrations(experiment, phases),
        unavailable(),
        Claims.judge(experiment, unavailable(), Split.with(phases, asides, cells, experiment)),
        Percentiles.read(folder.resolve(HISTOGRAMS), phases, remarks::add),
        LoadSummary.of(LoadSampler.read(folder)),
        Configurations.read(folder.resolve(Configurations.FOLDER)),
        journal.superseded(),
        remarks);
  }

  /** Writes the script that makes the same results again. */
  public void writeRerun(Path program, Map<String, String> options) throws IOException {
    write(RerunScript.FILE, RerunScript.render(environment().harness(), program, options));
    Files.setPosixFilePermissions(
        folder.resolve(RerunScript.FILE), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Stores the load of the machine during the runs in {@code environment.json}. */
  public void noteLoad() throws IOException {
    Optional<LoadSummary> load = LoadSummary.of(LoadSampler.read(folder));
    if (load.isPresent()) {
      write(ENVIRONMENT, JSON.writeValueAsString(environment().during(load.get())) + "\n");
    }
  }

  /** Stores what the places can do in {@code environment.json}. */
  public void noteProbes(Map<String, Probe> probes) throws IOException {
    write(ENVIRONMENT, JSON.writeValueAsString(environment().probed(probes)) + "\n");
  }

  private static List<Calibration> calibrations(Experiment experiment, List<PhaseResult> results) {
    List<String> phases = experiment.phases().stream().map(Phase::id).toList();
    return Calibration.of(results, experiment.seed()).stream()
        .sorted(
            Comparator.comparing(Calibration::database)
                .thenComparing(Calibration::place)
                .thenComparing(Calibration::durability)
                .thenComparingInt(Calibration::threads)
                .thenComparingInt(Calibration::valueSizeBytes)
                .thenComparingInt(cell -> phases.indexOf(cell.phase())))
        .toList();
  }

  // The runs were shuffled; reports list them in the order of the experiment.
  private static Comparator<Cell> order(Experiment experiment) {
    List<String> databases = experiment.databases().stream().map(DatabaseChoice::label).toList();
    List<String> places =
        experiment.databases().stream()
            .map(each -> each.label() + "@" + each.place().orElse(""))
            .toList();
    List<String> phases = experiment.phases().stream().map(Phase::id).toList();
    List<String> durabilities =
        experiment.durabilities().stream().map(level -> level.id()).toList();
    // A floor that the experiment does not name comes last.
    return Comparator.<Cell>comparingInt(cell -> place(databases, cell.key().label().asked()))
        .thenComparingInt(
            cell -> places.indexOf(cell.key().label().asked() + "@" + cell.key().place()))
        .thenComparingInt(cell -> durabilities.indexOf(cell.key().durability()))
        .thenComparingInt(cell -> cell.key().machines())
        .thenComparingInt(cell -> cell.key().threads())
        .thenComparingInt(cell -> cell.key().valueSizeBytes())
        .thenComparingInt(cell -> RunnerKind.of(cell.key().runner()).ordinal())
        .thenComparingInt(cell -> phases.indexOf(cell.key().phase()));
  }

  private static int place(List<String> databases, String label) {
    int named = databases.indexOf(label);
    return named < 0 ? databases.size() : named;
  }

  // The move is atomic, so that a reader never sees a part of a file.
  private void write(String name, String text) throws IOException {
    Path beside = folder.resolve("." + name + ".new");
    Files.writeString(beside, text);
    Files.move(beside, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }
}
