package org.pmemycsb.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Media;
import org.pmemycsb.harness.run.Workspace;
import org.pmemycsb.spi.Medium;

/**
 * The folder for the data, as {@code --pmem} names it.
 *
 * @param medium what it lies on
 */
record DataFolder(Path path, Medium medium) {
  /**
   * The folder; nothing in it is touched yet.
   *
   * @throws ConfigurationException if it is not there or cannot be written to
   */
  static DataFolder open(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new ConfigurationException("--pmem: there is no folder " + folder);
    }
    if (!Files.isWritable(folder)) {
      throw new ConfigurationException(
          "--pmem: no right to write to " + folder + "; name a folder of your own");
    }
    return new DataFolder(folder, mediumOf(folder));
  }

  private static Medium mediumOf(Path folder) {
    try {
      return Media.of(folder);
    } catch (IOException failure) {
      throw new ConfigurationException(
          "--pmem: no file can be made in " + folder + ": " + failure.getMessage(), failure);
    }
  }

  /** A new workspace in it; removes first the workspaces that killed harnesses left there. */
  Workspace workspace() {
    try {
      for (Path left : Workspace.removeAbandoned(path)) {
        System.err.println("pmem-ycsb: removed " + left + ", left by a harness that was killed");
      }
      return Workspace.create(path);
    } catch (IOException failure) {
      throw new ConfigurationException(
          "--pmem: cannot write to " + path + ": " + failure.getMessage(), failure);
    }
  }

  /** Removes a shutdown hook that would take the workspace down. */
  static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The hook runs at this moment.
      return;
    }
  }
}
