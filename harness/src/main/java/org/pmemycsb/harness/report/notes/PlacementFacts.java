package org.pmemycsb.harness.report.notes;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.result.SeenPlacement;

/** The processors of the runs, for people. */
public final class PlacementFacts {
  private PlacementFacts() {}

  /** A line for each division of processors, with its databases; none without placement. */
  public static List<String> of(Results results) {
    Names names = Names.of(results.cells());
    Map<String, TreeSet<String>> databases =
        results.phases().stream()
            .filter(phase -> phase.limits().placement() != null)
            .collect(
                Collectors.groupingBy(
                    phase -> words(phase.limits().placement()),
                    TreeMap::new,
                    Collectors.mapping(
                        phase -> names.series(phase.conditions()),
                        Collectors.toCollection(TreeSet::new))));
    return databases.entrySet().stream()
        .map(each -> each.getKey() + ": " + String.join(", ", each.getValue()))
        .toList();
  }

  private static String words(SeenPlacement placed) {
    String servers =
        placed.servers() == null
            ? ", which has the database in its process"
            : placed.servers().equals(SeenPlacement.NOT_OURS)
                ? "; the harness did not start the server, and did not bind it"
                : ", servers on " + placed.servers();
    return "client on "
        + placed.client()
        + servers
        + (placed.memoryNode() == null ? "" : "; memory of node " + placed.memoryNode());
  }
}
