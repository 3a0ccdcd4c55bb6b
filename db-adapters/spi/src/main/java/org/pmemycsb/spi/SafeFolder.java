package org.pmemycsb.spi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A folder in which another user may write, or replace files by links and pipes at any time. It is
 * held open: its name may change its meaning, but all methods work in the folder that was opened.
 * No method follows a link in the folder, and only regular files are opened. Not thread-safe.
 */
public final class SafeFolder implements AutoCloseable {
  private static final Path SELF = Path.of("/proc/self");
  private static final Set<PosixFilePermission> OTHERS_WRITE =
      PosixFilePermissions.fromString("----w--w-");

  private final Path path;
  private final SecureDirectoryStream<Path> stream;

  private SafeFolder(Path path, SecureDirectoryStream<Path> stream) {
    this.path = path;
    this.stream = stream;
  }

  /**
   * Opens a folder.
   *
   * @throws IOException if it is no folder, or a link to one
   */
  public static SafeFolder open(Path path) throws IOException {
    DirectoryStream<Path> opened = Files.newDirectoryStream(path);
    try {
      if (!(opened instanceof SecureDirectoryStream<Path> secure)) {
        throw new FileSystemException(path.toString(), null, "this system cannot hold a folder");
      }
      BasicFileAttributes named =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      Object held =
          secure.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey();
      if (!held.equals(named.fileKey())) {
        throw refused(path, "is a link, and not a folder");
      }
      return new SafeFolder(path, secure);
    } catch (IOException | RuntimeException failure) {
      opened.close();
      throw failure;
    }
  }

  /** The folder of a file. */
  private static SafeFolder around(Path file) throws IOException {
    return open(file.toAbsolutePath().getParent());
  }

