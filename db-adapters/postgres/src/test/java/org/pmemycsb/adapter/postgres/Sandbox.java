package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;

/** A folder for the servers of a test, and account of the processes that they started. */
final class Sandbox implements BeforeEachCallback, AfterEachCallback {
  private static final Path MEMORY = Path.of("/dev/shm");

  private Path root;
  private final List<Process> started = new ArrayList<>();
  private int folders;

  /** The address on which servers of the next settings listen. */
  Optional<String> listen = Optional.empty();

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
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
    return settings(newFolder());
  }

  /** With an option, given as its name and its value, or without one. */
  ServerSettings settings(Path folder, String... option) {
    return settings(
        folder, Optional.empty(), option.length == 0 ? Map.of() : Map.of(option[0], option[1]));
  }

  ServerSettings external(String url, boolean allowReset) throws IOException {
    return settings(newFolder(), Optional.of(new ExternalServer(url, allowReset)), Map.of());
  }

  private ServerSettings settings(
      Path folder, Optional<ExternalServer> external, Map<String, String> options) {
    return new ServerSettings(
        new ServerSettings.DataFolder(folder, Medium.TMPFS),
        Durability.COMMIT,
        new RecordLayout(1000, 23, 2, 100),
        new ServerSettings.Clients(2, true, listen),
        external,
        new LocalHost(),
        this::start,
        options,
        OptionalLong.empty(),
        Optional.empty(),
        ServerSettings.USUAL_PATIENCE);
  }

  private Process start(ProcessBuilder command) throws IOException {
    Process process = command.start();
    started.add(process);
    return process;
  }

  /** The processes, and their children, that still run. */
  List<ProcessHandle> running() {
    return started.stream()
        .filter(Process::isAlive)
        .flatMap(process -> Stream.concat(Stream.of(process.toHandle()), process.descendants()))
        .toList();
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    List<ProcessHandle> left = running();
    left.forEach(ProcessHandle::destroyForcibly);
    SafeFolder.delete(root);
    assertThat(left).as("processes left").isEmpty();
  }
}
