package org.pmemycsb.harness.measure.database;

import java.nio.file.Path;
import java.security.CodeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/**
 * The databases that can be measured: the adapters on the class path and in the user's jars, by
 * name, and the YCSB clients there. Not thread-safe.
 */
public final class Databases {
  /** Each variant with the database that it is one of, and the floor of the harness. */
  private static final Set<String> BY_DEFAULT =
      Set.of("rocksdb", "pmemkv", "redis", "pm-redis", "postgres", "pm-postgres", "noop");

  private final Map<String, DatabaseAdapter> byName;
  private final Map<String, DatabaseAdapter> classes = new HashMap<>();
  private final ClassLoader loader;
  private final Jars jars;

  private Databases(Map<String, DatabaseAdapter> byName, ClassLoader loader, Jars jars) {
    this.byName = byName;
    this.loader = loader;
    this.jars = jars;
  }

  /**
   * Finds them on the class path of the harness and in jars.
   *
   * @throws ConfigurationException if one cannot be loaded, or two have one name
   */
  public static Databases load(Jars jars) {
    ClassLoader own = Databases.class.getClassLoader();
    ClassLoader loader = jars.files().isEmpty() ? own : new JarLoader(jars.files(), own);
    Map<String, DatabaseAdapter> byName = new TreeMap<>();
    try {
      for (DatabaseAdapter found : ServiceLoader.load(DatabaseAdapter.class, loader)) {
        DatabaseAdapter adapter = Guard.of(found);
        DatabaseAdapter other = byName.put(adapter.name(), adapter);
        if (other != null) {
          throw new ConfigurationException(
              "db: two adapters are named %s: %s and %s"
                  .formatted(adapter.name(), describe(other), describe(adapter)));
        }
        if (adapter.client().getClassLoader() == loader) {
          ClassAdapter.refuseUnusable(adapter.client());
        }
      }
    } catch (ServiceConfigurationError broken) {
      throw new ConfigurationException(
          broken.getCause() instanceof LinkageError incomplete
              ? ClassAdapter.describe("an adapter", incomplete)
              : "an adapter cannot be loaded: "
                  + broken.getMessage().lines().findFirst().orElse("")
                  + (broken.getCause() == null
                      ? ""
                      : ": " + Guard.oneLine(broken.getCause().toString())),
          broken);
    } catch (LinkageError incomplete) {
      throw new ConfigurationException(ClassAdapter.describe("an adapter", incomplete), incomplete);
    }
    return new Databases(Map.copyOf(byName), loader, jars);
  }

  public static Databases of(DatabaseAdapter... adapters) {
    return new Databases(
        Stream.of(adapters).collect(Collectors.toMap(DatabaseAdapter::name, Guard::of)),
        Databases.class.getClassLoader(),
        new Jars(List.of()));
  }

  /** Whether it takes part where nobody names databases: each pair, and what the user brought. */
  public boolean isByDefault(DatabaseAdapter adapter) {
    return BY_DEFAULT.contains(adapter.name())
        || Guard.typeOf(adapter).getClassLoader() != Databases.class.getClassLoader();
  }

  private static String describe(DatabaseAdapter adapter) {
    return Guard.typeOf(adapter).getName() + place(Guard.typeOf(adapter));
  }

  /** The jar that holds a class, for messages. */
  static String place(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || !source.getLocation().getPath().endsWith(".jar")) {
      return "";
    }
    return " in " + Path.of(source.getLocation().getPath()).getFileName();
  }

  /**
   * Compares the durability of a live database with the requested one. A claim replaces a
   * durability that the database does not state.
   *
   * @throws ConfigurationException if they differ, or if both a claim and a stated durability exist
   */
  public static void refuseOtherDurability(
      DatabaseChoice database, Durability asked, DatabaseServer server) throws DatabaseException {
    boolean claimed = database.claimedDurability().isPresent() && !database.isClass();
    if (claimed && server.statesDurability()) {
      throw new ConfigurationException(
          "%s: the live database states its durability (%s): leave out %s"
              .formatted(
                  database.label(),
                  server.effectiveDurability().id(),
                  DatabaseChoice.CLAIMED_DURABILITY));
    }
    Durability live = claimed ? database.claimedDurability().get() : server.effectiveDurability();
    if (live != asked) {
      throw new ConfigurationException(
          "durability: %s was asked for, but the live %s has %s%s; ask for --durability %s, or change its settings"
              .formatted(
                  asked.id(),
                  database.label(),
                  live.id(),
                  server.durabilitySettings().map(text -> " (" + text + ")").orElse(""),
                  live.id()));
    }
  }

  /**
   * The reason why a phase does not count: somebody changed the durability of the live database
   * since {@link #refuseOtherDurability}. Empty if nobody did, or if it does not state it.
   */
  public static Optional<String> changedDurability(Durability asked, DatabaseServer server)
      throws DatabaseException {
    if (!server.statesDurability()) {
      return Optional.empty();
    }
    Durability live = server.effectiveDurability();
    return live == asked
        ? Optional.empty()
        : Optional.of(
            "the durability was %s at the start, and is %s after this phase%s; somebody changed the settings of the database"
                .formatted(
                    asked.id(),
                    live.id(),
                    server.durabilitySettings().map(text -> " (" + text + ")").orElse("")));
  }

  /** The code of a database's clients. Clients of the same code can share a JVM. */
  public Class<? extends DB> client(DatabaseChoice database) {
    return get(database.id()).client();
  }

  public boolean has(String name) {
    return byName.containsKey(name);
  }

  /** The adapter of this name, or for this {@code class:}; refuses an unknown name. */
  public DatabaseAdapter get(String name) {
    if (name.startsWith(DatabaseChoice.CLASS)) {
      return classes.computeIfAbsent(name, id -> ClassAdapter.of(id, loader));
    }
    DatabaseAdapter adapter = byName.get(name);
    if (adapter == null) {
      String names = all().stream().map(DatabaseAdapter::name).collect(Collectors.joining(", "));
      throw new ConfigurationException(
          "db: there is no '%s'; there are: %s, and class:NAME for a YCSB client"
              .formatted(name, names));
    }
    return adapter;
  }

  public Traits traits(DatabaseChoice database) {
    return get(database.id()).traits(database.ownOptions());
  }

  /** All adapters, sorted by name. */
  public List<DatabaseAdapter> all() {
    return List.copyOf(new TreeMap<>(byName).values());
  }

  public Jars jars() {
    return jars;
  }

  /** The jars that the clients of an adapter need beside the harness's own class path. */
  public List<Path> jarsOf(DatabaseAdapter adapter) {
    return adapter.client().getClassLoader() == loader || adapter instanceof ClassAdapter
        ? jars.files()
        : List.of();
  }
}
