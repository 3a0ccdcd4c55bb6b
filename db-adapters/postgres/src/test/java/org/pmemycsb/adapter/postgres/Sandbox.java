package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;

/** A folder for the servers of a test, and account of the processes that they started. */
final class Sandbox implements AutoCloseable {
  private static final Path MEMORY = Path.of("/dev/shm");

  private final Path root;
  private final List<Process> started = new ArrayList<>();
  private int folders;

  Sandbox() throws IOException {
    root =
        Files.isWritable(MEMORY)
            ? Files.createTempDirectory(MEMORY, "pmem-ycsb-test-")
            : Files.createTempDirectory("pmem-ycsb-test-");
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx--x--x"));
  }

  Path root() {
    return root;
  }

  Path newFolder() throws IOException {
    return Files.createDirectory(root.resolve("server-" + folders++));
  }

  ServerSettings settings() throws IOException {
    return settings(newFolder(), Durability.COMMIT, Optional.empty(), Map.of());
  }

  ServerSettings settings(
      Path folder,
      Durability durability,
      Optional<ExternalServer> external,
      Map<String, String> options) {
    return new ServerSettings(
        folder,
        Medium.TMPFS,
        durability,
        new RecordLayout(1000, 23, 2, 100),
        true,
        2,
        external,
        new LocalHost(),
        command -> {
          Process process = command.start();
          started.add(process);
          return process;
        },
        options);
  }

  /** The processes, and their children, that still run. */
  List<ProcessHandle> running() {
    return started.stream()
        .filter(Process::isAlive)
        .flatMap(process -> Stream.concat(Stream.of(process.toHandle()), process.descendants()))
        .toList();
  }

  @Override
  public void close() throws IOException {
    running().forEach(ProcessHandle::destroyForcibly);
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
