package org.pmemycsb.it.powercut;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

/**
 * {@code libpowercut.so}, and where it watches and writes.
 *
 * @param library the library, in a place that every user can read
 * @param watched the folder whose files are watched
 * @param journal what it writes
 */
record Simulator(Path library, Path watched, Path journal) {
  private static final Path BUILT = Path.of("target/native/release/libpowercut.so");

  static Simulator install(Path folder, Path watched) throws IOException {
    Path library = folder.resolve("libpowercut.so");
    Files.copy(BUILT, library);
    Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Simulator(library, watched, folder.resolve("journal"));
  }

  /** The variables of a process that is watched, but for LD_PRELOAD. */
  Map<String, String> environment(Map<String, String> faults) {
    Map<String, String> environment = new HashMap<>(faults);
    environment.put("PMEM_LIBRARY", library.toString());
    environment.put("POWERCUT_FOLDER", watched.toString());
    environment.put("POWERCUT_JOURNAL", journal.toString());
    return environment;
  }

  /** From now on POWERCUT_NO_MAP counts. */
  void refuseMappings() throws IOException {
    Files.createFile(journal.resolveSibling(journal.getFileName() + ".no-map"));
  }

  /** How much of the journal there is: what an acknowledgement that comes now relies on. */
  long written() throws IOException {
    return Files.size(journal);
  }

  PowerCut cut() throws IOException {
    PowerCut cut = PowerCut.read(journal);
    assertThat(cut.steps()).as("steps in the journal").isPositive();
    return cut;
  }
}
