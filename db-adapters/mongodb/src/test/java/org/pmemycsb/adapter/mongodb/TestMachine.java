package org.pmemycsb.adapter.mongodb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;

/** A machine whose programs and environment are those of a test, in its folder. */
final class TestMachine implements Host {
  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();

  TestMachine(Path folder) {
    this.folder = folder;
    // The cache of the user who runs the test must not be looked into.
    environment.put("XDG_CACHE_HOME", folder.toString());
  }

  @Override
  public Optional<Path> executable(String name) {
    return Optional.of(folder.resolve(name)).filter(Files::isExecutable);
  }

  @Override
  public Optional<String> environment(String name) {
    return Optional.ofNullable(environment.get(name));
  }

  void set(String variable, String value) {
    environment.put(variable, value);
  }

  /** The program with which root becomes another user; this one stays root. */
  void installSetpriv() throws IOException {
    install("setpriv", "while [ \"$1\" != -- ]; do shift; done; shift; exec \"$@\"");
  }

  /** Makes a program of a shell script. */
  Path install(String name, String script) throws IOException {
    Path program = folder.resolve(name);
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The folder of servers. */
  Path servers() throws IOException {
    return Files.createDirectories(folder.resolve("server"));
  }

  /** Attaches to a server that is empty. */
  DatabaseServer attach(String url) throws IOException, DatabaseException {
    return new MongoAdapter()
        .open(
            settings(
                Durability.PERIODIC,
                new RecordLayout(10, 10, 1, 10),
                Optional.of(new ExternalServer(url, false)),
                ProcessBuilder::start,
                Map.of()));
  }

  ServerSettings settings(
      Durability durability,
      RecordLayout layout,
      Optional<ExternalServer> external,
      ProcessStarter processes,
      Map<String, String> options)
      throws IOException {
    return new ServerSettings(
        servers(), Medium.TMPFS, durability, layout, false, 1, external, this, processes, options);
  }
}
