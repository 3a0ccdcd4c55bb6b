package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;

/**
 * As whom a server's programs run: PostgreSQL refuses to run as root.
 *
 * @param user the other user, or empty to run as ourselves
 * @param prefix what stands in front of a command; it ends by becoming that command, so that the
 *     process that was started is the server's
 */
record Account(Optional<String> user, List<String> prefix) {
  /** Ourselves. */
  static final Account OURS = new Account(Optional.empty(), List.of());

  private static final Path USERS = Path.of("/etc/passwd");
  private static final List<String> CANDIDATES = List.of("postgres", "nobody");

  Account {
    prefix = List.copyOf(prefix);
  }

  /** The account for this machine: ourselves, or who to be instead of root. */
  static Account choose(Host host) throws DatabaseException {
    if (!"root".equals(System.getProperty("user.name"))) {
      return OURS;
    }
    Optional<Path> setpriv = host.executable("setpriv");
    if (setpriv.isEmpty()) {
      throw new DatabaseException(
          "PostgreSQL does not run as root, and there is no setpriv to run it as another user:"
              + " install util-linux, or run as another user than root");
    }
    try {
      return insteadOfRoot(Files.readAllLines(USERS), setpriv.get());
    } catch (IOException unreadable) {
      throw new DatabaseException("cannot read " + USERS + ": " + unreadable.getMessage());
    }
  }

  /**
   * @param users lines as in {@code /etc/passwd}
   */
  static Account insteadOfRoot(List<String> users, Path setpriv) throws DatabaseException {
    for (String candidate : CANDIDATES) {
      for (String line : users) {
        String[] columns = line.split(":");
        if (columns.length > 3 && columns[0].equals(candidate)) {
          return new Account(
              Optional.of(candidate),
              List.of(
                  setpriv.toString(),
                  "--reuid=" + columns[2],
                  "--regid=" + columns[3],
                  "--clear-groups",
                  "--"));
        }
      }
    }
    throw new DatabaseException(
        "PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody:"
            + " run as another user than root");
  }

  List<String> command(List<String> command) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(command);
    return List.copyOf(all);
  }

  /** Makes the account the owner of a folder. */
  void own(Path folder) throws IOException {
    if (user.isPresent()) {
      Files.setOwner(
          folder,
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user.get()));
    }
  }
}
