package org.pmemycsb.harness.host.workspace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.host.MemoryControl;
import org.pmemycsb.harness.host.MemoryGroup;
import org.pmemycsb.spi.SafeFolder;

/**
 * The folder on the medium in which a harness keeps its databases, and the processes that it
 * started; closing it ends the processes and removes the folder.
 *
 * <p>The owner holds a lock on a file in the folder for as long as it lives. The kernel releases it
 * however the owner ends, so a folder whose lock is free is proof of an owner that was killed: the
 * next harness on the same medium removes it. Thread-safe.
 */
public final class Workspace implements AutoCloseable {
  private static final String PREFIX = "pmem-ycsb-";
  private static final Path LOCK = Path.of("owner.lock");
  private static final Path CHILDREN = Path.of("children");
  private static final Path GROUP = Path.of("memory.group");
  private static final int ATTEMPTS = 20;
  private static final int END_SECONDS = 10;
  // A process start is known to a hundredth of a second, counted from a boot time known to a
  // second.
  private static final long START_TOLERANCE_MILLIS = 2000;

  private final Path folder;
  private final FileChannel lockFile;
  private final Set<Process> children = ConcurrentHashMap.newKeySet();
  private int folders;
  private boolean closed;

  private Workspace(Path folder, FileChannel lockFile) {
    this.folder = folder;
    this.lockFile = lockFile;
  }

  /**
   * Makes a workspace in an existing folder.
   *
   * @throws IOException if the folder cannot be written to
   */
  public static Workspace create(Path parent) throws IOException {
    Path folder = Files.createTempDirectory(parent, PREFIX).toAbsolutePath();
    // A server that refuses to run as root must be able to reach its own folder in here.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    // Another harness that starts at this moment must not find the file without its lock.
    Path unlocked = folder.resolve("new." + LOCK);
    FileChannel lockFile = SafeFolder.openLock(unlocked);
    lockFile.lock();
    Files.move(unlocked, folder.resolve(LOCK));
    return new Workspace(folder, lockFile);
  }

