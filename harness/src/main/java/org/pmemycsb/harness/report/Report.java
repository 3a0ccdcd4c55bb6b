package org.pmemycsb.harness.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import one.convert.Arguments;
import one.convert.FlameGraph;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.analysis.Analysis;
import org.pmemycsb.harness.analysis.Beside.Profiled;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.feature.profile.Stacks;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.report.format.Escape;
import org.pmemycsb.harness.report.format.Format;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.format.Plots;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.report.verdict.Answers;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.ResultFolder;
import org.pmemycsb.spi.SafeFolder;

/** Writes the files of a report into its result folder. */
public final class Report {
  private static final String PROBE_FORMAT = "pmem-ycsb-probe";
  private static final int PROBE_VERSION = 1;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** A narrower frame could not be seen, in percent of the width. */
  private static final double NARROWEST = 0.1;

  private Report() {}

  /**
   * @param text for a terminal: tables and claims
   */
  public record Rendered(Results results, String text) {}

  /**
   * Makes summaries, report, tables and plots from the journal.
   *
   * @param details whether the text also has throughputs, latencies, floor and ceiling
   */
  public static Rendered render(ResultFolder folder, boolean details) throws IOException {
    Results results = Analysis.of(folder);
    refuseToForget(folder, results);
    Answers answers = Answers.of(results);
    List<Section> sections = Sections.of(answers);
    folder.write(Csv.SUMMARY, Csv.summary(results.all()));
    folder.write(Csv.RUNS, Csv.runs(results.journal().runs()));
    folder.write(Csv.RATIOS, Csv.ratios(answers.ratios()));
    folder.write(SummaryJson.FILE, SummaryJson.render(answers));
    String lacking = write(folder.path(), results, sections);
    if (!lacking.isEmpty()) {
      System.err.println("pmem-ycsb: " + lacking);
    }
    flameGraphs(folder.path(), results);
    return new Rendered(results, PlainText.of(sections, folder.path(), details));
  }

  /**
   * Writes the sections in all formats, and the plots.
   *
   * @return the reason if no plot could be drawn; empty otherwise
   */
  static String write(Path folder, Results results, List<Section> sections) throws IOException {
    for (Format format : Format.values()) {
      FileFailure.replace(folder.resolve(format.file()), text(format, results, sections));
    }
    return Plots.write(folder.resolve(Plots.FOLDER), sections);
  }

  static String text(Format format, Results results, List<Section> sections) {
    Environment on = results.environment();
    String begun = results.begun().map(time -> time.replaceFirst("T.*", " · ")).orElse("");
    return format.render(
        results.experiment().get(Settings.TITLE),
        on.media()
            + " · "
            + on.hardware().cpu()
            + " · "
            + begun
            + "pmem-ycsb "
            + on.harness().replaceFirst(" .*", ""),
        sections);
  }

  /** Writes a flame graph of async-profiler for each profiled cell. */
  static void flameGraphs(Path folder, Results results) throws IOException {
    Names names = Names.of(results.cells());
    for (Profiled profile : results.profiles()) {
      Path file = ResultFolder.profiles(folder).resolve(profile.file() + ".html");
      String title = "Phase " + profile.key().phase() + " of " + names.series(profile.key());
      FileFailure.write(file, flameGraph(title, profile.stacks()));
    }
  }

  private static String flameGraph(String title, Stacks stacks) throws IOException {
    Arguments options = new Arguments();
    options.title = Escape.html(title);
    options.minwidth = NARROWEST;
    FlameGraph graph = new FlameGraph(options);
    // The page has the frames in a script. A folder of somebody else must not end it.
    graph.parseCollapsed(new StringReader(stacks.text().replace("</", "< /").replace("<!", "< !")));
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    graph.dump(new PrintStream(page, true, StandardCharsets.UTF_8));
    return page.toString(StandardCharsets.UTF_8);
  }

  /** Writes {@code probe.json}: the machine, and the probes of its places. */
  public static void writeProbe(Path folder, Environment probed) throws IOException {
    Files.createDirectories(folder);
    FileFailure.write(folder.resolve("probe.json"), probe(probed));
  }

  static String probe(Environment probed) throws IOException {
    ObjectNode environment = JSON.valueToTree(probed);
    ObjectNode all = JSON.createObjectNode();
    all.put("format", PROBE_FORMAT);
    all.put("version", PROBE_VERSION);
    all.set("probes", environment.remove("probes"));
    all.set("environment", environment);
    return JSON.writeValueAsString(all) + "\n";
  }

  /** Without its journal, the tables of the last report are all that is left of the runs. */
  private static void refuseToForget(ResultFolder folder, Results results) throws IOException {
    Path known = folder.path().resolve(Csv.RUNS);
    if (results.journal().phases().isEmpty()
        && Files.exists(known)
        && new String(SafeFolder.readFile(known), StandardCharsets.ISO_8859_1).lines().count()
            > 1) {
      throw new ConfigurationException(
          "%s has no run, but %s of the last report has; restore it from a copy, or delete %2$s to lose its runs"
              .formatted(folder.path().resolve(Journal.FILE), Csv.RUNS));
    }
  }

  /** The first tables for a terminal, after some of the repeats. Writes no file. */
  public static String textAfter(ResultFolder folder, int repeats) throws IOException {
    Experiment whole = folder.experiment().finish();
    Results sofar = Analysis.of(folder, whole.repeated(repeats));
    String text = PlainText.of(Sections.interim(Answers.of(sofar)), folder.path(), false);
    return "after %s; %s%s%n"
            .formatted(
                whole.budget().isZero() || whole.repeats() > 1
                    ? "%d of %d repeats".formatted(repeats, whole.repeats())
                    : "the first round",
                repeats == 1 ? "one run has no interval yet" : "the intervals are not final",
                text.contains(Notes.UNSTEADY) ? "; " + Notes.UNSTEADY + " was not steady" : "")
        + text
        + "\n";
  }
}
