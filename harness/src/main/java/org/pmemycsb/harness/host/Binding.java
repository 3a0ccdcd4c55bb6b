package org.pmemycsb.harness.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  /**
   * The difference between a process and this binding; empty for none, and for a process that has
   * ended.
   */
  public Optional<String> difference(long process) {
    Path folder = KernelFile.PROC.resolve(Long.toString(process));
    return difference(
        KernelFile.text(folder.resolve("status")), node.isEmpty() ? "" : memoryPolicy(folder));
  }

  /** The memory policy of a process, as {@code /proc/PID/numa_maps} writes it; or nothing. */
  static String memoryPolicy(Path process) {
    String maps = KernelFile.text(process.resolve("numa_maps"));
    return maps.lines().findFirst().orElse("").replaceFirst("\\S+ (\\S+).*", "$1");
  }

  /**
   * @param status text of {@code /proc/PID/status}
   * @param policy of the memory. The status has the nodes of the process's control group, and not
   *     the node that numactl bound memory to
   */
  Optional<String> difference(String status, String policy) {
    String allowed = KernelFile.value(status, Processors.ALLOWED);
    // A zombie has no memory, and a process that has ended no status.
    if (allowed.isEmpty() || KernelFile.value(status, "State").startsWith("Z")) {
      return Optional.empty();
    }
    if (!CpuList.ofKernel(allowed).equals(processors)) {
      return Optional.of("processors %s, not %s".formatted(allowed, processors));
    }
    String wanted = node.isPresent() ? "bind:" + node.getAsInt() : "";
    return policy.isEmpty() || policy.equals(wanted)
        ? Optional.empty()
        : Optional.of("memory policy %s, not %s".formatted(policy, wanted));
  }
}
