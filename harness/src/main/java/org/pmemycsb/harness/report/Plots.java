package org.pmemycsb.harness.report;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.pmemycsb.harness.report.chart.Chart;
import org.pmemycsb.harness.report.chart.PlotFile;

/**
 * The folder {@code plots}: the charts of the report as files for papers, SVG and PNG. Of each
 * question at most {@value #MOST}: a grid of many threads and value sizes has hundreds of charts,
 * which the page shows, and of which nobody wants all as files.
 */
final class Plots {
  static final String FOLDER = "plots";
  private static final int MOST = 24;

  private Plots() {}

  /** The charts that become files, by file name without its ending. */
  static TreeMap<String, Chart> chosen(List<Section> sections) {
    TreeMap<String, Chart> chosen = new TreeMap<>();
    for (Section section : sections) {
      section.groups().stream()
          .flatMap(group -> group.charts().stream())
          .limit(MOST)
          .forEach(chart -> chosen.put(chart.id(), chart));
    }
    return chosen;
  }

  /**
   * Draws the files, and removes those of an earlier report.
   *
   * @return why nothing could be drawn; empty when all is well
   */
  static String write(Path folder, List<Section> sections) throws IOException {
    Files.createDirectories(folder);
    TreeMap<String, Chart> chosen = chosen(sections);
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "*.{svg,png,pdf}")) {
      for (Path file : old) {
        if (!chosen.containsKey(file.getFileName().toString().replaceFirst("\\.[a-z]+$", ""))) {
          Files.delete(file);
        }
      }
    }
    // Nothing is shown, so no display is asked for, whether there is one or not.
    System.setProperty("java.awt.headless", "true");
    try {
      for (var each : chosen.entrySet()) {
        String svg = PlotFile.svg(each.getValue());
        Files.writeString(folder.resolve(each.getKey() + ".svg"), svg);
        Files.write(folder.resolve(each.getKey() + ".png"), PlotFile.png(svg));
        Files.write(folder.resolve(each.getKey() + ".pdf"), PlotFile.pdf(svg));
      }
      return "";
    } catch (LinkageError | InternalError | RuntimeException lacking) {
      // A Java without fonts or without its graphics library: everything else can be made.
      return "plots are missing, for this Java cannot draw: " + lacking.getMessage();
    }
  }
}
