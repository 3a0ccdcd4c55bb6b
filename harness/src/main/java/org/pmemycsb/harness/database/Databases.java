package org.pmemycsb.harness.database;

import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.spi.DatabaseAdapter;

/** The adapters on the class path, by name. Immutable. */
public final class Databases {
  private final Map<String, DatabaseAdapter> byName;

  private Databases(Map<String, DatabaseAdapter> byName) {
    this.byName = byName;
  }

  /**
   * Those that a class loader finds.
   *
   * @throws ConfigurationException if one cannot be loaded, or two have one name
   */
  public static Databases load(ClassLoader loader) {
    Map<String, DatabaseAdapter> byName = new TreeMap<>();
    try {
      for (DatabaseAdapter adapter : ServiceLoader.load(DatabaseAdapter.class, loader)) {
        DatabaseAdapter other = byName.put(adapter.name(), adapter);
        if (other != null) {
          throw new ConfigurationException(
              "db: both "
                  + other.getClass().getName()
                  + " and "
                  + adapter.getClass().getName()
                  + " are named "
                  + adapter.name());
        }
      }
    } catch (ServiceConfigurationError broken) {
      throw new ConfigurationException(
          "an adapter cannot be loaded: " + broken.getMessage(), broken);
    }
    return new Databases(Map.copyOf(byName));
  }

  /** The adapter of this name; refuses what there is not. */
  public DatabaseAdapter get(String name) {
    DatabaseAdapter adapter = byName.get(name);
    if (adapter == null) {
      throw new ConfigurationException(
          "db: there is no '"
              + name
              + "'; there are: "
              + all().stream().map(DatabaseAdapter::name).collect(Collectors.joining(", ")));
    }
    return adapter;
  }

  /** All, sorted by name. */
  public List<DatabaseAdapter> all() {
    return List.copyOf(new TreeMap<>(byName).values());
  }
}
