package org.pmemycsb.adapter.inprocess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.stream.Stream;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;

/**
 * A store for the clients of another process. It is open here only for moments, while no client has
 * it.
 */
final class LocalServer implements DatabaseServer {
  private final LocalAdapter adapter;
  private final Path folder;
  private final Path store;
  private final Durability durability;
  private final Medium medium;
  private final Properties properties = new Properties();

  LocalServer(LocalAdapter adapter, ServerSettings settings, Properties properties) {
    this.adapter = adapter;
    this.folder = settings.folder();
    this.store = folder.resolve("store");
    this.durability = settings.durability();
    this.medium = settings.medium();
    this.properties.putAll(properties);
    this.properties.setProperty(adapter.property(SharedLocal.PATH), store.toString());
    this.properties.setProperty(adapter.property(SharedLocal.DURABILITY), durability.id());
  }

  @Override
  public Properties clientProperties() {
    Properties copy = new Properties();
    copy.putAll(properties);
    return copy;
  }

  @Override
  public Map<String, String> clientEnvironment() {
    return adapter.clientEnvironment(medium, properties);
  }

  @Override
  public void reset() throws DatabaseException {
    try {
      emptyLog();
      SafeFolder.delete(store);
      Files.createDirectory(store);
      adapter.openAside(store, durability, properties, true, medium).close();
    } catch (Exception | LinkageError failure) {
      close();
      throw failure("cannot make", failure);
    }
  }

  @Override
  public String version() throws DatabaseException {
    try {
      return adapter.version(properties);
    } catch (Exception failure) {
      throw failure("cannot say its version for", failure);
    }
  }

  @Override
  public Durability effectiveDurability() throws DatabaseException {
    return inStore(LocalStore::durability);
  }

  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    return Optional.of(inStore(LocalStore::durabilitySettings));
  }

  /** The settings of the live store, or the reason why they cannot be read. */
  @Override
  public Map<String, String> configuration() {
    String text;
    try {
      text = inStore(LocalStore::configuration);
    } catch (DatabaseException unreadable) {
      text = unreadable.getMessage() + "\n";
    }
    return Map.of(adapter.name() + "-options.txt", text);
  }

  /** Empty for records that are in the process of the clients. */
  @Override
  public OptionalLong recordCount() throws DatabaseException {
    return inStore(
        open -> open.endsWithProcess() ? OptionalLong.empty() : OptionalLong.of(open.count()));
  }

  /**
   * The counters that the processes of clients added when they closed the store, and the size of
   * its files. Only the size can shrink.
   */
  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    try {
      Map<String, Long> counters = Counters.of(folder).read();
      counters.put("bytes_on_medium", bytes());
      return counters;
    } catch (IOException failure) {
      throw failure("cannot read the counters of", failure);
    }
  }

  private long bytes() throws IOException {
    try (Stream<Path> files = Files.walk(store)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (NoSuchFileException noStore) {
      return 0;
    }
  }

  @Override
  public Optional<Duration> lossWindow() {
    return durability == Durability.PERIODIC
        ? Optional.of(SharedLocal.LOSS_WINDOW)
        : Optional.empty();
  }

  @Override
  public boolean livesInClient() {
    return true;
  }

  @Override
  public void close() {
    try {
      emptyLog();
      SafeFolder.delete(store);
      Files.deleteIfExists(Counters.of(folder).file());
    } catch (IOException left) {
      // The folder around it is the harness's, and goes with what is in it.
      return;
    }
  }

  private void emptyLog() throws IOException {
    Optional<Path> log = adapter.log(properties);
    if (log.isPresent()) {
      SafeFolder.emptyFolder(log.get());
    }
  }

  private interface Question<T> {
    T ask(LocalStore store) throws Exception;
  }

  private <T> T inStore(Question<T> question) throws DatabaseException {
    try {
      if (!Files.isDirectory(store)) {
        throw new IOException("there is no such folder");
      }
      LocalStore open = adapter.openAside(store, durability, properties, false, medium);
      try {
        return question.ask(open);
      } finally {
        open.close();
      }
    } catch (Exception failure) {
      throw failure("cannot open", failure);
    }
  }

  private DatabaseException failure(String what, Throwable failure) {
    return new DatabaseException(
        adapter.name() + ": " + what + " " + store + ": " + Failures.oneLine(failure), failure);
  }
}
