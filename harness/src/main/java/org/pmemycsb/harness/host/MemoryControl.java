package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
  private static final String MEMORY = "memory";
  private static final String SUBTREE = "cgroup.subtree_control";

  /** The names that a version of control groups gives to the same things. */
  public enum Version {
    V1("memory.limit_in_bytes", "memory.swappiness", "memory.oom_control", "rss"),
    V2("memory.max", "memory.swap.max", "memory.events", "anon");

    final String limit;
    final String swap;
    final String kills;
    final String anonymous;

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
    return find(KernelFile.PROC);
  }

  static MemoryControl find(Path proc) {
    OptionalLong kib = KernelFile.number(KernelFile.text(proc.resolve("meminfo")), "MemTotal");
    long machine = kib.isPresent() ? kib.getAsLong() << 10 : Long.MAX_VALUE;
    Optional<Path> first = ControlGroups.first(proc, MEMORY);
    if (first.isPresent()) {
      return new MemoryControl(Version.V1, first.get(), writable(first.stream()), machine);
    }
    Path own =
        ControlGroups.second(proc)
            .orElseThrow(() -> refused("the kernel shows no control groups here"));
    enable(own);
    return new MemoryControl(
        Version.V2,
        own,
        writable(
            ControlGroups.upwards(own)
                .filter(group -> words(group.resolve(SUBTREE)).contains(MEMORY))),
        machine);
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
    return Arrays.asList(KernelFile.text(file).strip().split("\\s+"));
  }

  private static Path writable(Stream<Path> groups) {
    return groups
        .filter(
            group ->
                Files.isWritable(group) && Files.isWritable(group.resolve(ControlGroups.PROCESSES)))
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

  /** The memory that all processes of the harness may use. */
  public long mostBytes() {
    return Math.min(new MemoryGroup(version, parent).limit(), machineBytes);
  }
}
