package org.pmemycsb.adapter.llpl;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.pmemycsb.adapter.inprocess.LocalAdapter;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.adapter.pmemkv.PmemkvPools;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.DB;

/**
 * The radix tree of LLPL, in the process of the clients.
 *
 * <p>Option: {@code size} of the heap, with a unit if wanted (what the records need, unless given).
 */
public final class LlplAdapter extends LocalAdapter {
  private static final String SIZE = "size";

  @Override
  public String name() {
    return "llpl";
  }

  @Override
  public Class<? extends DB> client() {
    return LlplClient.class;
  }

  @Override
  public Set<String> options() {
    return Set.of(SIZE);
  }

  @Override
  public Set<String> sizeOptions() {
    return Set.of(SIZE);
  }

  @Override
  public Set<Durability> durabilities() {
    return EnumSet.of(Durability.COMMIT);
  }

  @Override
  public boolean needsPersistentMemory() {
    return true;
  }

  @Override
  public boolean loadsFromMappedFiles(Map<String, String> options) {
    return true;
  }

  @Override
  public boolean onlyWhereNamed() {
    return true;
  }

  @Override
  public Map<String, String> clientEnvironment(Medium medium) {
    return Libpmem.environment(medium);
  }

  @Override
  protected Optional<String> remedy() {
    return Optional.of("run bin/install-packages llpl");
  }

  @Override
  protected String version() throws Exception {
    return LlplLibrary.version();
  }

  @Override
  protected Properties properties(ServerSettings settings) throws DatabaseException {
    Optional<String> given = Optional.ofNullable(settings.options().get(SIZE));
    // A record takes less than in a cmap, whose estimate this is.
    long bytes = PmemkvPools.bytes("cmap", settings.layout(), given);
    Properties properties = new Properties();
    properties.setProperty(
        property(SIZE),
        Long.toString(
            given.isPresent()
                ? bytes
                : bytes + bytesOfClasses(settings.layout(), settings.clients().threads())));
    return properties;
  }

  /**
   * The bytes that a heap takes for blocks of all lengths, besides those of the records. Each arena
   * keeps room for many blocks of each class of lengths, and each processor that makes calls has an
   * arena.
   *
   * <p>Measured with 60 records and values of uniformly drawn lengths: 4.5 MiB for an arena with
   * values of up to 100 bytes, 10 with 1,000, 23 with 3,200, 38 with 10,000, 80 with 40,000. This
   * is 0.45 MiB times the square root of the longest, or less.
   */
  static long bytesOfClasses(RecordLayout layout, int threads) {
    // One more thread makes the heap.
    int arenas = Math.min(Runtime.getRuntime().availableProcessors(), threads + 1);
    double longest = 2.0 * layout.fieldCount() * layout.fieldBytes();
    return arenas * (long) (0.45 * (1 << 20) * Math.sqrt(longest));
  }

  @Override
  protected LocalStore open(
      Path folder, Durability durability, Properties properties, boolean create) throws Exception {
    return LlplStore.open(
        folder,
        create
            ? Optional.of(Long.valueOf(properties.getProperty(property(SIZE))))
            : Optional.empty());
  }
}
