package org.pmemycsb.harness.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Label;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.statistics.LogMean;
import org.pmemycsb.spi.Medium;

/**
 * The gain from persistent memory. A row compares four cells with equal conditions: a stock
 * database on a disk, the same with its log on the place of its variant, the same wholly there, and
 * the variant there. A database without a variant has a row if it was measured on a disk and
 * elsewhere. Where all workloads were measured, the last rows of a database have their mean.
 *
 * <p>The intervals are those of {@link LogMean}. A ratio of fewer than {@link LogMean#FEWEST} runs
 * has none.
 *
 * @param rows in the order of the cells; none if no two cells can be compared
 */
public record Buys(List<Row> rows) {
  /** The phase of a row that has the geometric mean of all workloads. */
  public static final String MEAN = "mean";

  /** The gains of a row, in the order of its columns. */
  public static final List<Ratio.Rule> RULES =
      List.of(Ratio.Rule.LOG, Ratio.Rule.MEDIUM, Ratio.Rule.SOFTWARE, Ratio.Rule.BOTH);

  /**
   * A stock database and its variant, each with its cell if it was measured.
   *
   * @param key conditions of the variant, whether it was measured or not; without a variant, those
   *     of the database on the place that is no disk
   * @param stock label of the stock database
   * @param disk name of the place on a disk; empty where the stock database was on none
   * @param home the variant's place
   * @param withLog the stock database on the disk with its log on the variant's place
   * @param absence the reason for the absence of a database, by its label
   */
  public record Row(
      Conditions key,
      String stock,
      String disk,
      Environment.Folder home,
      Optional<Cell> onDisk,
      Optional<Cell> withLog,
      Optional<Cell> onPmem,
      Optional<Cell> ofVariant,
      Map<String, String> absence) {

    public String variant() {
      return key.label().asked();
    }

    /** Whether the stock database has a variant; others are compared on two places only. */
    public boolean hasVariant() {
      return !variant().equals(stock);
    }

    public boolean isMean() {
      return key.phase().equals(MEAN);
    }

    public String pmem() {
      return key.place();
    }

    /**
     * A gain.
     *
     * @param rule one of {@link #RULES}
     */
    public Optional<Ratio> ratio(Ratio.Rule rule) {
      return Ratio.of(
          rule,
          switch (rule) {
            case LOG -> withLog;
            case MEDIUM -> onPmem;
            default -> ofVariant;
          },
          rule == Ratio.Rule.SOFTWARE ? onPmem : onDisk);
    }

    public Stream<Ratio> ratios() {
      return RULES.stream().flatMap(rule -> ratio(rule).stream());
    }

    private Stream<Cell> cells() {
      return Stream.of(onDisk, withLog, onPmem, ofVariant).flatMap(Optional::stream);
    }

    private Stream<String> lacking(Optional<Cell> cell, String database, String place) {
      String name = database + " @" + place;
      if (cell.isEmpty()) {
        return Stream.of(absence.getOrDefault(database, name + " was not measured"));
      }
      if (!cell.get().valid()) {
        String reasons = String.join("; ", cell.get().repeats().reasons());
        return Stream.of(name + " is INVALID: " + reasons);
      }
      return cell.get().usable()
          ? Stream.of()
          : Stream.of(name + " had a run in which no operation succeeded");
    }
  }

  public static Buys of(Results results) {
    List<Row> rows = new Finder(results).rows();
    return new Buys(rows.stream().anyMatch(row -> row.cells().count() > 1) ? rows : List.of());
  }

  /** Reasons for the missing ratios of a row, and for missing intervals if others have one. */
  public List<String> reasons(Row row) {
    if (row.isMean()) {
      return List.of(); // the rows of the workloads have them
    }
    List<String> all = new ArrayList<>();
    if (!row.disk.isEmpty()) {
      row.lacking(row.onDisk, row.stock, row.disk).forEach(all::add);
    }
    if (row.withLog.isPresent()) {
      String where = DatabaseChoice.where(row.disk, row.pmem());
      row.lacking(row.withLog, row.stock, where).forEach(all::add);
    }
    if (row.withLog.isEmpty() || row.onPmem.isPresent()) {
      row.lacking(row.onPmem, row.stock, row.pmem()).forEach(all::add);
    }
    if (row.hasVariant()) {
      row.lacking(row.ofVariant, row.variant(), row.pmem()).forEach(all::add);
    }
    if (!rows.stream().flatMap(Row::cells).filter(Cell::usable).allMatch(Cell::hasFewRuns)) {
      row.cells()
          .filter(Cell::hasFewRuns)
          .map(
              cell ->
                  "%s @%s has %d of the %d runs that an interval needs"
                      .formatted(
                          cell.key().database(),
                          cell.key().where(),
                          cell.throughput().samples().size(),
                          LogMean.FEWEST))
          .forEach(all::add);
    }
    return all;
  }

