package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;

/**
 * The programs of one PostgreSQL installation.
 *
 * @param folder the folder that holds {@code postgres}, {@code initdb} and {@code pg_ctl}
 * @param version its version as it states it, for example {@code 15.18}
 */
record PostgresPrograms(Path folder, String version) {
  /** The oldest major version: the first with today's names for the write-ahead log. */
  static final int OLDEST = 10;

  static final String INSTALL = "apt-get install -y postgresql";

  private static final Pattern VERSION =
      Pattern.compile("\\(PostgreSQL\\) ((\\d+)[\\w.]*)", Pattern.MULTILINE);
  private static final int VERSION_SECONDS = 10;

  /**
   * Those in a folder, or else those that the machine has.
   *
   * @throws DatabaseException if there are none, or they are too old or broken
   */
  static PostgresPrograms find(Host host, Optional<Path> folder) throws DatabaseException {
    Optional<Path> server =
        folder.map(chosen -> chosen.resolve("postgres")).or(() -> host.executable("postgres"));
    Path postgres =
        server
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
    return new PostgresPrograms(postgres.getParent(), recent(postgres, statedVersion(postgres)));
  }

  private static String statedVersion(Path postgres) throws DatabaseException {
    try {
      Process asked =
          new ProcessBuilder(postgres.toString(), "--version").redirectErrorStream(true).start();
      asked.getOutputStream().close();
      if (!asked.waitFor(VERSION_SECONDS, TimeUnit.SECONDS)) {
        asked.destroyForcibly();
        throw new DatabaseException(postgres + " --version does not end");
      }
      return new String(
          asked.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new DatabaseException("cannot run " + postgres + ": " + broken.getMessage());
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("interrupted while asking " + postgres + " for its version");
    }
  }

  private static String recent(Path postgres, String stated) throws DatabaseException {
    Matcher version = VERSION.matcher(stated);
    if (!version.find()) {
      throw new DatabaseException(
          postgres + " does not say which PostgreSQL it is: " + stated.strip());
    }
    if (Integer.parseInt(version.group(2)) < OLDEST) {
      throw new DatabaseException(tooOld(postgres + " is PostgreSQL " + version.group(1)));
    }
    return version.group(1);
  }

  static String tooOld(String what) {
    return what + "; it must be " + OLDEST + " or newer";
  }

  /** Prepares an empty cluster. */
  List<String> initdb(Path data, Path passwordFile, String user) {
    return List.of(
        folder.resolve("initdb").toString(),
        "--pgdata=" + data,
        "--username=" + user,
        "--pwfile=" + passwordFile,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        // Nothing is in it yet that a crash could take away.
        "--no-sync");
  }

  /** Becomes the server. */
  List<String> server(Path data, PostgresVariant variant) {
    List<String> command = new ArrayList<>();
    if (!variant.environment().isEmpty()) {
      // So that only the server has it, and not what changes to its account first.
      command.add("env");
      new TreeMap<>(variant.environment())
          .forEach((name, value) -> command.add(name + "=" + value));
    }
    command.add(folder.resolve("postgres").toString());
    command.add("-D");
    command.add(data.toString());
    return List.copyOf(command);
  }

  /** Tells a server to end at once, without writing down what is only in memory. */
  List<String> stop(long pid) {
    return List.of(folder.resolve("pg_ctl").toString(), "kill", "QUIT", Long.toString(pid));
  }

  /** Takes away what would make these programs look at other servers, or speak another language. */
  static void clean(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
    environment.put("LC_ALL", "C");
  }
}
