package org.pmemycsb.harness.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import org.pmemycsb.harness.Programs;

/** The space that files take, which is less than their size where they have holes. */
public final class DiskUse {
  // A file that is removed meanwhile makes du fail.
  private static final int ATTEMPTS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Path PROC = Path.of("/proc");
  // The kernel's mark of a file that has no name any more.
  private static final String REMOVED = " (deleted)";

  private DiskUse() {}

  /**
   * The bytes that a folder and its content occupy on the medium, in whole KiB; empty if unknown.
   * Files that a process holds open, but that have no name any more, count as content: the heap of
   * a volatile store is one. It asks du(1), because Java cannot tell.
   */
  public static OptionalLong of(Path folder) {
    try {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        List<String> command = new ArrayList<>(List.of("du", "-skDc", folder.toString()));
        command.addAll(nameless(folder.toRealPath()));
        Programs.Ended du =
            Programs.run(
                ProcessBuilder::start,
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD),
                PATIENCE);
        if (du.status() == 0) {
          String total = du.said().lines().reduce("", (line, next) -> next);
          return OptionalLong.of(Long.parseLong(total.split("\\s", 2)[0]) << 10);
        }
      }
    } catch (IOException | TimeoutException | NumberFormatException unknown) {
      return OptionalLong.empty();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return OptionalLong.empty();
  }

  /** The open files below a folder that were removed, as links of the kernel. */
  private static List<String> nameless(Path folder) throws IOException {
    List<String> links = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
          for (Path link : open) {
            if (isNameless(link, folder)) {
              links.add(link.toString());
            }
          }
        } catch (IOException | DirectoryIteratorException goneOrForeign) {
          continue;
        }
      }
    }
    return links;
  }

  private static boolean isNameless(Path link, Path folder) {
    try {
      Path file = Files.readSymbolicLink(link);
      return file.startsWith(folder) && file.toString().endsWith(REMOVED);
    } catch (IOException closed) {
      return false;
    }
  }

  /**
   * The space that the database of a run takes in its folder. Records that were loaded for practice
   * and removed do not count, although a log may keep them: their space is what the empty database
   * takes more than when it was opened. Not thread-safe.
   */
  public static final class Footprint {
    private final Path folder;
    private final OptionalLong opened;
    private long left;

    /**
     * @param folder of a database that was opened, and is empty
     */
    public Footprint(Path folder) {
      this.folder = folder;
      this.opened = of(folder);
    }

    public void practised() {
      OptionalLong now = of(folder);
      left = now.isPresent() && opened.isPresent() ? now.getAsLong() - opened.getAsLong() : 0;
    }

    /** The bytes of now; null if nobody knows. */
    public Long bytes() {
      OptionalLong now = of(folder);
      return now.isPresent() ? now.getAsLong() - Math.max(0, left) : null;
    }
  }
}