  /**
   * Removes the workspaces in a folder whose owners are gone. In a place where every user may
   * write, only folders of this user count, and only if nobody else can write to them: all that
   * they name is killed and removed.
   *
   * @param warnings a line for each that was removed or cannot be removed
   */
  public static void removeAbandoned(Path parent, Consumer<String> warnings) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path entry : entries) {
        if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          continue;
        }
        try (SafeFolder folder = SafeFolder.open(entry)) {
          if (folder.isOurs() && abandoned(folder)) {
            remove(folder, entry);
            warnings.accept("removed " + entry + ", left by a harness that was killed");
          }
        } catch (NoSuchFileException | NotDirectoryException elsewhere) {
          // Another harness removes it, or it is no folder.
          continue;
        } catch (AccessDeniedException notOurs) {
          continue;
        } catch (IOException stays) {
          warnings.accept(
              "cannot remove %s, left by a harness that was killed: %s"
                  .formatted(entry, FileFailure.describe(stays)));
        }
      }
    }
  }

  private static boolean abandoned(SafeFolder folder) throws IOException {
    // A folder without the lock file was not made by a harness, or is being made at this moment.
    try (FileChannel file = folder.file(LOCK, Set.of(StandardOpenOption.WRITE))) {
      FileLock held = file.tryLock();
      return held != null;
    } catch (OverlappingFileLockException ourOwn) {
      return false;
    }
  }

  private static void remove(SafeFolder abandoned, Path path) throws IOException {
    text(abandoned, CHILDREN).lines().forEach(Workspace::killChild);
    killWriters(path.toRealPath());
    removeGroup(text(abandoned, GROUP), path);
    abandoned.empty(LOCK);
    Files.delete(path);
  }

  private static String text(SafeFolder workspace, Path file) throws IOException {
    try {
      return new String(workspace.read(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException none) {
      return "";
    }
  }

  /** A harness that is killed may leave half of a path. */
  private static void removeGroup(String noted, Path workspace) throws IOException {
    Path group = Path.of(noted);
    if (group.endsWith(workspace.getFileName())) {
      MemoryGroup.remove(group);
    }
  }

  /** Kills what is still the process that was noted, and not another that got its number. */
  private static void killChild(String noted) {
    if (!noted.matches("\\d{1,18} \\d{1,18}")) {
      return; // torn
    }
    String[] columns = noted.split(" ");
    long startMillis = Long.parseLong(columns[1]);
    ProcessHandle.of(Long.parseLong(columns[0]))
        .filter(
            child ->
                child.info().startInstant().stream()
                    .anyMatch(
                        start ->
                            Math.abs(start.toEpochMilli() - startMillis) <= START_TOLERANCE_MILLIS))
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  /**
   * Kills what writes its output to a file of ours in the folder, as every server does: the owner
   * may have been killed after it had started a server and before it had noted it, and a server may
   * have started others.
   */
  private static void killWriters(Path folder) {
    ProcessHandle.allProcesses()
        .filter(process -> writesTo(folder, process))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private static boolean writesTo(Path folder, ProcessHandle process) {
    Path output = Path.of("/proc", Long.toString(process.pid()), "fd", "1");
    try {
      Path file = Files.readSymbolicLink(output);
      // The account of a server may have put it there to have another process killed.
      return file.startsWith(folder) && SafeFolder.isOurs(file);
    } catch (IOException goneOrNotOurs) {
      return false;
    }
  }

  /** The harness is being stopped. */
  public static final class ClosedException extends IOException {
    private static final long serialVersionUID = 1L;

    ClosedException() {
      super("the harness is being stopped");
    }
  }

  /** Says so when what happened lately happened because the harness is being stopped. */
  public synchronized void refuseIfClosed() throws ClosedException {
    if (closed) {
      throw new ClosedException();
    }
  }

  public synchronized Path newFolder(String name) throws IOException {
    refuseIfClosed();
    return Files.createDirectory(folder.resolve(name + "-" + folders++));
  }

  /** A new control group that limits memory; at most one. It ends with the workspace. */
  public synchronized MemoryGroup newGroup(MemoryControl control) throws IOException {
    refuseIfClosed();
    Path group = control.parent().resolve(folder.getFileName());
    Files.writeString(folder.resolve(GROUP), group.toString());
    return new MemoryGroup(control.version(), Files.createDirectory(group));
  }

  /** Starts a process that ends no later than the workspace. */
  public synchronized Process start(ProcessBuilder command) throws IOException {
    refuseIfClosed();
    Process child = command.start();
    children.add(child);
    long startMillis =
        child.info().startInstant().map(Instant::toEpochMilli).orElse(System.currentTimeMillis());
    Files.writeString(
        folder.resolve(CHILDREN),
        child.pid() + " " + startMillis + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    child.onExit().thenRun(() -> children.remove(child));
    return child;
  }

  /** Ends all processes, removes the folder; safe to call again and from a shutdown hook. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    // With what they started: a server's workers may still write while the folder is removed.
    List<ProcessHandle> running =
        children.stream()
            .map(Process::toHandle)
            .flatMap(child -> Stream.concat(Stream.of(child), child.descendants()))
            .toList();
    running.forEach(ProcessHandle::destroyForcibly);
    // The folder of one that cannot be killed is removed all the same.
    for (ProcessHandle process : running) {
      process.onExit().completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS).join();
    }
    boolean interrupted = Thread.interrupted(); // it would keep files from being removed
    try {
      if (Files.exists(folder)) {
        deleteTree();
      }
      lockFile.close();
    } catch (IOException left) {
      // The lock is released with the process, and the next start tries again.
      return;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A store in this process may make a file in the meantime. */
  private void deleteTree() throws IOException {
    try (SafeFolder opened = SafeFolder.open(folder)) {
      removeGroup(text(opened, GROUP), folder);
    }
    for (int left = ATTEMPTS; ; left--) {
      // Without the lock file, nobody would remove the rest.
      try (SafeFolder opened = SafeFolder.open(folder)) {
        opened.empty(LOCK);
        Files.delete(folder);
        return;
      } catch (DirectoryNotEmptyException again) {
        if (left == 1) {
          throw again;
        }
      }
    }
  }
}
