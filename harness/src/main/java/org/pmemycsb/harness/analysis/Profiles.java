package org.pmemycsb.harness.analysis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.pmemycsb.harness.feature.profile.Profiler;
import org.pmemycsb.harness.feature.profile.Stacks;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Profile;
import org.pmemycsb.harness.result.ResultFolder;
import org.pmemycsb.spi.SafeFolder;

/** The sampled stacks of a result folder. */
public final class Profiles {
  /** The groups of threads, in the order of reports: the outermost frames of the stacks. */
  public static final List<String> GROUPS = List.of(Stacks.CLIENTS, Stacks.OTHERS, Stacks.SERVER);

  private Profiles() {}

  /**
   * @param file of the stacks, without its ending
   * @param how they were sampled
   */
  public record Profiled(Conditions key, String file, Profile how, Stacks stacks) {
    /** Says how a group of threads was sampled, or why it was not; empty if there is none. */
    public String how(String group) {
      String said = group.equals(Stacks.SERVER) ? how.server() : how.clients();
      return said == null ? "" : said;
    }
  }

  /**
   * Reads the stacks of all cells in their order.
   *
   * @param folder of the results
   * @param remarks takes a line about each file that cannot be read
   */
  public static List<Profiled> read(
      Path folder, List<PhaseResult> asides, List<Cell> cells, Consumer<String> remarks) {
    List<Conditions> order = cells.stream().map(Cell::key).toList();
    List<Profiled> all = new ArrayList<>();
    for (PhaseResult phase : asides) {
      Profile how = phase.measurement().resources().profile();
      if (!Purpose.PROFILED.id().equals(phase.origin().purpose())
          || !phase.valid()
          || how == null) {
        continue;
      }
      String name = Profiler.fileName(phase.run(), phase.phase());
      Path file = ResultFolder.profiles(folder).resolve(name);
      try {
        String text = new String(SafeFolder.readFile(file), StandardCharsets.UTF_8);
        String stem = name.substring(0, name.lastIndexOf('.'));
        all.add(new Profiled(phase.conditions(), stem, how, Stacks.parse(text)));
      } catch (IOException unreadable) {
        remarks.accept(file + " cannot be read; its profile is left out. Restore it from a copy");
      }
    }
    all.sort(Comparator.comparingInt(each -> order.indexOf(each.key)));
    return List.copyOf(all);
  }
}
