package org.pmemycsb.harness.host;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.pmemycsb.spi.Medium;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.HardwareAbstractionLayer;

/**
 * The machine and the software on it, as far as figures depend on them.
 *
 * @param workerFlags flags of the JVMs in which operations are made, beside their heap limit
 * @param loadAverage of the last minute, taken before the first run; -1 where the system has none
 * @param pmemForced whether libpmem is told to take any mapping for persistent memory
 */
@JsonPropertyOrder({"harness", "cpu", "logicalCores", "physicalCores", "memoryBytes", "kernel"})
public record Environment(
    String harness,
    String cpu,
    int logicalCores,
    int physicalCores,
    List<String> caches,
    long memoryBytes,
    String operatingSystem,
    String kernel,
    String governor,
    String virtualization,
    String jvm,
    List<String> workerFlags,
    double loadAverage,
    Folder pmem,
    boolean pmemForced) {

  /** The folder in which the databases keep their data. */
  public record Folder(
      String path, Medium medium, String fileSystem, String mountOptions, long freeBytes) {}

  /** Takes stock of this machine; {@code folder} must exist. */
  public static Environment take(Path folder, Medium medium, List<String> workerFlags)
      throws IOException {
    HardwareAbstractionLayer hardware = new SystemInfo().getHardware();
    CentralProcessor cpu = hardware.getProcessor();
    var os = new SystemInfo().getOperatingSystem();
    var mount = Media.mountOf(folder);
    return new Environment(
        Installation.version(),
        cpu.getProcessorIdentifier().getName().strip(),
        cpu.getLogicalProcessorCount(),
        cpu.getPhysicalProcessorCount(),
        cpu.getProcessorCaches().stream()
            .map(
                cache ->
                    "L" + cache.getLevel() + " " + cache.getType() + " " + cache.getCacheSize())
            .toList(),
        hardware.getMemory().getTotal(),
        os.getFamily() + " " + os.getVersionInfo(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        firstLine(Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")),
        hardware.getComputerSystem().getManufacturer().equals("unknown")
            ? "unknown"
            : hardware.getComputerSystem().getManufacturer()
                + " "
                + hardware.getComputerSystem().getModel(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        workerFlags,
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        new Folder(
            folder.toString(),
            medium,
            mount.map(Media.Mount::type).orElse("unknown"),
            mount.map(Media.Mount::options).orElse("unknown"),
            folder.toFile().getUsableSpace()),
        "1".equals(System.getenv("PMEM_IS_PMEM_FORCE")));
  }

  private static String firstLine(Path file) {
    try {
      return Files.readString(file).lines().findFirst().orElse("unknown");
    } catch (IOException absent) {
      return "unknown";
    }
  }
}
