package org.pmemycsb.adapter.nativestore;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pmemycsb.adapter.inprocess.LocalAdapter;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.NativeReplay;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import org.pmemycsb.store.NativeStore;
import org.pmemycsb.store.StoreException;
import org.pmemycsb.store.StoreProgram;
import site.ycsb.DB;

/** An adapter of a store in a native library. */
public abstract class StoreAdapter extends LocalAdapter {
  protected static final String SIZE = "size";

  private static final String LIBRARY = "library";
  private static final String OPTIONS = "options";

  protected StoreAdapter(String name, Class<? extends DB> client) {
    super(name, client);
  }

  /**
   * The library for options of the user, with its own options.
   *
   * @throws DatabaseException when an option is wrong
   */
  protected abstract StoreProgram library(Map<String, String> options, Durability durability)
      throws DatabaseException;

  /**
   * The room to plan for, in bytes.
   *
   * @throws DatabaseException when the user's own is too little
   */
  protected abstract long bytes(ServerSettings settings) throws DatabaseException;

  @Override
  public Traits traits(Map<String, String> options) {
    return super.traits(options).with(Trait.READS_MAPPED_FILES, Trait.NEEDS_PERSISTENT_MEMORY);
  }

  @Override
  protected Map<String, String> clientEnvironment(Medium medium, Properties properties) {
    return Libpmem.environment(medium);
  }

  @Override
  public Optional<NativeReplay> nativeReplay() {
    return Optional.of(
        properties -> {
          try {
            Path folder = Path.of(properties.getProperty(property(PATH)));
            return program(folder, properties, Map.of()).command();
          } catch (StoreException e) {
            throw new DatabaseException("no native replay: " + e.getMessage(), e);
          }
        });
  }

  @Override
  protected final Properties properties(ServerSettings settings) throws DatabaseException {
    StoreProgram library = library(settings.options(), settings.durability());
    Properties properties = new Properties();
    properties.setProperty(property(LIBRARY), library.library().toAbsolutePath().toString());
    properties.setProperty(property(SIZE), Long.toString(bytes(settings)));
    properties.setProperty(
        property(OPTIONS),
        library.options().entrySet().stream()
            .map(option -> option.getKey() + "=" + option.getValue())
            .collect(Collectors.joining("\n")));
    return properties;
  }

  @Override
  public Map<String, String> ownProperties() {
    Map<String, String> all = new HashMap<>(super.ownProperties());
    boolean given = options().stream().anyMatch(option -> option.name().equals(LIBRARY));
    all.put(property(LIBRARY), given ? LIBRARY : "");
    all.put(property(OPTIONS), "");
    return all;
  }

  /** The options for the library among the client's properties. */
  protected final Map<String, String> storeOptions(Properties properties) {
    Map<String, String> options = new TreeMap<>();
    for (String line : properties.getProperty(property(OPTIONS)).lines().toList()) {
      int equals = line.indexOf('=');
      options.put(line.substring(0, equals), line.substring(equals + 1));
    }
    return options;
  }

  private StoreProgram program(
      Path folder, Properties properties, Map<String, String> environment) {
    return new StoreProgram(
        Path.of(properties.getProperty(property(LIBRARY))),
        folder,
        Long.parseLong(properties.getProperty(property(SIZE))),
        storeOptions(properties),
        environment);
  }

  @Override
  protected String version(Properties properties) throws Exception {
    return program(null, properties, Map.of()).describe().name();
  }

  @Override
  protected LocalStore open(
      Path folder, Durability durability, Properties properties, boolean create) {
    StoreProgram program = program(folder, properties, Map.of());
    return new OpenedStore(
        program,
        NativeStore.open(program.library(), folder, program.bytes(), program.options()),
        durability);
  }

  @Override
  protected LocalStore openAside(
      Path folder, Durability durability, Properties properties, boolean create, Medium medium) {
    StoreProgram program = program(folder, properties, clientEnvironment(medium, properties));
    AsideStore store = new AsideStore(program, program.describe(), durability);
    if (create) {
      store.count(); // opens it, so a store that cannot be opened is known
    }
    return store;
  }

  /** A store that another process opens for each question. It has no sessions. */
  private static class AsideStore implements LocalStore {
    private final StoreProgram program;
    private final StoreProgram.Traits traits;
    private final Durability asked;

    AsideStore(StoreProgram program, StoreProgram.Traits traits, Durability asked) {
      this.program = program;
      this.traits = traits;
      this.asked = asked;
    }

    @Override
    public RecordStore session() {
      throw new UnsupportedOperationException("the harness has no session with a native library");
    }

    /** At periodic, the client syncs a store that is not durable by itself. */
    @Override
    public Durability durability() {
      if (traits.durable()) {
        return Durability.COMMIT;
      }
      return traits.syncs() && asked == Durability.PERIODIC ? Durability.PERIODIC : Durability.NONE;
    }

    @Override
    public String durabilitySettings() {
      return "durable = " + traits.durable();
    }

    @Override
    public String configuration() {
      StringBuilder text = new StringBuilder();
      text.append("library = ").append(program.library()).append('\n');
      text.append("bytes = ").append(program.bytes()).append('\n');
      new TreeMap<>(program.options())
          .forEach((name, value) -> text.append(name).append(" = ").append(value).append('\n'));
      return text.append(traits).append('\n').toString();
    }

    @Override
    public long count() {
      return program.count();
    }

    @Override
    public void sync() {
      // Whatever process opened the store has synced it.
    }

    @Override
    public Map<String, Long> statistics() {
      return Map.of();
    }

    @Override
    public boolean endsWithProcess() {
      return traits.endsWithProcess();
    }

    @Override
    public void close() {
      // Nothing is open here.
    }
  }

  /** The same store, open in this process. */
  private static final class OpenedStore extends AsideStore {
    private final NativeStore store;

    OpenedStore(StoreProgram program, NativeStore store, Durability asked) {
      super(program, store.traits(), asked);
      this.store = store;
    }

    @Override
    public RecordStore session() {
      return store.session();
    }

    @Override
    public long count() {
      return store.count();
    }

    @Override
    public void sync() {
      store.sync();
    }

    @Override
    public Map<String, Long> statistics() {
      return store.counters();
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
