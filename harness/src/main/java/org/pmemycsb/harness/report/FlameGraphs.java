package org.pmemycsb.harness.report;

import java.io.IOException;
import java.nio.file.Path;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.analysis.Profiles.Profiled;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.report.format.FlameGraph;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.ResultFolder;

/** The files {@code profiles/*.html}: a flame graph for each profiled cell. */
final class FlameGraphs {
  private FlameGraphs() {}

  static void write(Path folder, Results results) throws IOException {
    Names names = Names.of(results.cells());
    for (Profiled profile : results.why().profiles()) {
      Conditions key = profile.key();
      Path file = ResultFolder.profiles(folder).resolve(profile.file() + ".html");
      String page =
          FlameGraph.render(
              "Phase " + key.phase() + " of " + names.series(key),
              "%s, %s values, durability %s"
                  .formatted(
                      key.clients(), ByteSize.format(key.valueSizeBytes()), key.durability()),
              profile.stacks());
      FileFailure.write(file, page);
    }
  }
}
