package org.pmemycsb.adapter.pmemkv;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;

/**
 * pmemkv, in the process of the clients.
 *
 * <p>Options: {@code engine} (cmap for commit and vcmap for none, unless given), and {@code size}
 * of the pool, with a unit if wanted (what the records need, unless given).
 */
public final class PmemkvAdapter extends PoolAdapter {
  static final String ENGINE = "engine";
  static final String SIZE = "size";

  @Override
  public String name() {
    return "pmemkv";
  }

  @Override
  public Availability probe(Host host) {
    PmemkvLibrary.Probe probe = PmemkvLibrary.probe();
    return probe.available()
        ? Availability.yes("libpmemkv " + probe.file().map(Path::toString).orElse(""))
        : Availability.no(probe.reason(), probe.remedy());
  }

  @Override
  public boolean scans(Map<String, String> options) {
    return Engine.isSorted(options.getOrDefault(ENGINE, ""));
  }

  @Override
  public Set<String> variantOf() {
    return Set.of("rocksdb", "lmdb");
  }

  @Override
  public void refuseOptions(Map<String, String> options) throws DatabaseException {
    Engine.refuseUnknown(options.get(ENGINE));
  }

  @Override
  public Set<String> options() {
    return Set.of(ENGINE, SIZE);
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    return PmemkvServer.open(
        Engine.of(settings.options().get(ENGINE), settings.durability()).type(), settings);
  }
}
