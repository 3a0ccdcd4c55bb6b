package org.pmemycsb.harness.host;

import java.util.Optional;
import org.pmemycsb.harness.plan.design.CpuList;

/** The processors and the memory of a process, as the kernel states them. */
public final class ProcessStatus {
  static final String PROCESSORS = "Cpus_allowed_list";
  static final String MEMORY = "Mems_allowed_list";

  private ProcessStatus() {}

  /**
   * The difference between a process and its binding; empty for none, and for a process that has
   * ended.
   */
  public static Optional<String> difference(Binding binding, long process) {
    String id = Long.toString(process);
    return difference(
        binding,
        KernelFile.text(KernelFile.PROC.resolve(id).resolve("status")),
        binding.node().isEmpty() ? "" : maps(id));
  }

  /** The memory policy of this process, as {@code /proc/PID/numa_maps} writes it; or nothing. */
  static String ownMemoryPolicy() {
    return memoryPolicy(maps("self"));
  }

  private static String memoryPolicy(String maps) {
    return maps.lines().findFirst().orElse("").replaceFirst("\\S+ (\\S+).*", "$1");
  }

  private static String maps(String process) {
    return KernelFile.text(KernelFile.PROC.resolve(process).resolve("numa_maps"));
  }

  /**
   * @param status text of {@code /proc/PID/status}
   * @param maps text of {@code /proc/PID/numa_maps}. Only this file tells the node that numactl
   *     bound memory to; the status has the nodes of the process's control group
   */
  static Optional<String> difference(Binding binding, String status, String maps) {
    String processors = KernelFile.value(status, PROCESSORS);
    // A zombie has no memory, and a process that has ended no status.
    if (processors.isEmpty() || KernelFile.value(status, "State").startsWith("Z")) {
      return Optional.empty();
    }
    if (!CpuList.ofKernel(processors).equals(binding.processors())) {
      return Optional.of("processors %s, not %s".formatted(processors, binding.processors()));
    }
    if (binding.node().isPresent() && !maps.isEmpty()) {
      String policy = memoryPolicy(maps);
      String wanted = "bind:" + binding.node().getAsInt();
      if (!policy.equals(wanted)) {
        return Optional.of("memory policy %s, not %s".formatted(policy, wanted));
      }
    }
    return Optional.empty();
  }
}
