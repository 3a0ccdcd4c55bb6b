package org.pmemycsb.harness.host;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pmemycsb.spi.Medium;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HardwareAbstractionLayer;

/** Finds out the hardware and software of this machine. */
public final class Inventory {
  private static final Path GOVERNOR =
      Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");

  private Inventory() {}

  /**
   * The machine and its software. The call takes about three seconds: it watches the load and
   * measures the time to wake a thread.
   *
   * @param places for the data; at least one
   * @param results folder of the results; need not exist yet
   * @param workerFlags of the JVMs in which operations are made
   */
  public static Environment take(
      List<Place> places,
      Map<String, List<String>> variants,
      Path results,
      List<String> workerFlags,
      Integer cpuLatency)
      throws IOException {
    HardwareAbstractionLayer hardware = new SystemInfo().getHardware();
    CentralProcessor cpu = hardware.getProcessor();
    var os = new SystemInfo().getOperatingSystem();
    Map<String, String> variables = pmemVariables(System.getenv());
    Medium medium = Place.persistent(places).medium();
    Path resultsAt = existing(results.toAbsolutePath());
    return new Environment(
        Installation.build(),
        new Environment.Hardware(
            machine(os.getNetworkParams().getHostName()),
            cpu.getProcessorIdentifier().getName().strip(),
            cpu.getLogicalProcessorCount(),
            cpu.getPhysicalProcessorCount(),
            caches(cpu),
            numaNodes(cpu),
            hardware.getMemory().getTotal(),
            KernelFile.text(GOVERNOR).lines().findFirst().orElse(Environment.UNKNOWN),
            virtualization(
                FlushInstruction.isVirtual(),
                hardware.getComputerSystem().getManufacturer(),
                hardware.getComputerSystem().getModel())),
        new Environment.Software(
            os.getFamily() + " " + os.getVersionInfo(),
            System.getProperty("os.name") + " " + System.getProperty("os.version"),
            container(),
            System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
            workerFlags,
            Libraries.find(System.getenv())),
        new Environment.Libpmem(
            FlushInstruction.here(medium), variables, forced(medium, variables)),
        new Environment.WakeUp(cpuLatency, RoundTrip.micros().orElse(null)),
        new Environment.Load(
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
            LoadSampler.glance().orElse(null),
            null),
        places.stream().collect(Collectors.toMap(Place::name, Inventory::folder)),
        variants,
        folder(new Place("", results.toAbsolutePath(), Media.of(resultsAt))),
        null);
  }

  private static List<String> caches(CentralProcessor cpu) {
    return cpu.getProcessorCaches().stream()
        .map(each -> "L%d %s %d".formatted(each.getLevel(), each.getType(), each.getCacheSize()))
        .toList();
  }

  /** The size of the processor's largest cache in bytes; 0 if it is unknown. */
  public static long largestCache() {
    return new SystemInfo()
        .getHardware().getProcessor().getProcessorCaches().stream()
            .mapToLong(CentralProcessor.ProcessorCache::getCacheSize)
            .max()
            .orElse(0);
  }

  /**
   * The main memory that programs can still take, in bytes: what the kernel can give, and what the
   * control group of this process may take.
   */
  public static long freeMemory() {
    GlobalMemory machine = new SystemInfo().getHardware().getMemory();
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean group
            && group.getTotalMemorySize() < machine.getTotal()
        ? Math.min(machine.getAvailable(), group.getFreeMemorySize())
        : machine.getAvailable();
  }

  private static Environment.Folder folder(Place place) {
    Path path = place.folder();
    Path there = existing(path.toAbsolutePath());
    Optional<Media.Mount> mount = Media.mountOf(there);
    return new Environment.Folder(
        path.toString(),
        place.medium(),
        mount.map(Media.Mount::type).orElse(Environment.UNKNOWN),
        mount.map(Media.Mount::options).orElse(Environment.UNKNOWN),
        there.toFile().getUsableSpace(),
        mount.map(Media.Mount::device).orElse(Environment.UNKNOWN),
        place.model().orElse(null),
        place.reads().orElse(null));
  }

  private static Path existing(Path path) {
    Path found = path;
    while (!Files.isDirectory(found)) {
      found = found.getParent();
    }
    return found;
  }

  // Without a network the library says "localhost", the same on every machine.
  private static String machine(String network) {
    String kernel = KernelFile.text(Path.of("/proc/sys/kernel/hostname")).strip();
    return kernel.isEmpty() ? network : kernel;
  }

  private static List<String> numaNodes(CentralProcessor cpu) {
    return cpu.getLogicalProcessors().stream()
        .collect(
            Collectors.groupingBy(
                CentralProcessor.LogicalProcessor::getNumaNode,
                TreeMap::new,
                Collectors.mapping(
                    each -> Integer.toString(each.getProcessorNumber()), Collectors.joining(" "))))
        .entrySet()
        .stream()
        .map(node -> "node " + node.getKey() + ": processors " + node.getValue())
        .toList();
  }

  static String virtualization(boolean hypervisor, String manufacturer, String model) {
    String firmware =
        (manufacturer + " " + model).replace(Environment.UNKNOWN, "").strip().replace("  ", " ");
    return (hypervisor ? "virtual machine" : "no hypervisor seen")
        + (firmware.isEmpty() ? "" : " (" + firmware + ")");
  }

  private static String container() {
    if (Files.exists(Path.of("/.dockerenv"))) {
      return "docker";
    }
    if (Files.exists(Path.of("/run/.containerenv"))) {
      return "podman";
    }
    String named = KernelFile.text(Path.of("/run/systemd/container")).strip();
    if (!named.isEmpty()) {
      return named;
    }
    return KernelFile.text(Path.of("/proc/1/cgroup"))
            .matches("(?s).*(docker|kubepods|containerd|lxc).*")
        ? "a container"
        : "none";
  }

  /** The variables of the environment that libpmem(7) reads. */
  static Map<String, String> pmemVariables(Map<String, String> environment) {
    Map<String, String> found = new TreeMap<>(environment);
    found.keySet().removeIf(name -> !name.matches("PMEM2?_.*") || name.startsWith("PMEM_YCSB_"));
    return found;
  }

  // The setting that the clients of pmemkv get: see docs/guide/persistent-memory.md.
  private static boolean forced(Medium medium, Map<String, String> variables) {
    return switch (medium) {
      case TMPFS -> true;
      case DISK -> false;
      case DAX -> "1".equals(variables.get("PMEM_IS_PMEM_FORCE"));
    };
  }
}
