package org.pmemycsb.adapter.mongodb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;

/** A {@code mongod} of our own. */
final class MongodServer extends StartedMongo {
  private final String configuration;

  private MongodServer(Path folder, MongoUrl url, String configuration, ServerProcess process) {
    super(url, folder, process);
    this.configuration = configuration;
  }

  static MongodServer start(ServerSettings settings, MongoPrograms programs)
      throws DatabaseException {
    Path folder = settings.folder().toAbsolutePath();
    int port = ServerProcess.freePort();
    String configuration = configuration(port, folder.resolve("data"));
    Path file = folder.resolve("mongod.conf");
    try {
      Files.createDirectory(folder.resolve("data"));
      Files.writeString(file, configuration);
    } catch (IOException failure) {
      throw new DatabaseException(
          "cannot prepare mongod in " + folder + ": " + failure.getMessage(), failure);
    }
    ServerProcess process =
        new ServerProcess(
            "mongod",
            settings.processes(),
            List.of(programs.file().toString(), "--config", file.toString()),
            Map.of(),
            folder.resolve("mongod.log"));
    MongodServer server =
        new MongodServer(folder, local(port, settings.durability()), configuration, process);
    try {
      server.restart();
      server.reset();
      return server;
    } catch (DatabaseException failure) {
      server.close();
      throw failure;
    }
  }

  /** All else is as MongoDB has it; clients ask for durability write by write. */
  static String configuration(int port, Path data) {
    return "# Only this machine can connect.\n"
        + "net:\n"
        + "  bindIp: 127.0.0.1\n"
        + "  # Free when the server was started.\n"
        + ("  port: " + port + "\n")
        + "  # Clients use TCP, as those of the other databases do.\n"
        + "  unixDomainSocket:\n"
        + "    enabled: false\n"
        + "# In the folder that is removed with the server.\n"
        + "storage:\n"
        + ("  dbPath: \"" + data + "\"\n");
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of("mongod.conf", configuration);
  }
}
