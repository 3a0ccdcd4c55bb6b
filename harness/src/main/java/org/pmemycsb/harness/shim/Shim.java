package org.pmemycsb.harness.shim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.Inventory;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.Purpose;

/**
 * The shim for libpmem in the processes of one run.
 *
 * @param folder holds the library and its counters; every user may read it, because a server may
 *     run as another user
 * @param watched folders of the run, without symbolic links; files in them are watched
 * @param model the medium whose time it takes; empty for that of the machine
 */
public record Shim(Path folder, List<Path> watched, Purpose purpose, Optional<MediumModel> model) {
  private static final String FILE = "libpmem_shim.so";

  /**
   * @param folder an existing folder, to which other users can pass through
   * @param watched existing folders
   * @param seed of the times of syncs on a model
   * @throws ConfigurationException if the library is not there, or no process could load it from
   *     the folder
   */
  public static Shim install(
      Path folder, List<Path> watched, Purpose purpose, Optional<MediumModel> model, long seed)
      throws IOException {
    if (folder.toString().matches(".*[:;].*")) {
      throw new ConfigurationException(
          "%s: the dynamic linker ends a path at a colon or semicolon; choose a place without"
                  .formatted(folder)
              + " them");
    }
    List<Path> real = new ArrayList<>();
    for (Path each : watched) {
      real.add(each.toRealPath());
    }
    Files.copy(Installation.nativeFile(FILE), folder.resolve(FILE));
    Shim shim = new Shim(folder, List.copyOf(real), purpose, model);
    CounterFile.create(shim.counters());
    permit(folder, "rwxr-xr-x");
    permit(shim.library(), "rwxr-xr-x");
    permit(shim.counters(), "rw-rw-rw-");
    if (model.isPresent()) {
      Files.write(
          shim.page(),
          ModelPage.of(model.get(), seed, Inventory.largestCache()),
          StandardOpenOption.CREATE_NEW);
      permit(shim.page(), "rw-rw-rw-");
    }
    return shim;
  }

  private static void permit(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  public Path counters() {
    return folder.resolve("counters");
  }

  /** The library, which is also a libpmem for programs that load it by its name. */
  public Path library() {
    return folder.resolve(FILE);
  }

  /** The file of the model, which all processes of the place share. */
  Path page() {
    return folder.resolve("model");
  }

  /** Changes the environment of a process so that it loads the shim. */
  public void preload(Map<String, String> environment) {
    // By name, because LD_PRELOAD splits a path at spaces.
    environment.merge("LD_PRELOAD", FILE, (others, ours) -> others + ":" + ours);
    environment.merge("LD_LIBRARY_PATH", folder.toString(), (others, ours) -> ours + ":" + others);
    // libpgwal_pmem loads libpmem by this name.
    String theirs = environment.put("PMEM_LIBRARY", library().toString());
    if (theirs != null) {
      environment.put("PMEM_SHIM_LIBPMEM", theirs);
    }
    environment.put("PMEM_SHIM_LEAVE_OUT", purpose.leftOut());
    if (purpose == Purpose.COUNTED) {
      environment.put("PMEM_SHIM_COUNTERS", counters().toString());
    }
    if (model.isPresent()) {
      environment.put("PMEM_SHIM_MODEL", page().toString());
    }
    if (purpose == Purpose.COUNTED || model.isPresent()) {
      environment.put(
          "PMEM_SHIM_FOLDERS",
          watched.stream().map(Path::toString).collect(Collectors.joining("\n")));
    }
  }

  /** Whether a process has loaded the shim; a statically linked program never does. */
  public static boolean isIn(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "maps"))
          .contains("/" + FILE);
    } catch (IOException gone) {
      return false;
    }
  }
}
