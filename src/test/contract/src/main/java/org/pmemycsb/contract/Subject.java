package org.pmemycsb.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;

/**
 * The database under test: opens it, and closes what is open. Not thread-safe, but for the clients
 * of an open database.
 */
public final class Subject {
  static final int THREADS = 16;
  // Room for the largest values that the tests write, in a pool that a small machine can hold.
  private static final RecordLayout LAYOUT = new RecordLayout(2000, 250, 4, 16 * 1024);

  private final DatabaseAdapter adapter;
  private final Map<String, String> options;
  private final Set<Durability> durabilities;
  private final Path parent;
  private final Host host = new LocalHost();
  private final List<OpenDatabase> opened = new ArrayList<>();
  private OpenDatabase plain;
  private OpenDatabase ordered;

  Subject(
      DatabaseAdapter adapter,
      Map<String, String> options,
      Set<Durability> durabilities,
      Path parent) {
    this.adapter = adapter;
    this.options = Map.copyOf(options);
    this.durabilities = Set.copyOf(durabilities);
    this.parent = parent;
  }

  DatabaseAdapter adapter() {
    return adapter;
  }

  Host host() {
    return host;
  }

  Map<String, String> options() {
    return options;
  }

  Set<Durability> durabilities() {
    return durabilities;
  }

  /** The strongest level, at which most can go wrong. */
  Durability durability() {
    return Collections.max(durabilities);
  }

  /** An empty database for experiments that never scan; one for all tests that only need that. */
  OpenDatabase plain() throws IOException, DatabaseException {
    if (plain == null) {
      plain = open(durability(), false);
    }
    plain.reset();
    return plain;
  }

  /** The same for experiments that scan. */
  OpenDatabase ordered() throws IOException, DatabaseException {
    if (ordered == null) {
      ordered = open(durability(), true);
    }
    ordered.reset();
    return ordered;
  }

  /** A database of the test's own, which it may damage. */
  OpenDatabase open() throws IOException, DatabaseException {
    return open(durability(), false);
  }

  OpenDatabase open(Durability durability, boolean scans) throws IOException, DatabaseException {
    return open(durability, scans, false, Optional.empty());
  }

  /** A database with its log in the folder {@code log} beside its own. */
  OpenDatabase openWithLogApart() throws IOException, DatabaseException {
    return open(durability(), false, true, Optional.empty());
  }

  /** A database whose server listens on an address. */
  OpenDatabase openAt(String address) throws IOException, DatabaseException {
    return open(durability(), false, false, Optional.of(address));
  }

  private OpenDatabase open(
      Durability durability, boolean scans, boolean logApart, Optional<String> listen)
      throws IOException, DatabaseException {
    Path folder = Files.createTempDirectory(parent, "contract-" + adapter.name() + "-");
    // A server that refuses to run as root must be able to reach what it is given.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    Path own = Files.createDirectory(folder.resolve("db"));
    ProcessLog processes = new ProcessLog();
    Optional<ServerSettings.DataFolder> log = Optional.empty();
    if (logApart) {
      Path apart = Files.createDirectory(folder.resolve("log"));
      log = Optional.of(new ServerSettings.DataFolder(apart, medium(apart)));
    }
    ServerSettings settings =
        new ServerSettings(
            new ServerSettings.DataFolder(own, medium(own)),
            durability,
            LAYOUT,
            new ServerSettings.Clients(THREADS, scans, listen),
            Optional.empty(),
            host,
            processes,
            options,
            OptionalLong.empty(),
            log,
            ServerSettings.USUAL_PATIENCE);
    try {
      OpenDatabase open = new OpenDatabase(adapter, adapter.open(settings), folder, own, processes);
      opened.add(open);
      return open;
    } catch (DatabaseException | RuntimeException failure) {
      processes.killAll();
      SafeFolder.delete(folder);
      throw failure;
    }
  }

  private static Medium medium(Path folder) throws IOException {
    return Files.getFileStore(folder).type().equals("tmpfs") ? Medium.TMPFS : Medium.DISK;
  }

  void closeClients() {
    opened.forEach(OpenDatabase::closeClients);
  }

  /** Closes all, though one fails. */
  void close() throws IOException, DatabaseException {
    if (!opened.isEmpty()) {
      try {
        opened.remove(0).close();
      } finally {
        close();
      }
    }
  }
}
