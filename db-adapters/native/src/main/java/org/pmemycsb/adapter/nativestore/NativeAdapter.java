package org.pmemycsb.adapter.nativestore;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.adapter.inprocess.client.RecordCodec;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.store.StoreException;
import org.pmemycsb.store.StoreProgram;
import site.ycsb.DB;
import site.ycsb.workloads.CoreWorkload;

/**
 * A store in a library of the user's, behind {@code store.h}.
 *
 * <p>Options: {@code library}, the library's file, and {@code size}, the room that the store plans
 * for, with a unit if wanted (twice the records and 256 MiB unless given). All others go to the
 * library.
 */
public final class NativeAdapter extends StoreAdapter {
  private static final String LIBRARY = "library";
  private static final long ROOM = 256L << 20;

  @Override
  public String name() {
    return "native";
  }

  @Override
  public Class<? extends DB> client() {
    return NativeClient.class;
  }

  @Override
  public Set<String> options() {
    return Set.of(LIBRARY, SIZE);
  }

  @Override
  public boolean takesOtherOptions() {
    return true;
  }

  @Override
  public Set<String> sizeOptions() {
    return Set.of(SIZE);
  }

  @Override
  protected String version() {
    return "a library behind store.h";
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    try {
      return Availability.yes(traits(options).name());
    } catch (DatabaseException e) {
      return Availability.no(e.getMessage());
    }
  }

  @Override
  public void refuseOptions(Map<String, String> options) throws DatabaseException {
    traits(options);
  }

  @Override
  public boolean scans(Map<String, String> options) {
    return promises(options).map(StoreProgram.Traits::sorted).orElse(true);
  }

  /** A store that can sync is also run at periodic, unless it is durable anyway. */
  @Override
  public Set<Durability> durabilities(Map<String, String> options) {
    return promises(options)
        .map(
            traits ->
                traits.durable()
                    ? EnumSet.of(Durability.COMMIT)
                    : traits.syncs()
                        ? EnumSet.of(Durability.NONE, Durability.PERIODIC)
                        : EnumSet.of(Durability.NONE))
        .orElseGet(() -> EnumSet.allOf(Durability.class));
  }

  /** Empty for a library that {@link #refuseOptions} refuses. */
  private static Optional<StoreProgram.Traits> promises(Map<String, String> options) {
    try {
      return Optional.of(traits(options));
    } catch (DatabaseException refused) {
      return Optional.empty();
    }
  }

  private static StoreProgram.Traits traits(Map<String, String> options) throws DatabaseException {
    Kind kind = kind(options);
    try {
      return StoreProgram.of(kind.library(), kind.options()).describe();
    } catch (StoreException e) {
      throw new DatabaseException(
          "native: the library %s cannot be used: %s".formatted(kind.library(), e.getMessage()), e);
    }
  }

  private static Kind kind(Map<String, String> options) throws DatabaseException {
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
    return new Kind(file, others);
  }

  @Override
  protected Kind kind(Map<String, String> options, Durability durability) throws DatabaseException {
    return kind(options);
  }

  @Override
  protected long bytes(ServerSettings settings) throws DatabaseException {
    String given = settings.options().get(SIZE);
    if (given != null) {
      return ByteSize.parse(given);
    }
    RecordLayout layout = settings.layout();
    long record =
        layout.keyBytes()
            + RecordCodec.encodedSize(
                layout.fieldCount(), CoreWorkload.FIELD_NAME_PREFIX_DEFAULT, layout.fieldBytes());
    return ROOM + 2 * layout.maxRecords() * record;
  }
}
