package org.pmemycsb.harness.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The folders of the kernel's control groups (cgroups) of this process. */
final class ControlGroups {
  /** The file of a group that takes and lists its processes. */
  static final String PROCESSES = "cgroup.procs";

  private ControlGroups() {}

  /**
   * The group of this process by a controller of the first version; empty if there is none.
   *
   * @param proc the kernel's folder of processes
   */
  static Optional<Path> first(Path proc, String controller) {
    String named = "(.*,)?" + controller + "(,.*)?";
    return folder(proc, ".* - cgroup \\S+ " + named, "\\d+:" + named + ":");
  }

  /** Likewise of the second version, which has one group for all controllers. */
  static Optional<Path> second(Path proc) {
    return folder(proc, ".* - cgroup2 .*", "0::");
  }

  private static Optional<Path> folder(Path proc, String mounts, String controllers) {
    return KernelFile.text(proc.resolve("self/mountinfo"))
        .lines()
        .filter(mount -> mount.matches(mounts))
        .findFirst()
        .flatMap(mount -> under(mount.split(" "), proc, controllers));
  }

  /** Empty if the group lies under another mount. */
  private static Optional<Path> under(String[] mount, Path proc, String controllers) {
    Path root = Path.of(mount[3]);
    return KernelFile.text(proc.resolve("self/cgroup"))
        .lines()
        .filter(group -> group.matches(controllers + "/.*"))
        .map(group -> Path.of(group.replaceFirst(controllers, "")))
        // In a container, the mount may begin at a group that has another name outside.
        .map(
            group ->
                Path.of(mount[4])
                    .resolve(group.startsWith(root) ? root.relativize(group).toString() : ""))
        .filter(Files::isDirectory)
        .findFirst();
  }

  /** A group and those above it. */
  static Stream<Path> upwards(Path group) {
    return Stream.iterate(group, each -> Files.exists(each.resolve(PROCESSES)), Path::getParent);
  }

  /** The number behind a name in a file of a group; 0 if there is none. */
  static long count(Path file, String name) {
    return KernelFile.number(KernelFile.text(file), name).orElse(0);
  }
}
