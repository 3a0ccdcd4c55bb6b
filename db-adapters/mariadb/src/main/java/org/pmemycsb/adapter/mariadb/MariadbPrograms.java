package org.pmemycsb.adapter.mariadb;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.pmemycsb.adapter.support.Account;
import org.pmemycsb.adapter.support.Programs;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;

/**
 * The programs of this machine's MariaDB.
 *
 * @param server {@code mariadbd}
 * @param installer {@code mariadb-install-db}
 * @param version as the server states it, for example {@code 10.11.19}
 */
record MariadbPrograms(Path server, Path installer, String version) {
  static final String INSTALL = "apt-get install -y mariadb-server-core mariadb-client-core";

  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.\\d+(?=-MariaDB)");

  static MariadbPrograms find(Host host) throws DatabaseException {
    Path server = program(host, "mariadbd");
    Path installer = program(host, "mariadb-install-db");
    // The installer asks it for settings.
    program(host, "my_print_defaults");
    return new MariadbPrograms(
        server, installer, version(server, Programs.output(server, "--version")));
  }

  private static Path program(Host host, String name) throws DatabaseException {
    return host.executable(name)
        .orElseThrow(() -> new DatabaseException("no program " + name + " found"));
  }

  /** The version in a description; refuses those whose programs have other names. */
  static String version(Object what, String stated) throws DatabaseException {
    return Programs.version(what, "MariaDB", stated, VERSION, 10, 5);
  }

  /** The user that the programs run as: MariaDB refuses to run as root. */
  static Account account(Host host) throws DatabaseException {
    return Account.choose("MariaDB", "mysql", host);
  }

  /** Removes variables that name other servers or another language for messages. */
  static void clean(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.matches("(MYSQL|MARIADB|LC_).*"));
    environment.put("LC_ALL", "C");
  }
}
