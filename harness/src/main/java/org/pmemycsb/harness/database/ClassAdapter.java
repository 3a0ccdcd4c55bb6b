package org.pmemycsb.harness.database;

import java.lang.reflect.Modifier;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.DB;

/**
 * A YCSB client class without an adapter. What is behind it is the user's: it is not started, not
 * emptied, and not asked for its version, its durability or the number of its records.
 */
final class ClassAdapter implements DatabaseAdapter {
  private final String id;
  private final Class<? extends DB> client;

  private ClassAdapter(String id, Class<? extends DB> client) {
    this.id = id;
    this.client = client;
  }

  /**
   * The adapter for an id.
   *
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
      if (Modifier.isAbstract(found.getModifiers())
          || !Modifier.isPublic(found.getModifiers())
          || !Modifier.isPublic(found.getConstructor().getModifiers())) {
        throw new ConfigurationException("db: " + name + " is no public class that can be made");
      }
      refuseIncomplete(found);
      return new ClassAdapter(id, found.asSubclass(DB.class));
    } catch (ClassNotFoundException missing) {
      throw new ConfigurationException(
          "db: there is no class " + name + "; give the jar that holds it with --jar", missing);
    } catch (NoSuchMethodException other) {
      throw new ConfigurationException(
          "db: " + name + " has no public constructor without arguments", other);
    } catch (LinkageError incomplete) {
      throw new ConfigurationException("db: " + describe(name, incomplete), incomplete);
    }
  }

  /**
   * Asks for every class that a class names, so that one that lacks is known before the first run.
   *
   * @throws LinkageError if one lacks
   */
  static void refuseIncomplete(Class<?> client) {
    client.getMethods();
    client.getDeclaredFields();
  }

  /** What a class lacks, in one line. */
  static String describe(String name, LinkageError incomplete) {
    String message = String.valueOf(incomplete.getMessage()).lines().findFirst().orElse("");
    return incomplete instanceof NoClassDefFoundError
        ? name
            + " needs the class "
            + message.replace('/', '.')
            + ", which no jar holds; give the jar that does with --jar"
        : name + " cannot be loaded: " + incomplete.getClass().getSimpleName() + ": " + message;
  }

  @Override
  public String name() {
    return id;
  }

  @Override
  public Availability probe(Host host) {
    return Availability.yes("a bare YCSB client; what it talks to is not known here");
  }

  @Override
  public Set<Durability> durabilities() {
    return EnumSet.allOf(Durability.class);
  }

  @Override
  public Class<? extends DB> client() {
    return client;
  }

  @Override
  public DatabaseServer open(ServerSettings settings) {
    Map<String, String> given = new HashMap<>();
    settings
        .options()
        .forEach((name, value) -> given.put(name, Folder.in(value, settings.folder())));
    return new DatabaseServer() {
      @Override
      public Properties clientProperties() {
        Properties properties = new Properties();
        properties.putAll(given);
        return properties;
      }

      /** Nothing is known of it that could be emptied. */
      @Override
      public void reset() {
        throw new UnsupportedOperationException("a bare client cannot empty its database");
      }

      @Override
      public String version() {
        return client.getName() + Databases.place(client);
      }

      /** What was asked for, as nobody can say what is. */
      @Override
      public Durability effectiveDurability() {
        return settings.durability();
      }

      @Override
      public void close() {}
    };
  }
}
