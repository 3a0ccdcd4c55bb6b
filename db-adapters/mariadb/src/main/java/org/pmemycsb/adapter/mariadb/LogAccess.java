package org.pmemycsb.adapter.mariadb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.pmemycsb.adapter.support.PackagedLibrary;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Medium;

/** The way in which InnoDB writes its redo log. */
enum LogAccess {
  /** By stores into the mapped file. InnoDB does so by itself on DAX and in /dev/shm. */
  MAPPED("log mapped"),
  /** By system calls: a preloaded library refuses the mapping. */
  CALLS("log not mapped");

  private static final String LIBRARY = "libunmapped_log.so";

  private final String words;

  LogAccess(String words) {
    this.words = words;
  }

  /** A part of the version in words. */
  String words() {
    return words;
  }

  /**
   * The access of a running server, as the kernel states it. The server's own variable says OFF for
   * a log that is mapped against the user's wish.
   */
  static LogAccess of(long pid) throws DatabaseException {
    try (Stream<String> maps = Files.lines(Path.of("/proc", Long.toString(pid), "maps"))) {
      return maps.anyMatch(line -> line.contains("/ib_logfile")) ? MAPPED : CALLS;
    } catch (IOException | UncheckedIOException unreadable) {
      throw new DatabaseException(
          "cannot read the mappings of MariaDB's process " + pid + ": " + unreadable.getMessage());
    }
  }

  /** Puts the files that a server needs for this access into its working folder. */
  void install(Path folder) throws IOException, DatabaseException {
    // Not only on persistent memory: a model of a disk may lie in /dev/shm.
    if (this == CALLS) {
      PackagedLibrary.install(LogAccess.class, LIBRARY, folder);
    }
  }

  /** Changes the environment variables of a server in the folder of {@link #install}. */
  void prepare(Map<String, String> environment) {
    if (this == CALLS) {
      environment.merge("LD_PRELOAD", "./" + LIBRARY, (others, ours) -> others + ":" + ours);
    }
  }

  /**
   * Refuses a log that would be mapped on what stands for a disk: in /dev/shm, MariaDB maps it
   * there too, and then no sync has the time that a model gives to it.
   *
   * @param folder of the server's log
   */
  void refuseDisk(Medium medium, Path folder) throws DatabaseException {
    if (this == MAPPED && medium == Medium.DISK) {
      require(CALLS, folder);
    }
  }

  /**
   * Refuses a server with another access than this one.
   *
   * @param folder of the server's log
   */
  void require(LogAccess found, Path folder) throws DatabaseException {
    if (found == this) {
      return;
    }
    throw new DatabaseException(
        this == MAPPED
            ? folder
                + " is not on persistent memory: MariaDB maps its log only on DAX and in /dev/shm."
                + " Choose such a folder with --pmem DIR, or compare mariadb instead of pm-mariadb"
            : "MariaDB maps its log in "
                + folder
                + ", because it runs without "
                + LIBRARY
                + ". If the folder is mounted noexec, mount it with exec, or choose another folder");
  }
}
