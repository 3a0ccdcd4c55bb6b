package org.pmemycsb.adapter.inprocess;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.pmemycsb.adapter.inprocess.client.RecordCodec;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/** An adapter of a store within the process of the clients. */
public abstract class LocalAdapter implements DatabaseAdapter {
  /** The property with the folder of the store. */
  protected static final String PATH = SharedLocal.PATH;

  private final String name;
  private final Class<? extends DB> client;

  protected LocalAdapter(String name, Class<? extends DB> client) {
    this.name = name;
    this.client = client;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Class<? extends DB> client() {
    return client;
  }

  /** Product and version of the native library, which this call loads. */
  protected abstract String version() throws Exception;

  /**
   * The client properties that come from the options and the layout, with names of {@link
   * #property}; by default one for each option.
   *
   * @throws DatabaseException when an option is wrong
   */
  protected Properties properties(ServerSettings settings) throws DatabaseException {
    Properties properties = new Properties();
    settings.options().forEach((name, value) -> properties.setProperty(property(name), value));
    return properties;
  }

  /**
   * @param folder of the store, exists
   * @param create whether a store is made where there is none
   */
  protected abstract LocalStore open(
      Path folder, Durability durability, Properties properties, boolean create) throws Exception;

  /**
   * The store for questions of the harness, which is not a client.
   *
   * @param medium of the store
   */
  protected LocalStore openAside(
      Path folder, Durability durability, Properties properties, boolean create, Medium medium)
      throws Exception {
    return open(folder, durability, properties, create);
  }

  /** Product and version of a store with these client properties. */
  protected String version(Properties properties) throws Exception {
    return version();
  }

  /**
   * Environment variables for a process of clients with these properties, which opens the store.
   *
   * @param medium of the store
   */
  protected Map<String, String> clientEnvironment(Medium medium, Properties properties) {
    return Map.of();
  }

  /** The bytes of a record's value. */
  public static long valueBytes(RecordLayout layout) {
    return RecordCodec.encodedSize(layout.fieldCount(), layout.fieldPrefix(), layout.fieldBytes());
  }

  /** The folder of a store's log; empty if it is that of the store. */
  protected final Optional<Path> log(Properties properties) {
    return Optional.ofNullable(properties.getProperty(property(SharedLocal.LOG))).map(Path::of);
  }

  public final String property(String name) {
    return name() + "." + name;
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    try {
      return Availability.yes(version());
    } catch (Exception | LinkageError failure) {
      return Availability.no("its native library cannot be loaded: " + Failures.oneLine(failure));
    }
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return Traits.of(Durability.values()).with(Trait.IN_PROCESS);
  }

  @Override
  public Map<String, String> ownProperties() {
    Map<String, String> all = new HashMap<>();
    all.put(property(SharedLocal.PATH), "");
    all.put(property(SharedLocal.DURABILITY), "");
    if (traits(Map.of()).has(Trait.KEEPS_LOG_APART)) {
      all.put(property(SharedLocal.LOG), "");
    }
    options().forEach(option -> all.put(property(option.name()), option.name()));
    return all;
  }

  @Override
  public final DatabaseServer open(ServerSettings settings) throws DatabaseException {
    Properties properties = properties(settings);
    settings
        .log()
        .ifPresent(
            log ->
                properties.setProperty(
                    property(SharedLocal.LOG), log.folder().toAbsolutePath().toString()));
    LocalServer server = new LocalServer(this, settings, properties);
    server.reset();
    return server;
  }
}
