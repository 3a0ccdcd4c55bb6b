package org.pmemycsb.harness.workspace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.pmemycsb.harness.host.MemoryControl;

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
  private static final String LOCK = "owner.lock";
  private static final String CHILDREN = "children";
  private static final String GROUP = "memory.group";
  private static final int ATTEMPTS = 20;
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
    FileChannel lockFile =
        FileChannel.open(unlocked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    lockFile.lock();
    Files.move(unlocked, folder.resolve(LOCK));
    return new Workspace(folder, lockFile);
  }

  /**
   * Removes the workspaces in a folder whose owners are gone.
   *
   * @return those that were removed
   */
  public static List<Path> removeAbandoned(Path parent) throws IOException {
    List<Path> removed = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path entry : entries) {
        if (abandoned(entry.resolve(LOCK)) && remove(entry)) {
          removed.add(entry);
        }
      }
    }
    return removed;
  }

  /** Removes one; false if another harness does. */
  private static boolean remove(Path abandoned) throws IOException {
    try {
      killChildren(abandoned.resolve(CHILDREN));
      killWriters(abandoned.toRealPath());
      removeGroup(abandoned);
      deleteLockLast(abandoned);
      return true;
    } catch (NoSuchFileException elsewhere) {
      return false;
    }
  }

  private static void removeGroup(Path workspace) throws IOException {
    Path noted = workspace.resolve(GROUP);
    if (Files.exists(noted)) {
      Path group = Path.of(Files.readString(noted));
      // A harness that is killed may leave half of a path.
      if (group.endsWith(workspace.getFileName())) {
        MemoryGroup.remove(group);
      }
    }
  }

  private static boolean abandoned(Path lock) {
    // A folder without the lock file was not made by a harness, or is being made at this moment.
    try (FileChannel file = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      FileLock held = file.tryLock();
      return held != null;
    } catch (OverlappingFileLockException ourOwn) {
      return false;
    } catch (IOException notOurs) {
      return false;
    }
  }

  /** Kills what is still the process that was noted, and not another that got its number. */
  private static void killChildren(Path noted) throws IOException {
    if (!Files.exists(noted)) {
      return;
    }
    for (String line : Files.readAllLines(noted)) {
      String[] columns = line.split(" ");
      if (columns.length != 2) {
        continue;
      }
      long startMillis = Long.parseLong(columns[1]);
      ProcessHandle.of(Long.parseLong(columns[0]))
          .filter(
              child ->
                  child.info().startInstant().stream()
                      .anyMatch(
                          start ->
                              Math.abs(start.toEpochMilli() - startMillis)
                                  <= START_TOLERANCE_MILLIS))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  /**
   * Kills what writes its output to a file in the folder, as every server does: the owner may have
   * been killed after it had started a server and before it had noted it, and a server may have
   * started others.
   */
  private static void killWriters(Path folder) {
    ProcessHandle.allProcesses()
        .filter(process -> output(process).startsWith(folder))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private static Path output(ProcessHandle process) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "fd", "1"));
    } catch (IOException goneOrNotOurs) {
      return Path.of("/");
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

  /** A new, empty folder. */
  public synchronized Path newFolder(String name) throws IOException {
    refuseIfClosed();
    return Files.createDirectory(folder.resolve(name + "-" + folders++));
  }

  /** A new control group that limits memory; at most one. It ends with the workspace. */
  public synchronized MemoryGroup newGroup(MemoryControl control) throws IOException {
    refuseIfClosed();
    Path group = control.parent().resolve(folder.getFileName());
    Files.writeString(folder.resolve(GROUP), group.toString());
    return new MemoryGroup(control, Files.createDirectory(group));
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
    for (ProcessHandle process : running) {
      try {
        process.onExit().get(10, TimeUnit.SECONDS);
      } catch (InterruptedException hurried) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException stays) {
        // It cannot be killed; the folder is removed all the same.
        continue;
      }
    }
    try {
      removeGroup(folder);
      deleteTree();
      lockFile.close();
    } catch (IOException left) {
      // The lock is released with the process, and the next start tries again.
      return;
    }
  }

  /** A store in this process may make a file in the meantime. */
  private void deleteTree() throws IOException {
    for (int left = ATTEMPTS; ; left--) {
      try {
        deleteLockLast(folder);
        return;
      } catch (DirectoryNotEmptyException again) {
        if (left == 1) {
          throw again;
        }
      }
    }
  }

  /** Removes a workspace. The lock file goes last: without it, nobody would remove the rest. */
  private static void deleteLockLast(Path workspace) throws IOException {
    if (!Files.exists(workspace)) {
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(workspace)) {
      for (Path entry : entries) {
        if (!entry.endsWith(LOCK)) {
          deleteTree(entry);
        }
      }
    }
    deleteTree(workspace);
  }

  /** Removes a folder and all in it; what is gone already is no error. */
  public static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
