package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Label;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.Ratio.Rule;
import org.pmemycsb.spi.Medium;

/** What a run cannot say, computed from its journal: the last block of the verdict. */
final class Limits {
  private static final int FEW = 3;
  private static final String CLIENT_READS = "client_read_bytes_per_op";
  private static final String SERVER_READS = "server_read_bytes_per_op";
  private static final double PAGE = 4096;
  private static final double HARDLY = 0.01;

  private final Results results;
  private final List<Ratio> ratios;
  private final List<Cell> contenders;
  private final Names names;
  private final Words words;

  Limits(Results results, List<Ratio> ratios) {
    this.results = results;
    this.ratios = ratios;
    this.contenders = results.contenders();
    this.names = Names.of(contenders);
    this.words = new Words(results.experiment(), FEW);
  }

  /** The block; none if there is nothing to say. */
  List<String> all() {
    List<Cell> invalid =
        Stream.concat(contenders.stream(), results.restarts().stream())
            .filter(cell -> !cell.valid())
            .toList();
    List<Cell> apart =
        ratios.stream()
            .filter(each -> each.rule() != Rule.PAIR && each.isOfOtherStates())
            .map(Ratio::upper)
            .distinct()
            .toList();
    long once = count(Cell::hasFewRuns);
    long withoutP99 =
        count(
            cell ->
                cell.valid()
                    && cell.figure("write_p50_us").isPresent()
                    && cell.figure("write_p99_us").isEmpty());
    long unsteady = count(cell -> cell.valid() && cell.isUnsteady());
    List<String> missing = missing();
    List<String> all = new ArrayList<>();
    if (!invalid.isEmpty()) {
      all.add("cells that are INVALID (%s).".formatted(cells(invalid)));
    }
    all.addAll(media());
    disks().forEach(disk -> reads(disk).ifPresent(all::add));
    if (once > 0) {
      all.add("One invocation has no interval, so it proves no difference.");
    }
    if (!apart.isEmpty()) {
      all.add(
          "Not credited, because earlier workloads had written more to one side: %s."
              .formatted(cells(apart)));
    }
    if (withoutP99 > 0) {
      all.add("No p99 of writes for %s.".formatted(Plural.of(withoutP99, "cell")));
    }
    if (unsteady > 0) {
      all.add(Plural.of(unsteady, "cell was", "cells were") + " not steady.");
    }
    if (!missing.isEmpty()) {
      all.add("Without %s, the gain by that software is unknown.".formatted(words.listed(missing)));
    }
    String text = String.join(" ", all);
    return text.isEmpty()
        ? List.of()
        : List.of(
            "Not measured: " + text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1));
  }

  private long count(Predicate<Cell> such) {
    return contenders.stream().filter(such).count();
  }

  private String cells(List<Cell> cells) {
    return words.cells(cells, names::series);
  }

  /** What stood in for persistent memory. Only software for it makes that of a disk. */
  private List<String> media() {
    Map<String, Environment.Folder> places = results.environment().places();
    return Stream.concat(
            contenders.stream()
                .map(Cell::key)
                .flatMap(key -> Stream.of(key.place(), key.logPlace()))
                .map(places::get)
                .filter(each -> each != null && (each.model() != null || !isDisk(each))),
            ratios.stream()
                .filter(each -> each.rule() == Rule.SOFTWARE || each.rule() == Rule.BOTH)
                .map(each -> places.get(each.upper().key().place())))
        .flatMap(each -> VerdictText.standIn(each).stream())
        .distinct()
        .toList();
  }

  private static boolean isDisk(Environment.Folder folder) {
    return folder.medium() == Medium.DISK;
  }

  /** The disks that are compared with another medium. */
  private List<String> disks() {
    return ratios.stream()
        .filter(each -> each.rule() == Rule.MEDIUM || each.rule() == Rule.BOTH)
        .map(each -> each.lower().key().place())
        .filter(place -> isDisk(results.environment().places().get(place)))
        .distinct()
        .toList();
  }

  /** Whether reads reached a disk, by the counters of the processes. */
  private Optional<String> reads(String disk) {
    List<Cell> reading =
        contenders.stream()
            .filter(cell -> cell.valid() && cell.key().place().equals(disk))
            .filter(cell -> !cell.key().isLoad())
            .filter(cell -> words.writes(cell.key().phase()) < 1)
            .toList();
    if (reading.isEmpty()) {
      return Optional.empty();
    }
    if (reading.stream().anyMatch(cell -> cell.figure(CLIENT_READS).isEmpty())) {
      return Optional.of("Whether reads reached the disk is not known.");
    }
    double most = reading.stream().mapToDouble(this::pagesPerRead).max().getAsDouble();
    return most == 0
        ? Optional.of("No read reached the disk, so nothing is said about reads.")
        : most < HARDLY
            ? Optional.of(
                "Fewer than 1 % of the reads reached the disk, so little is said about reads.")
            : Optional.empty();
  }

  private double pagesPerRead(Cell cell) {
    double bytes = cell.figure(CLIENT_READS).getAsDouble() + cell.figure(SERVER_READS).orElse(0);
    return bytes / PAGE / (1 - words.writes(cell.key().phase()));
  }

  /** The variants without any cell, whose stock database was measured. */
  private List<String> missing() {
    List<Label> measured = contenders.stream().map(cell -> cell.key().label()).toList();
    List<String> labels = measured.stream().map(Label::asked).toList();
    List<String> ids = measured.stream().map(results::id).toList();
    return results.environment().variants().entrySet().stream()
        .filter(each -> !labels.contains(each.getKey()))
        .filter(each -> each.getValue().stream().anyMatch(ids::contains))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }
}
