package org.pmemycsb.harness.report.verdict;

import java.util.List;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Ratios;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.result.Ratio;

/**
 * The results with all that compares them, computed once for all forms of a report.
 *
 * @param pairs every two databases on the same place
 * @param ratios the long table: the gains in {@code buys}, and the other pairs
 * @param verdict its blocks, a text each
 */
public record Answers(
    Results results, Buys buys, List<Ratio> pairs, List<Ratio> ratios, List<String> verdict) {
  public static Answers of(Results results) {
    Buys buys = Buys.of(results);
    List<Ratio> pairs = Ratios.pairs(results.contenders());
    List<Ratio> ratios = Ratios.of(buys, pairs);
    return new Answers(results, buys, pairs, ratios, VerdictText.of(results, ratios));
  }
}
