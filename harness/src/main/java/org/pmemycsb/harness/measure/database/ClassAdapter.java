package org.pmemycsb.harness.measure.database;

import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Properties;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/**
 * A YCSB client class without an adapter. Its database is the user's: the harness does not start or
 * empty it, and does not ask for its version, its durability or the number of its records.
 *
 * @param name {@code class:} and the name of the class
 */
public record ClassAdapter(String name, Class<? extends DB> client) implements DatabaseAdapter {
  /**
   * In its properties: is replaced by the fresh data folder of each run, for a store within the
   * client's process.
   */
  private static final String FOLDER = "{folder}";

  public static boolean namesFolder(Map<String, String> properties) {
    return properties.values().stream().anyMatch(value -> value.contains(FOLDER));
  }

  /**
   * @param id {@code class:} and the name of the class
   * @throws ConfigurationException if there is no such class, or it is no client
   */
  static ClassAdapter of(String id, ClassLoader loader) {
    String name = id.substring(DatabaseChoice.CLASS.length());
    try {
      Class<?> found = Class.forName(name, false, loader);
      if (!DB.class.isAssignableFrom(found)) {
        throw new ConfigurationException("db: " + name + " is no YCSB client (site.ycsb.DB)");
      }
      refuseUnusable(found);
      return new ClassAdapter(id, found.asSubclass(DB.class));
    } catch (ClassNotFoundException missing) {
      throw new ConfigurationException(
          "db: there is no class " + name + "; give the jar that holds it with --jar", missing);
    } catch (LinkageError incomplete) {
      throw new ConfigurationException("db: " + describe(name, incomplete), incomplete);
    }
  }

  /**
   * Refuses a client that cannot be made. Loads every class that it names, to find a missing one
   * before the first run.
   *
   * @throws LinkageError if one is missing
   */
  static void refuseUnusable(Class<?> client) {
    try {
      if (Modifier.isAbstract(client.getModifiers())
          || !Modifier.isPublic(client.getModifiers())
          || !Modifier.isPublic(client.getConstructor().getModifiers())) {
        throw new ConfigurationException(
            "db: " + client.getName() + " is no public class that can be made");
      }
    } catch (NoSuchMethodException other) {
      throw new ConfigurationException(
          "db: " + client.getName() + " has no public constructor without arguments", other);
    }
    client.getMethods();
    client.getDeclaredFields();
  }

  /** The class that is missing, in one line. */
  static String describe(String name, LinkageError incomplete) {
    String message = String.valueOf(incomplete.getMessage()).lines().findFirst().orElse("");
    return incomplete instanceof NoClassDefFoundError
        ? "%s needs the class %s, which no jar holds; give the jar that does with --jar"
            .formatted(name, message.replace('/', '.'))
        : "%s cannot be loaded: %s: %s"
            .formatted(name, incomplete.getClass().getSimpleName(), message);
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    return Availability.yes(
        "a YCSB client without adapter; the harness does not know its database");
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return Traits.of(Durability.values());
  }

  @Override
  public DatabaseServer open(ServerSettings settings) {
    Properties properties = new Properties();
    settings
        .options()
        .forEach(
            (key, value) ->
                properties.put(key, value.replace(FOLDER, settings.folder().toString())));
    String version = client.getName() + Databases.place(client);
    return new BareServer(properties, version, settings.durability(), false);
  }

  /**
   * A database outside the harness.
   *
   * @param effectiveDurability the requested one: the harness does not know the live one
   * @param keepsNothing whether it is always empty, so that a reset does nothing
   */
  record BareServer(
      Properties clientProperties,
      String version,
      Durability effectiveDurability,
      boolean keepsNothing)
      implements DatabaseServer {

    /** A copy, which the caller may change. */
    @Override
    public Properties clientProperties() {
      return (Properties) clientProperties.clone();
    }

    @Override
    public void reset() {
      if (!keepsNothing) {
        throw new UnsupportedOperationException("a bare client cannot empty its database");
      }
    }

    @Override
    public void close() {}
  }
}
