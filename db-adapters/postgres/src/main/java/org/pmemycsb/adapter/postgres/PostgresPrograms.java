package org.pmemycsb.adapter.postgres;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Account;
import org.pmemycsb.adapter.support.Programs;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;

/**
 * The programs of one PostgreSQL installation.
 *
 * @param folder the folder that holds {@code postgres}, {@code initdb} and {@code pg_ctl}
 * @param version as the server states it, for example {@code 15.18}
 */
record PostgresPrograms(Path folder, String version) {
  static final String INSTALL = "apt-get install -y postgresql";

  // As a program or a server states it.
  private static final Pattern VERSION =
      Pattern.compile("(?:^|(?<=\\(PostgreSQL\\) ))(\\d+)[\\w.]*");
  // The first with today's names for the write-ahead log.
  private static final int OLDEST = 10;

  /** The programs in a folder, or else those of the machine. */
  static PostgresPrograms find(Host host, Optional<Path> folder) throws DatabaseException {
    Path postgres =
        folder
            .map(chosen -> chosen.resolve("postgres"))
            .or(() -> host.executable("postgres"))
            .filter(Files::isExecutable)
            .orElseThrow(
                () ->
                    new DatabaseException(
                        "no program postgres"
                            + folder.map(chosen -> " in " + chosen).orElse(" found")));
    for (String name : List.of("initdb", "pg_ctl")) {
      if (!Files.isExecutable(postgres.resolveSibling(name))) {
        throw new DatabaseException("there is a " + postgres + ", but no " + name + " beside it");
      }
    }
    return new PostgresPrograms(
        postgres.getParent(), version(postgres, Programs.output(postgres, "--version")));
  }

  /** The version in a description; refuses one that is too old. */
  static String version(Object what, String stated) throws DatabaseException {
    return Programs.version(what, "PostgreSQL", stated, VERSION, OLDEST);
  }

  /** The user that the programs run as: PostgreSQL refuses to run as root. */
  static Account account(Host host) throws DatabaseException {
    return Account.choose("PostgreSQL", "postgres", host);
  }

  /** The path of one of them, for a command. */
  String path(String name) {
    return folder.resolve(name).toString();
  }

  /** Removes variables that name other servers or another language for messages. */
  static void clean(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
    environment.put("LC_ALL", "C");
  }
}
