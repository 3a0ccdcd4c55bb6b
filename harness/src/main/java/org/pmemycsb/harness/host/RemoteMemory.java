package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.CpuList;
import org.pmemycsb.harness.plan.design.Placement;

/** Memory on NUMA nodes other than those of the reading processors. */
public final class RemoteMemory {
  // As the kernel writes a policy: numa(7), tmpfs(5).
  private static final String BOUND = "bind(?:=static)?:(\\d+(?:[-,]\\d+)*)";
  private static final Pattern POLICY = Pattern.compile(BOUND);
  private static final Pattern OPTION = Pattern.compile("(?:.*,)?mpol=" + BOUND + "(?:,.*)?");

  private RemoteMemory() {}

  /**
   * The remote nodes of a folder's memory, for people. Empty if the folder is not on a tmpfs, its
   * memory is bound to no node, the node has processors of the run, or the kernel does not tell.
   */
  public static Optional<String> reads(Path folder, Placement placement) {
    return Media.mountOf(folder)
        .filter(mount -> mount.type().equals("tmpfs"))
        .flatMap(
            mount -> nodes(mount.options(), Binding.memoryPolicy(KernelFile.PROC.resolve("self"))))
        .flatMap(nodes -> reads(nodes, placement, Path.of("/proc/self/status"), Path.of("/sys")));
  }

  /**
   * The nodes that the memory of a tmpfs is bound to.
   *
   * @param options of the mount; without {@code mpol}, the policy of the writing process decides
   * @param policy of this process, which its children inherit ({@code numactl --membind})
   */
  static Optional<CpuList> nodes(String options, String policy) {
    Matcher bound = options.contains("mpol=") ? OPTION.matcher(options) : POLICY.matcher(policy);
    return bound.matches() ? Optional.of(CpuList.parse(bound.group(1))) : Optional.empty();
  }

  static Optional<String> reads(CpuList nodes, Placement placement, Path status, Path sys) {
    try {
      CpuList run =
          placement.given().isPresent()
              ? placement.given().get().clients().or(placement.given().get().servers())
              : Processors.read(status, sys).allowed();
      CpuList own = new CpuList(List.of());
      for (int node : nodes.numbers()) {
        Path file = sys.resolve("devices/system/node/node" + node + "/cpulist");
        own = own.or(CpuList.ofKernel(Files.readString(file)));
      }
      return own.and(run).isEmpty()
          ? Optional.of(
              "reads from NUMA node%s %s (%s)"
                  .formatted(
                      nodes.numbers().size() > 1 ? "s" : "",
                      nodes,
                      own.isEmpty()
                          ? "no processors: CXL or PMem as memory"
                          : "the run's processors are on another node"))
          : Optional.empty();
    } catch (IOException | ConfigurationException untold) {
      return Optional.empty();
    }
  }
}
