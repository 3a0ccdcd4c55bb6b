package org.pmemycsb.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Keeps files under a hash of their content, in a folder that only this user can write to.
 *
 * <p>Code from here runs with the user's rights. So a folder or file that another user owns or
 * could have written is refused, and a file is used only after its content was compared. A file
 * gets its name atomically: a process that runs at the same time sees the whole file or none.
 */
public final class NativeCache {
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OTHERS_WRITE =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private static final Integer ROOT = 0;

  private final List<Path> candidates;

  /** A cache in the first of these folders that can be used. */
  NativeCache(List<Path> candidates) {
    this.candidates = List.copyOf(candidates);
  }

  /** The user's cache folder, or when that cannot be used, one in the temporary folder. */
  static NativeCache forThisUser() {
    return new NativeCache(
        folders(
            System.getenv("XDG_CACHE_HOME"),
            System.getProperty("user.home"),
            Path.of(System.getProperty("java.io.tmpdir")),
            user()));
  }

  private static String user() {
    String name = System.getProperty("user.name");
    try {
      return name.equals("?")
          ? Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString()
          : name;
    } catch (IOException notLinux) {
      return name;
    }
  }

  /**
   * The folders to try, best first. A user without an entry in the password file, as is common in
   * containers, has no home; Java then gives "?".
   */
  static List<Path> folders(String xdg, String home, Path temporary, String user) {
    Path cache = xdg == null ? Path.of("") : Path.of(xdg);
    cache = (cache.isAbsolute() ? cache : Path.of(home, ".cache")).resolve("pmem-ycsb");
    Path fallback = temporary.resolve("pmem-ycsb-" + user);
    return cache.isAbsolute() ? List.of(cache, fallback) : List.of(fallback);
  }

  /** The file with this content, written first if it is not there yet. */
  Path file(byte[] content) throws IOException {
    IOException first = null;
    for (Path folder : candidates) {
      try {
        return file(folder, content);
      } catch (IOException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    throw first == null ? new IOException("no cache folder") : first;
  }

  private static Path file(Path folder, byte[] content) throws IOException {
    makePrivate(folder);
    Path file = folder.resolve(sha256(content) + ".so");
    if (holds(file, content)) {
      return file;
    }
    Path fresh =
        Files.createTempFile(
            folder, "unpacking-", ".so", PosixFilePermissions.asFileAttribute(PRIVATE));
    try {
      Files.write(fresh, content);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
    return file;
  }

  private static boolean holds(Path file, byte[] content) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    requireOurs(file);
    return Arrays.equals(Files.readAllBytes(file), content);
  }

  private static void makePrivate(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(folder.getParent());
      try {
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
      } catch (FileAlreadyExistsException e) {
        // Another process was faster; the check below tells whether the folder is ours.
      }
    }
    requireOurs(folder);
  }

  private static void requireOurs(Path path) throws IOException {
    if (!owner(path).equals(self())) {
      throw new IOException(path + " belongs to another user");
    }
    requireNobodyElses(path);
  }

  /**
   * Checks that only this user and root can write to a file or folder, and that it is no link.
   *
   * @throws IOException if another user can; the message is one line
   */
  public static void requireNobodyElses(Path path) throws IOException {
    Object owner = owner(path);
    if (!owner.equals(ROOT) && !owner.equals(self())) {
      throw new IOException(path + " belongs to another user");
    }
    if (Files.isSymbolicLink(path)) {
      throw new IOException(path + " is a symbolic link");
    }
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    if (permissions.stream().anyMatch(OTHERS_WRITE::contains)) {
      throw new IOException(path + " can be written by other users");
    }
  }

  private static Object owner(Path path) throws IOException {
    return Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }

  private static Object self() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
