package org.pmemycsb.adapter.mongodb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Libpmem;
import org.pmemycsb.spi.ServerSettings;

/** A {@code mongod} of our own that keeps its documents with PMSE. */
final class PmseServer extends StartedMongo {
  static final String ENGINE = MongoAdministration.PERSISTENT_MEMORY_ENGINE;

  private final String command;

  private PmseServer(Path folder, MongoUrl url, String command, ServerProcess process) {
    super(url, folder, process);
    this.command = command;
  }

  static PmseServer start(ServerSettings settings, MongoPrograms program) throws DatabaseException {
    Path folder = settings.folder().toAbsolutePath();
    int port = ServerProcess.freePort();
    Path data = folder.resolve("data");
    try {
      Files.createDirectory(data);
    } catch (IOException failure) {
      throw new DatabaseException(
          "cannot prepare mongod in " + folder + ": " + failure.getMessage(), failure);
    }
    // It has no options of its own, and no journal that could be asked for.
    List<String> command =
        List.of(
            program.file().toString(),
            "--storageEngine=" + ENGINE,
            "--dbpath=" + data,
            "--bind_ip=127.0.0.1",
            "--port=" + port,
            "--nounixsocket");
    ServerProcess process =
        new ServerProcess(
            "mongod",
            settings.processes(),
            command,
            Libpmem.environment(settings.medium()),
            folder.resolve("mongod.log"));
    // It refuses a write that is to wait for a journal.
    MongoUrl url = MongoUrl.of("mongodb://127.0.0.1:" + port + "/ycsb?w=1");
    PmseServer server = new PmseServer(folder, url, String.join(" ", command) + "\n", process);
    try {
      server.restart();
      server.requireEngine();
      server.reset();
      return server;
    } catch (DatabaseException failure) {
      server.close();
      throw failure;
    }
  }

  private void requireEngine() throws DatabaseException {
    String engine = administration().storageEngine();
    if (!engine.equals(ENGINE)) {
      throw new DatabaseException(
          "mongodb-pmse: this mongod keeps its documents with '"
              + engine
              + "', not with "
              + ENGINE
              + "; only figures of PMSE stand under this name");
    }
  }

  @Override
  public String version() throws DatabaseException {
    requireEngine();
    return super.version() + " with PMSE";
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of("mongod-command.txt", command);
  }
}
