package org.pmemycsb.harness.host;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.spi.Medium;

/**
 * The instruction by which libpmem writes the processor's caches back. The rule in libpmem(7) (PMDK
 * 1.12, section ENVIRONMENT): CLWB where the processor has it, unless PMEM_NO_CLWB is 1; or else
 * CLFLUSHOPT, unless PMEM_NO_CLFLUSHOPT is 1; or else CLFLUSH. Of mappings that are no persistent
 * memory it calls msync(2) instead.
 */
public final class FlushInstruction {
  private FlushInstruction() {}

  /** The instruction on this machine, with the variables of this process. */
  public static String here(Medium medium) {
    return of(System.getProperty("os.arch"), flags(processors()), System.getenv(), medium);
  }

  private static String processors() {
    return KernelFile.text(KernelFile.PROC.resolve("cpuinfo"));
  }

  /** Whether a hypervisor runs this machine, by its first processor. */
  static boolean isVirtual() {
    return flags(processors()).contains("hypervisor");
  }

  /** The features of the first processor, from the text of {@code /proc/cpuinfo}. */
  public static Set<String> flags(String cpuinfo) {
    return Stream.of("flags", "Features")
        .flatMap(name -> Stream.of(KernelFile.value(cpuinfo, name).split("\\s+")))
        .filter(flag -> !flag.isEmpty())
        .collect(Collectors.toSet());
  }

  /**
   * The instruction in the processes that use pmemkv.
   *
   * @param architecture as Java names it
   * @param flags of the processor
   * @param variables of the environment
   * @param medium of the data
   */
  public static String of(
      String architecture, Set<String> flags, Map<String, String> variables, Medium medium) {
    if (medium == Medium.DISK) {
      return "none: msync, because the data is not on persistent memory";
    }
    if (List.of("aarch64", "arm64").contains(architecture)) {
      return flags.contains("dcpop") ? "dc cvap" : "dc cvac";
    }
    if (flags.isEmpty()) {
      return Environment.UNKNOWN;
    }
    if (flags.contains("clwb") && !"1".equals(variables.get("PMEM_NO_CLWB"))) {
      return "clwb";
    }
    if (flags.contains("clflushopt") && !"1".equals(variables.get("PMEM_NO_CLFLUSHOPT"))) {
      return "clflushopt";
    }
    return flags.contains("clflush") ? "clflush" : Environment.UNKNOWN;
  }
}