  /** Whether a stock database was measured with its log apart. */
  public boolean withLog() {
    return rows.stream().anyMatch(row -> row.withLog().isPresent());
  }

  /** Whether a stock database was measured wholly on the place of its variant. */
  public boolean onPmem() {
    return rows.stream().anyMatch(row -> row.onPmem().isPresent());
  }

  public boolean onDisk() {
    return rows.stream().anyMatch(row -> !row.disk().isEmpty());
  }

  private static final class Finder {
    private final Results results;
    private final Environment on;
    private final Map<Conditions, Cell> cells = new LinkedHashMap<>();
    private final Map<String, String> absence = new HashMap<>();
    private final List<Row> rows = new ArrayList<>();

    Finder(Results results) {
      this.results = results;
      this.on = results.environment();
      List<Cell> known =
          results.cells().stream()
              .filter(cell -> cell.key().label().standIn().isEmpty())
              .filter(cell -> !cell.key().isNative())
              .filter(cell -> on.places().containsKey(cell.key().place()))
              .toList();
      // The load makes no operations for the figure alone.
      Set<String> workloads =
          results.experiment().phases().stream()
              .filter(each -> each.isWarmWorkload() && !each.isTimed())
              .map(Phase::id)
              .collect(Collectors.toSet());
      List<Cell> means =
          workloads.size() < 2
              ? List.of()
              : Cells.means(known.stream().filter(Cell::isFree).toList(), workloads, MEAN);
      Stream.concat(known.stream(), means.stream())
          .forEach(cell -> cells.put(cell.key().anywhere(), cell));
      results.unavailable().forEach(each -> absence.putIfAbsent(each.database(), each.describe()));
    }

    List<Row> rows() {
      for (Label stock : cells.keySet().stream().map(Conditions::label).distinct().toList()) {
        List<String> variants =
            on.variants().entrySet().stream()
                .filter(each -> each.getValue().contains(results.id(stock)))
                .map(Map.Entry::getKey)
                .toList();
        variants.forEach(variant -> add(stock, new Label(variant, Optional.empty())));
        if (variants.isEmpty() && !disks(stock).isEmpty()) {
          add(stock, stock);
        }
      }
      return rows;
    }

    private void add(Label stock, Label variant) {
      List<String> homes = homes(variant, place -> !variant.equals(stock) || !isDisk(place));
      // A variant that could not run belongs to the places that are no disk.
      for (String home : homes.isEmpty() ? homes(stock, place -> !isDisk(place)) : homes) {
        List<String> disks = disks(stock).stream().filter(place -> !place.equals(home)).toList();
        for (String disk : disks.isEmpty() ? List.of("") : disks) {
          List<Row> found =
              cells.keySet().stream()
                  .filter(
                      key ->
                          key.label().equals(stock) && Set.of(disk, home).contains(key.place())
                              || key.label().equals(variant) && key.place().equals(home))
                  .map(key -> key.with(variant, key.runner()).at(home))
                  .distinct()
                  .map(key -> row(key, key.with(stock, key.runner()), disk))
                  .toList();
          if (found.stream().flatMap(Row::cells).anyMatch(cell -> isOf(stock, cell))) {
            rows.addAll(found);
          }
        }
      }
    }

    private static boolean isOf(Label database, Cell cell) {
      return cell.key().label().equals(database);
    }

    private Row row(Conditions ofVariant, Conditions ofStock, String disk) {
      return new Row(
          ofVariant,
          ofStock.label().asked(),
          disk,
          on.places().get(ofVariant.place()),
          cell(ofStock.at(disk)),
          cell(ofStock.at(disk, ofVariant.place())),
          cell(ofStock),
          ofVariant.equals(ofStock) ? Optional.empty() : cell(ofVariant),
          absence);
    }

    private Optional<Cell> cell(Conditions key) {
      return Optional.ofNullable(cells.get(key));
    }

    private boolean isDisk(String place) {
      return on.places().get(place).medium() == Medium.DISK;
    }

    /** The disks on which a database was measured wholly. */
    private List<String> disks(Label label) {
      return cells.keySet().stream()
          .filter(key -> key.label().equals(label) && key.logPlace().isEmpty())
          .map(Conditions::place)
          .filter(this::isDisk)
          .distinct()
          .toList();
    }

    /** The places on which a database was measured, or its log where that lies apart. */
    private List<String> homes(Label label, Predicate<String> kept) {
      return cells.keySet().stream()
          .filter(key -> key.label().equals(label))
          .map(Conditions::home)
          .filter(kept)
          .distinct()
          .toList();
    }
  }
}
