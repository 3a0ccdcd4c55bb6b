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
    // A record takes less than in a cmap, whose estimate this is.
    long bytes =
        PmemkvPools.bytes(
            "cmap", settings.layout(), Optional.ofNullable(settings.options().get(SIZE)));
    Properties properties = new Properties();
    properties.setProperty(property(SIZE), Long.toString(bytes));
    return properties;
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
