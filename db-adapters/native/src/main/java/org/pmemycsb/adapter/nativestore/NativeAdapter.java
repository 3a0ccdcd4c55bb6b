package org.pmemycsb.adapter.nativestore;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.pmemycsb.adapter.inprocess.LocalClient;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import org.pmemycsb.store.StoreException;
import org.pmemycsb.store.StoreProgram;

/**
 * A store in a library of the user's, behind {@code store.h}.
 *
 * <p>Other options than {@link #options()} go to the library.
 */
public final class NativeAdapter extends StoreAdapter {
  private static final String LIBRARY = "library";
  private static final long ROOM = 256L << 20;

  /** Each question starts a process, and many callers ask the same. */
  private static final Map<Question, StoreProgram.Traits> KNOWN = new ConcurrentHashMap<>();

  /**
   * @param built when the file was last changed
   */
  private record Question(StoreProgram library, long built) {
    StoreProgram.Traits ask() {
      return library.describe();
    }
  }

  public static final class Client extends LocalClient {
    public Client() {
      super(new NativeAdapter());
    }
  }

  public NativeAdapter() {
    super("native", Client.class);
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.path(LIBRARY, "file of the library"),
        Option.size(
            SIZE, "room that the store plans for; by default, twice the records and 256 MiB"));
  }

  @Override
  protected String version() {
    return "a library behind store.h";
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    try {
      return Availability.yes(describe(options).name());
    } catch (DatabaseException e) {
      return Availability.no(e.getMessage());
    }
  }

  /** A store that can sync is also run at periodic, unless it is durable anyway. */
  @Override
  public Traits traits(Map<String, String> options) {
    Traits any = super.traits(options).with(Trait.TAKES_OTHER_OPTIONS);
    return promises(options)
        .map(
            promised ->
                any.with(Trait.SCANS, promised.sorted())
                    .durabilities(
                        promised.durable()
                            ? EnumSet.of(Durability.COMMIT)
                            : promised.syncs()
                                ? EnumSet.of(Durability.NONE, Durability.PERIODIC)
                                : EnumSet.of(Durability.NONE)))
        .orElse(any);
  }

  /** Empty for a library that {@link #probe} refuses. */
  private static Optional<StoreProgram.Traits> promises(Map<String, String> options) {
    try {
      return Optional.of(describe(options));
    } catch (DatabaseException refused) {
      return Optional.empty();
    }
  }

  private static StoreProgram.Traits describe(Map<String, String> options)
      throws DatabaseException {
    StoreProgram program = library(options);
    Question question = new Question(program, program.library().toFile().lastModified());
    try {
      return KNOWN.computeIfAbsent(question, Question::ask);
    } catch (StoreException refused) {
      throw new DatabaseException(
          "native: the library %s cannot be used: %s"
              .formatted(program.library(), refused.getMessage()));
    }
  }

  private static StoreProgram library(Map<String, String> options) throws DatabaseException {
    Map<String, String> others = new TreeMap<>(options);
    String library = others.remove(LIBRARY);
    others.remove(SIZE);
    if (library == null || library.isBlank()) {
      throw new DatabaseException(
          "native needs the file of a library: --db 'native{library=./libmine.so}'");
    }
    Path file = Path.of(library).toAbsolutePath().normalize();
    Optional<String> flaw = SharedObject.flaw(file);
    if (flaw.isPresent()) {
      throw new DatabaseException("native: " + flaw.get());
    }
    return StoreProgram.of(file, others);
  }

  @Override
  protected StoreProgram library(Map<String, String> options, Durability durability)
      throws DatabaseException {
    return library(options);
  }

  @Override
  protected long bytes(ServerSettings settings) throws DatabaseException {
    String given = settings.options().get(SIZE);
    if (given != null) {
      return ByteSize.parse(given);
    }
    RecordLayout layout = settings.layout();
    return ROOM + 2 * layout.maxRecords() * (layout.keyBytes() + valueBytes(layout));
  }
}
