package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;

/**
 * The user that a server's programs run as, which is never root: other users reach a server, and
 * some servers refuse to run as root.
 *
 * <p>The account gets its data folders only. Programs, libraries, configurations and logs lie in a
 * folder of ours, in which it can change nothing. A process of the account could put a link there,
 * through which root would write.
 *
 * @param user another user; empty for the user of this process
 * @param prefix stands in front of a command. It becomes that command, so that the process that was
 *     started is the server's
 */
public record Account(Optional<String> user, List<String> prefix) {
  /** The user of this process. */
  public static final Account OURS = new Account(Optional.empty(), List.of());

  private static final Path USERS = Path.of("/etc/passwd");

  public Account {
    prefix = List.copyOf(prefix);
  }

  /**
   * The account for a server.
   *
   * @param product the server's name in messages
   * @param preferred the user to become instead of root; {@code nobody} where it does not exist
   * @throws DatabaseException if this process is root and cannot become another user
   */
  public static Account choose(String product, String preferred, Host host)
      throws DatabaseException {
    if (!"root".equals(System.getProperty("user.name"))) {
      return OURS;
    }
    Optional<Path> setpriv = host.executable("setpriv");
    if (setpriv.isEmpty()) {
      throw new DatabaseException(
          product
              + " is not run as root, and there is no setpriv to run it as another user:"
              + " install util-linux, or run as another user than root");
    }
    try {
      return insteadOfRoot(product, preferred, Files.readAllLines(USERS), setpriv.get());
    } catch (IOException unreadable) {
      throw new DatabaseException("cannot read " + USERS + ": " + unreadable.getMessage());
    }
  }

  /**
   * @param users lines as in {@code /etc/passwd}
   */
  static Account insteadOfRoot(String product, String preferred, List<String> users, Path setpriv)
      throws DatabaseException {
    for (String candidate : List.of(preferred, "nobody")) {
      Optional<String[]> columns =
          users.stream()
              .map(line -> line.split(":"))
              .filter(each -> each.length > 3 && each[0].equals(candidate))
              .findFirst();
      if (columns.isPresent()) {
        return new Account(
            Optional.of(candidate),
            List.of(
                setpriv.toString(),
                "--reuid=" + columns.get()[2],
                "--regid=" + columns.get()[3],
                "--clear-groups",
                "--"));
      }
    }
    throw new DatabaseException(
        product
            + " is not run as root, and this machine has neither a user "
            + preferred
            + " nor nobody: run as another user than root");
  }

  /** The command that this account runs; a new list. */
  public List<String> command(List<String> command) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(command);
    return all;
  }

  /**
   * The remedy if a program of another user was refused a folder, in brackets; else nothing.
   *
   * @param failure the program's own words
   */
  public String remedy(String product, String failure) {
    return user.filter(other -> failure.contains("ermission denied"))
        .map(
            other ->
                " (%s runs as user %s, who must be able to pass through every folder above: chmod"
                        .formatted(product, other)
                    + " o+x them, or choose another folder)")
        .orElse("");
  }

  /** Makes the account the owner of a file or folder. */
  public void own(Path folder) throws IOException {
    if (user.isPresent()) {
      Files.setOwner(
          folder,
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user.get()));
    }
  }

  /** Makes a folder of the account, which nobody else can enter. */
  public Path makeFolder(Path folder) throws IOException {
    Files.createDirectory(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    own(folder);
    return folder;
  }

  /** Lets the account pass through a folder of ours, and others read nothing in it. */
  public void pass(Path folder) throws IOException {
    if (user.isPresent()) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    }
  }

  /**
   * A program or library that the account can read: the file itself or, where it lies in a folder
   * of ours that is closed to others, a copy of it. A library may need those beside it, which are
   * copied, too.
   *
   * @param copies a folder of ours for copies, made if it is needed
   */
  public Path readable(Path file, Path copies) throws IOException {
    Path real = file.toRealPath();
    if (user.isEmpty() || othersRead(real)) {
      return file;
    }
    Files.createDirectories(copies);
    pass(copies);
    try (DirectoryStream<Path> beside =
        Files.newDirectoryStream(
            real.getParent(), each -> each.equals(real) || isLibrary(real) && isLibrary(each))) {
      for (Path each : beside) {
        Path copy = copies.resolve(each.getFileName());
        Files.copy(each, copy, StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
    return copies.resolve(real.getFileName());
  }

  private static boolean isLibrary(Path file) {
    return file.getFileName().toString().contains(".so") && Files.isRegularFile(file);
  }

  private static boolean othersRead(Path file) throws IOException {
    if (!Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
      return false;
    }
    for (Path above = file.getParent(); above != null; above = above.getParent()) {
      if (!Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }
}
