package org.pmemycsb.harness.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.FileName;
import org.pmemycsb.harness.plan.settings.ExperimentFile;
import org.pmemycsb.harness.report.format.HtmlReport;
import org.pmemycsb.harness.report.model.Section;

/** The file {@code report.html}, with the experiment and the configurations in it. */
final class ReportPage {
  private ReportPage() {}

  static String render(Results results, List<Section> sections) {
    Map<String, Map<String, String>> files = new HashMap<>();
    files.put(
        Sections.ASKED,
        Map.of("The experiment as a file", ExperimentFile.write(results.experiment())));
    results
        .versions()
        .keySet()
        .forEach(
            label ->
                files.put(
                    HtmlReport.fileKey(Sections.DATABASES, label),
                    results.configuration().getOrDefault(FileName.of(label), new TreeMap<>())));
    return HtmlReport.render(results.experiment().title(), subtitle(results), sections, files);
  }

  private static String subtitle(Results results) {
    return results.environment().media()
        + " · "
        + results.environment().hardware().cpu()
        + results
            .begun()
            .map(begun -> " · " + begun.substring(0, Math.min(10, begun.length())))
            .orElse("")
        + " · pmem-ycsb "
        + results.environment().harness();
  }
}