  /** Whether a file belongs to the user of this process. A link does not count for its target. */
  public static boolean isOurs(Path file) throws IOException {
    return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(SELF));
  }

  /** Whether the folder belongs to the user of this process, and nobody else can write to it. */
  public boolean isOurs() throws IOException {
    PosixFileAttributes attributes =
        stream.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
    return attributes.owner().equals(Files.getOwner(SELF))
        && attributes.permissions().stream().noneMatch(OTHERS_WRITE::contains);
  }

  /**
   * Opens a file. What is neither missing nor a regular file is refused.
   *
   * @throws NoSuchFileException if it is not there, and the options do not make it
   */
  public FileChannel file(Path name, Set<? extends OpenOption> options, FileAttribute<?>... made)
      throws IOException {
    Set<OpenOption> all = new HashSet<>(options);
    try {
      if (isRegular(name) || all.contains(StandardOpenOption.CREATE)) {
        all.add(LinkOption.NOFOLLOW_LINKS);
        return isOurs() ? opened(name, all, made) : openedAmongOthers(name, all, made);
      }
    } catch (FileSystemException failure) {
      throw named(path.resolve(name), failure);
    }
    throw new NoSuchFileException(path.resolve(name).toString());
  }

  private FileChannel opened(Path name, Set<OpenOption> options, FileAttribute<?>... made)
      throws IOException {
    return (FileChannel) stream.newByteChannel(name, options, made);
  }

  /**
   * Opens a file that another user may replace by a pipe at this moment. The kernel opens a pipe
   * for reading or for writing only when somebody opens its other end, but at once for both.
   */
  private FileChannel openedAmongOthers(
      Path name, Set<OpenOption> options, FileAttribute<?>... made) throws IOException {
    Set<OpenOption> both = new HashSet<>(options);
    boolean appends = both.remove(StandardOpenOption.APPEND);
    both.addAll(Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
    FileChannel file;
    try {
      file = opened(name, both, made);
    } catch (NoSuchFileException gone) {
      throw gone;
    } catch (FileSystemException onlyOne) {
      // A file that this user may only read, or on a medium that is only read.
      file = opened(name, options, made);
    }
    try {
      file.position(appends ? file.size() : 0);
      return file;
    } catch (IOException noPosition) {
      file.close();
      throw refused(name, "is a pipe, and not a regular file");
    }
  }

  /** False if there is nothing of this name; refuses what is something else. */
  private boolean isRegular(Path name) throws IOException {
    try {
      if (attributes(stream, name).isRegularFile()) {
        return true;
      }
    } catch (NoSuchFileException missing) {
      return false;
    }
    throw refused(path.resolve(name), "is a link or a special file, and not a regular file");
  }

  /** Failures have the name in the folder only. */
  private static FileSystemException named(Path file, FileSystemException failure) {
    String name = file.toString();
    FileSystemException named =
        failure instanceof NoSuchFileException
            ? new NoSuchFileException(name)
            : failure instanceof AccessDeniedException
                ? new AccessDeniedException(name)
                : new FileSystemException(name, null, failure.getReason());
    named.initCause(failure);
    return named;
  }

  /** The content of a file. */
  public byte[] read(Path name) throws IOException {
    try (FileChannel file = file(name, Set.of(StandardOpenOption.READ))) {
      return Channels.newInputStream(file).readAllBytes();
    }
  }

  /** The content of a file, which may lie in another user's folder. */
  public static byte[] readFile(Path file) throws IOException {
    try (SafeFolder folder = around(file)) {
      return folder.read(file.getFileName());
    }
  }

  /** Opens a file, as {@link #file} does. */
  public static FileChannel openFile(
      Path file, Set<? extends OpenOption> options, FileAttribute<?>... made) throws IOException {
    try (SafeFolder folder = around(file)) {
      return folder.file(file.getFileName(), options, made);
    }
  }

  /** Opens a file for a lock, or makes it. Other users cannot open it, and so cannot lock it. */
  public static FileChannel openLock(Path file) throws IOException {
    return openFile(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /**
   * Replaces a file at once. A reader never sees a part of it. With {@link
   * StandardOpenOption#SYNC}, a power cut leaves none.
   *
   * @param further how to open the new file
   * @throws IOException if that fails, or there is something else of this name; then the file is as
   *     before
   */
  public static void replaceFile(Path file, byte[] content, OpenOption... further)
      throws IOException {
    try (SafeFolder folder = around(file)) {
      folder.replace(file.getFileName(), content, List.of(further));
    } catch (FileSystemException failure) {
      throw named(file, failure);
    }
  }

  private void replace(Path name, byte[] content, List<OpenOption> further) throws IOException {
    isRegular(name);
    Path beside = Path.of("." + name + ".new");
    removeIfPresent(stream, beside); // of a harness that was killed
    Set<OpenOption> exclusively = new HashSet<>(further);
    exclusively.addAll(
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    try {
      try (FileChannel file = (FileChannel) stream.newByteChannel(beside, exclusively)) {
        writeAll(file, content);
      }
      stream.move(beside, stream, name);
    } catch (IOException failure) {
      removeIfPresent(stream, beside); // the part that a full disk had room for
      throw failure;
    }
  }

  /** Appends to a file, which is made if it is missing. */
  public static void appendToFile(Path file, byte[] content, OpenOption... further)
      throws IOException {
    Set<OpenOption> options =
        new HashSet<>(Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    options.addAll(List.of(further));
    try (FileChannel channel = openFile(file, options)) {
      writeAll(channel, content);
    }
  }

  private static void writeAll(FileChannel file, byte[] content) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(content);
    while (left.hasRemaining()) {
      file.write(left);
    }
  }

  /**
   * Removes everything in the folder.
   *
   * @param last the file that goes last, if it is there
   */
  public void empty(Path last) throws IOException {
    remove(stream, last);
    removeIfPresent(stream, last);
  }

  /** Removes everything in a folder; it need not be there. */
  public static void emptyFolder(Path folder) throws IOException {
    try (SafeFolder opened = open(folder)) {
      remove(opened.stream, null);
    } catch (NoSuchFileException gone) {
      return;
    }
  }

  /** Removes a file, or a folder and all in it; what is gone already is no error. */
  public static void delete(Path root) throws IOException {
    try (SafeFolder parent = around(root)) {
      removeIfPresent(parent.stream, root.getFileName());
    } catch (NoSuchFileException gone) {
      return;
    }
  }

  private static void remove(SecureDirectoryStream<Path> folder, Path kept) throws IOException {
    try {
      for (Path entry : folder) {
        if (!entry.getFileName().equals(kept)) {
          removeIfPresent(folder, entry.getFileName());
        }
      }
    } catch (DirectoryIteratorException failure) {
      throw failure.getCause();
    }
  }

  private static void removeIfPresent(SecureDirectoryStream<Path> in, Path name)
      throws IOException {
    try {
      if (!attributes(in, name).isDirectory()) {
        in.deleteFile(name);
        return;
      }
      try (SecureDirectoryStream<Path> folder =
          in.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
        remove(folder, null);
      }
      in.deleteDirectory(name);
    } catch (NoSuchFileException gone) {
      return;
    }
  }

  private static BasicFileAttributes attributes(SecureDirectoryStream<Path> in, Path name)
      throws IOException {
    return in.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  private static FileSystemException refused(Path file, String reason) {
    return new FileSystemException(file.toString(), null, reason);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
