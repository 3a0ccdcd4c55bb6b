package org.pmemycsb.harness.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.pmemycsb.harness.plan.design.CpuList;

/**
 * The processors of a process and its children, and perhaps their memory.
 *
 * @param processors not empty
 * @param node the NUMA node that gives the memory; empty for any
 * @param tool {@code taskset}, or {@code numactl} for a node
 */
public record Binding(CpuList processors, OptionalInt node, Path tool) {
  public Binding {
    Objects.requireNonNull(tool, "tool");
  }

  /**
   * The command behind one that binds it. The binding program replaces itself by the command, so
   * both have one process id.
   */
  public List<String> command(List<String> command) {
    List<String> all = new ArrayList<>(List.of(tool.toString()));
    if (node.isPresent()) {
      all.add("--physcpubind=" + processors);
      all.add("--membind=" + node.getAsInt());
    } else {
      all.addAll(List.of("-c", processors.toString()));
    }
    all.addAll(command);
    return all;
  }
}
