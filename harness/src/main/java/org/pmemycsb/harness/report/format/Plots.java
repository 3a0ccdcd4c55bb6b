package org.pmemycsb.harness.report.format;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.spi.SafeFolder;

/**
 * The folder {@code plots}: the charts of the report as PDF and PNG files for papers, except those
 * of folded sections. Each question has at most {@value #MOST} of both. A large grid has hundreds
 * of charts; the page shows all.
 */
public final class Plots {
  public static final String FOLDER = "plots";
  private static final int MOST = 24;

  private Plots() {}

  /** The charts that become files, by file name without its ending. */
  static TreeMap<String, Chart> chosen(List<Section> sections) {
    TreeMap<String, Chart> chosen = new TreeMap<>();
    for (Section section : sections.stream().filter(each -> !each.folded()).toList()) {
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
   * @return the reason if nothing could be drawn; empty otherwise
   */
  public static String write(Path folder, List<Section> sections) throws IOException {
    Files.createDirectories(folder);
    TreeMap<String, Chart> chosen = chosen(sections);
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "*.{svg,png,pdf}")) {
      for (Path file : old) {
        if (!chosen.containsKey(file.getFileName().toString().replaceFirst("\\.[a-z]+$", ""))) {
          SafeFolder.delete(file);
        }
      }
    }
    // Drawing into files needs no display.
    System.setProperty("java.awt.headless", "true");
    try {
      for (var each : chosen.entrySet()) {
        String svg = PlotFile.svg(each.getValue());
        FileFailure.write(folder.resolve(each.getKey() + ".png"), PlotFile.png(svg));
        FileFailure.write(folder.resolve(each.getKey() + ".pdf"), PlotFile.pdf(svg));
      }
      return "";
    } catch (LinkageError | InternalError | RuntimeException lacking) {
      // This Java lacks fonts or its graphics library. The other reports need neither.
      return "plots are missing, for this Java cannot draw: " + lacking.getMessage();
    }
  }
}
