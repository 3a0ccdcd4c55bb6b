package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The kernel's control groups (cgroups), by which this process can limit the main memory of others.
 * A limit counts memory of processes and the page cache of files that they read or wrote first. On
 * a tmpfs it counts their files, too.
 *
 * @param own the group of this process
 * @param parent the group in which this process may make others
 */
public record MemoryControl(Version version, Path own, Path parent, long machineBytes) {
  private static final Path PROC = Path.of("/proc");
  private static final String MEMORY = "memory";
  private static final String SUBTREE = "cgroup.subtree_control";

  /** The file of a group that takes and lists its processes. */
  public static final String PROCESSES = "cgroup.procs";

  /** The names that a version of control groups gives to the same things. */
  public enum Version {
    V1("memory.limit_in_bytes", "memory.swappiness", "memory.oom_control", "rss"),
    V2("memory.max", "memory.swap.max", "memory.events", "anon");

    private final String limit;
    private final String swap;
    private final String kills;
    private final String anonymous;

    Version(String limit, String swap, String kills, String anonymous) {
      this.limit = limit;
      this.swap = swap;
      this.kills = kills;
      this.anonymous = anonymous;
    }
  }

  /**
   * The groups of this process.
   *
   * @throws ConfigurationException if it cannot limit memory
   */
  public static MemoryControl find() {
    return find(PROC);
  }

  static MemoryControl find(Path proc) {
    List<String> mounts = Inventory.text(proc.resolve("self/mountinfo")).lines().toList();
    List<String> groups = Inventory.text(proc.resolve("self/cgroup")).lines().toList();
    String memory = ProcessStatus.field(Inventory.text(proc.resolve("meminfo")), "MemTotal");
    long machine = memory.isEmpty() ? Long.MAX_VALUE : Long.parseLong(memory.split(" ")[0]) << 10;
    Optional<Path> first =
        mounts.stream()
            .filter(mount -> mount.matches(".* - cgroup \\S+ (.*,)?memory(,.*)?"))
            .findFirst()
            .flatMap(mount -> folder(mount, groups, "\\d+:(.*,)?memory(,.*)?:"));
    if (first.isPresent()) {
      return new MemoryControl(Version.V1, first.get(), writable(first.stream()), machine);
    }
    Path own =
        mounts.stream()
            .filter(mount -> mount.contains(" - cgroup2 "))
            .findFirst()
            .flatMap(mount -> folder(mount, groups, "0::"))
            .orElseThrow(() -> refused("the kernel shows no control groups here"));
    enable(own);
    return new MemoryControl(
        Version.V2,
        own,
        writable(
            Stream.iterate(own, MemoryControl::isGroup, Path::getParent)
                .filter(group -> words(group.resolve(SUBTREE)).contains(MEMORY))),
        machine);
  }

  /** The folder of the group of this process under a mount; empty if it lies elsewhere. */
  private static Optional<Path> folder(String mount, List<String> groups, String controllers) {
    String[] fields = mount.split(" ");
    Path root = Path.of(fields[3]);
    return groups.stream()
        .filter(group -> group.matches(controllers + "/.*"))
        .map(group -> Path.of(group.replaceFirst(controllers, "")))
        // In a container, the mount may begin at a group that has another name outside.
        .map(
            group ->
                Path.of(fields[4])
                    .resolve(group.startsWith(root) ? root.relativize(group).toString() : ""))
        .filter(Files::isDirectory)
        .findFirst();
  }

  private static boolean isGroup(Path folder) {
    return Files.exists(folder.resolve(PROCESSES));
  }

  /** Only the root of all groups and a group without processes of its own allow it. */
  private static void enable(Path group) {
    Path given = group.resolve(SUBTREE);
    try {
      if (!words(given).contains(MEMORY)) {
        Files.writeString(given, "+" + MEMORY);
      }
    } catch (IOException refused) {
      // A group above it may have the controller.
      return;
    }
  }

  private static List<String> words(Path file) {
    return Arrays.asList(Inventory.text(file).strip().split("\\s+"));
  }

  private static Path writable(Stream<Path> groups) {
    return groups
        .filter(group -> Files.isWritable(group) && Files.isWritable(group.resolve(PROCESSES)))
        .findFirst()
        .orElseThrow(() -> refused("this process may not make control groups that limit memory"));
  }

  private static ConfigurationException refused(String reason) {
    return new ConfigurationException(
        "memory: "
            + reason
            + "; run the harness as root, or under 'systemd-run --user --scope -p Delegate=yes', or"
            + " leave memory out");
  }

  /**
   * Limits the memory of a group, without use of swap space.
   *
   * @return the limit that the kernel has now: that of the group, or a smaller one above it
   */
  public long limit(Path group, long bytes) throws IOException {
    Path swap = group.resolve(version.swap);
    if (Files.exists(swap)) {
      Files.writeString(swap, "0");
    }
    Files.writeString(group.resolve(version.limit), Long.toString(bytes));
    return limit(group);
  }

  /** The limit that holds for a group; the largest number for none. */
  public long limit(Path group) {
    return Stream.iterate(group, MemoryControl::isGroup, Path::getParent)
        .mapToLong(each -> bytes(each.resolve(version.limit)))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private static long bytes(Path file) {
    String text = Inventory.text(file).strip();
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
  }

  /** The memory that all processes of the harness may use. */
  public long mostBytes() {
    return Math.min(limit(parent), machineBytes);
  }

  /** How many processes of a group the kernel has killed because of its limit. */
  public long kills(Path group) {
    return count(group.resolve(version.kills), "oom_kill");
  }

  /**
   * The memory of a group that is no copy of a file on a disk.
   *
   * @param onTmpfs bytes of its files on a tmpfs, which do not count
   */
  public long unreclaimable(Path group, long onTmpfs) {
    Path statistics = group.resolve("memory.stat");
    return count(statistics, version.anonymous) + Math.max(0, count(statistics, "shmem") - onTmpfs);
  }

  private static long count(Path file, String name) {
    return Inventory.text(file)
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1).strip()))
        .findFirst()
        .orElse(0);
  }
}
