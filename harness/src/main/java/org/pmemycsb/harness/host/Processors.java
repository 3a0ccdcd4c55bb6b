package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.CpuList;

/**
 * The processors that this process may use, from the kernel: proc_pid_status(5), and the folders
 * under {@code /sys/devices/system}. Immutable.
 *
 * @param allowed all of them; never empty
 * @param nodes those of each NUMA node that has any, by the node's number; empty where the kernel
 *     knows no nodes
 * @param cores the same by cores: logical processors that share one stand together
 * @param memory NUMA nodes whose memory this process may use
 * @param sys folder with the kernel's tree of devices
 */
public record Processors(
    CpuList allowed, Map<Integer, CpuList> nodes, List<CpuList> cores, CpuList memory, Path sys) {

  /** The name of the processors in the status of a process. */
  static final String ALLOWED = "Cpus_allowed_list";

  /**
   * @throws ConfigurationException if the kernel does not tell
   */
  public static Processors read() {
    return read(Path.of("/proc/self/status"), Path.of("/sys"));
  }

  static Processors read(Path status, Path sys) {
    try {
      String text = Files.readString(status);
      CpuList allowed = CpuList.ofKernel(KernelFile.value(text, ALLOWED));
      Path online = sys.resolve("devices/system/cpu/online");
      if (Files.exists(online)) {
        allowed = allowed.and(CpuList.ofKernel(Files.readString(online)));
      }
      if (allowed.isEmpty()) {
        throw new IOException(status + " names no processor");
      }
      return new Processors(
          allowed,
          nodes(allowed, sys.resolve("devices/system/node")),
          cores(allowed, sys.resolve("devices/system/cpu")),
          CpuList.ofKernel(KernelFile.value(text, "Mems_allowed_list")),
          sys);
    } catch (IOException untold) {
      throw new ConfigurationException(
          "placement: the kernel does not list the processors (%s); leave the option out"
              .formatted(untold.getMessage()),
          untold);
    }
  }

  private static Map<Integer, CpuList> nodes(CpuList allowed, Path folder) throws IOException {
    Map<Integer, CpuList> all = new TreeMap<>();
    if (!Files.isDirectory(folder)) {
      return all;
    }
    try (DirectoryStream<Path> nodes = Files.newDirectoryStream(folder, "node[0-9]*")) {
      for (Path node : nodes) {
        CpuList own = CpuList.ofKernel(Files.readString(node.resolve("cpulist"))).and(allowed);
        if (!own.isEmpty()) {
          all.put(Integer.parseInt(node.getFileName().toString().substring("node".length())), own);
        }
      }
    }
    return all;
  }

  private static List<CpuList> cores(CpuList allowed, Path folder) throws IOException {
    Set<CpuList> all = new LinkedHashSet<>();
    for (int number : allowed.numbers()) {
      Path siblings = folder.resolve("cpu" + number + "/topology/thread_siblings_list");
      all.add(
          Files.exists(siblings)
              ? CpuList.ofKernel(Files.readString(siblings)).and(allowed)
              : new CpuList(List.of(number)));
    }
    return List.copyOf(all);
  }

  /**
   * The NUMA node of the device behind a folder; empty where the kernel tells none, as for shared
   * memory and many disks.
   */
  public OptionalInt nodeOf(Path folder) {
    return Media.mountOf(folder)
        .map(mount -> nodeOfDevice(Path.of(mount.device())))
        .orElse(OptionalInt.empty());
  }

  /** Looks for the node at the device, then at its parents. */
  OptionalInt nodeOfDevice(Path device) {
    try {
      // A name under /dev/mapper is a link to the device.
      Path file = Files.exists(device) ? device.toRealPath() : device;
      Path end = sys.toRealPath();
      Path at = sys.resolve("class/block").resolve(file.getFileName()).toRealPath();
      for (; !at.equals(end); at = at.getParent()) {
        Path told = at.resolve("numa_node");
        int node = Files.exists(told) ? Integer.parseInt(Files.readString(told).strip()) : -1;
        if (node >= 0) {
          return OptionalInt.of(node);
        }
      }
    } catch (IOException | RuntimeException noDevice) {
      return OptionalInt.empty();
    }
    return OptionalInt.empty();
  }

  /**
   * Two halves of processors, by whole cores; the first is the larger if their number is odd. The
   * logical processors of a single core are halved themselves.
   *
   * @return two lists, or one with all if there is only one logical processor
   */
  public List<CpuList> halves(CpuList all) {
    List<CpuList> parts = new ArrayList<>();
    cores.stream().map(all::and).filter(core -> !core.isEmpty()).forEach(parts::add);
    if (parts.size() == 1) {
      parts.clear();
      all.numbers().forEach(number -> parts.add(new CpuList(List.of(number))));
    }
    if (parts.size() < 2) {
      return List.of(all);
    }
    int half = (parts.size() + 1) / 2;
    CpuList first = parts.subList(0, half).stream().reduce(CpuList::or).orElseThrow();
    return List.of(first, all.without(first));
  }
}
