package org.pmemycsb.harness.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import one.convert.Arguments;
import one.convert.FlameGraph;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.analysis.Beside.Profiled;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.feature.profile.Stacks;
import org.pmemycsb.harness.report.format.Escape;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.result.ResultFolder;

/** The files {@code profiles/*.html}: a flame graph of async-profiler for each profiled cell. */
final class FlameGraphs {
  /** A narrower frame could not be seen, in percent of the width. */
  private static final double NARROWEST = 0.1;

  private FlameGraphs() {}

  static void write(Path folder, Results results) throws IOException {
    Names names = Names.of(results.cells());
    for (Profiled profile : results.profiles()) {
      Path file = ResultFolder.profiles(folder).resolve(profile.file() + ".html");
      String title = "Phase " + profile.key().phase() + " of " + names.series(profile.key());
      FileFailure.write(file, page(title, profile.stacks()));
    }
  }

  private static String page(String title, Stacks stacks) throws IOException {
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
}
