package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.plan.design.Words;
import org.pmemycsb.harness.report.ComparisonReport;
import org.pmemycsb.harness.result.ResultFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "compare",
    description = {
      "Compares result folders with the first of them, cell by cell: ratio of the throughputs, its"
          + " 95 %% interval, and whether it is faster, slower, equal or unclear.",
      "Exit status with --fail-if-slower: 1 if a cell is slower than that, or INVALID or 0 although the"
          + " first folder has a figure. Exit status 2 if a folder cannot be read, or has no cell in"
          + " common with the first."
    },
    mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
  @Parameters(
      arity = "2..*",
      paramLabel = "DIR",
      description = "Result folders; the others are compared with the first.")
  private List<Path> folders;

  @Option(
      names = "--fail-if-slower",
      paramLabel = "PERCENT",
      description =
          "Exit status 1 if a cell is slower by more than this: the whole 95 %% interval of the"
              + " ratio lies below it.")
  private String limit;

  enum Format {
    TEXT,
    GITHUB,
    OTAVA
  }

  @Option(
      names = "--format",
      paramLabel = "NAME",
      defaultValue = "text",
      description =
          "Output. text: for a terminal; github: Markdown for a job summary; otava: CSV for Apache"
              + " Otava, a row for each folder in the order of their times. Default: text.")
  private Format format;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Also writes compare.csv, compare.md and compare.html into this folder.")
  private Path out;

  @Override
  public Integer call() throws IOException {
    double allowed =
        limit == null
            ? Double.NaN
            : ConfigurationException.at("--fail-if-slower", () -> share(limit));
    List<ResultFolder> opened = new ArrayList<>();
    for (Path folder : folders) {
      opened.add(ResultFolder.open(folder));
    }
    Comparisons comparisons = Comparisons.of(opened);
    ComparisonReport report = new ComparisonReport(comparisons);
    System.out.print(
        switch (format) {
          case TEXT -> report.toText();
          case GITHUB -> report.toMarkdown();
          case OTAVA -> report.toOtava();
        });
    report.remarks().forEach(Main::warn);
    if (out != null) {
      report.write(out);
      (format == Format.TEXT ? System.out : System.err).println("all files in " + out);
    }
    // A history may begin before a database was there.
    if (format != Format.OTAVA || limit != null) {
      report.refuseNothingInCommon();
    }
    if (limit == null) {
      return Main.OK;
    }
    List<String> slower = report.slowerThan(allowed);
    slower.forEach(line -> Main.warn("slower: " + line));
    long blind = report.untestable();
    if (blind > 0) {
      System.err.printf(
          "pmem-ycsb: --fail-if-slower cannot judge %s too few runs%n",
          Plural.of(blind, "cell, which has", "cells, which have"));
    }
    return slower.isEmpty() ? Main.OK : Main.INVALID;
  }

  private static double share(String text) {
    double share = Words.share(text);
    if (share >= 1) {
      throw new ConfigurationException("'" + text + "' is out of range; it must be below 100%");
    }
    return share;
  }
}
