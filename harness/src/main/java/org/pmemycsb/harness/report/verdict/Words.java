package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.plan.design.Mix;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;

/**
 * Phases, databases and lists in words.
 *
 * @param names the longest list; the table has the others
 */
record Words(Experiment experiment, int names) {
  private static final Map<String, String> OPERATIONS =
      Map.of(
          "read", "reads",
          "update", "updates",
          "insert", "inserts",
          "scan", "range reads",
          "readModifyWrite", "read-modify-writes",
          "delete", "deletes",
          "miss", "reads of absent records",
          "putIfAbsent", "inserts of absent records");

  private Optional<Mix> mix(String phase) {
    return experiment.phases().stream()
        .filter(each -> each.id().equals(phase))
        .map(each -> experiment.mix(each))
        .filter(mix -> mix.total() > 0)
        .findFirst();
  }

  /** The share of writes, from 0 to 1; 1 for a load. */
  double writes(String phase) {
    return mix(phase).map(Mix::writeShare).orElse(1.0);
  }

  /** {@code Half reads, half updates (A)}. */
  String phase(String id) {
    return mix(id)
        .map(mix -> Figures.capital(operations(mix)) + " (" + id + ")")
        .orElse("Phase " + id);
  }

  private static String operations(Mix mix) {
    List<String> parts = new ArrayList<>();
    mix.shares()
        .forEach(
            (kind, weight) -> {
              double share = weight / mix.total();
              String part = share == 0.5 ? "half " : Math.round(100 * share) + " % ";
              parts.add((share == 1 ? "" : part) + OPERATIONS.get(kind));
            });
    return parts.size() == 1 ? parts.get(0) + " only" : String.join(", ", parts);
  }

  /** {@code load and A to D}. */
  String phases(List<String> ids) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      int end = i;
      while (end + 1 < ids.size() && isNext(ids.get(end), ids.get(end + 1))) {
        end++;
      }
      boolean several = end > i + 1;
      all.add(several ? ids.get(i) + " to " + ids.get(end) : ids.get(i));
      i = several ? end : i;
    }
    return listed(all);
  }

  private static boolean isNext(String phase, String next) {
    return phase.length() == 1 && next.length() == 1 && next.charAt(0) == phase.charAt(0) + 1;
  }

  String listed(List<String> all) {
    if (all.size() > names) {
      return Plural.few(all, names, ", ");
    }
    int last = all.size() - 1;
    return last < 1
        ? String.join("", all)
        : String.join(", ", all.subList(0, last)) + " and " + all.get(last);
  }

  /** {@code redis @disk on A and C}. */
  String cells(List<Cell> cells, Function<Conditions, String> name) {
    List<String> all = new ArrayList<>();
    Cells.grouped(cells, cell -> name.apply(cell.key()))
        .forEach(
            (named, same) ->
                all.add(
                    named
                        + " on "
                        + listed(
                            same.stream().map(cell -> cell.key().phase()).distinct().toList())));
    return listed(all);
  }
}
