package org.pmemycsb.it.contract;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/** A database in this process's memory, right in all or wrong in one way. */
public class MemoryAdapter implements DatabaseAdapter {
  private final Optional<Defect> defect;
  private final boolean minimal;

  public MemoryAdapter() {
    this(Optional.empty(), false);
  }

  private MemoryAdapter(Optional<Defect> defect, boolean minimal) {
    this.defect = defect;
    this.minimal = minimal;
  }

  static DatabaseAdapter with(Defect defect) {
    return defect == Defect.NOT_REGISTERED
        ? new Unregistered()
        : new MemoryAdapter(Optional.of(defect), false);
  }

  /** Has nothing that is optional. */
  static DatabaseAdapter minimal() {
    return new MemoryAdapter(Optional.empty(), true);
  }

  boolean has(Defect one) {
    return defect.isPresent() && defect.get() == one;
  }

  boolean isMinimal() {
    return minimal;
  }

  @Override
  public String name() {
    return has(Defect.NAME_WITH_A_SPACE) ? "in memory" : "memory";
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    return has(Defect.PROBE_SAYS_NO) ? Availability.no("not today") : Availability.yes("in memory");
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return minimal
        ? Traits.of(Durability.NONE)
        : Traits.of(Durability.NONE, Durability.COMMIT).with(Trait.KEEPS_LOG_APART, Trait.LISTENS);
  }

  @Override
  public Class<? extends DB> client() {
    return has(Defect.CLIENT_CANNOT_BE_MADE) ? Hidden.class : MemoryClient.class;
  }

  @Override
  public Map<String, String> ownProperties() {
    return minimal
        ? Map.of()
        : has(Defect.CLIENT_PROPERTY_IS_SECRET)
            ? Map.of(MemoryServer.LENIENT, "")
            : Map.of(
                MemoryServer.ID, "",
                MemoryServer.LENIENT, "",
                MemoryServer.HOST, "",
                MemoryServer.PASSWORD, "");
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    try {
      return isMinimal()
          ? new MemoryServer(this, settings)
          : new MemoryServer.Killable(this, settings);
    } catch (IOException failure) {
      throw new DatabaseException("cannot start", failure);
    }
  }

  /** Not in META-INF/services. */
  private static final class Unregistered extends MemoryAdapter {}

  /** Without a public constructor. */
  private static final class Hidden extends MemoryClient {
    private Hidden() {}
  }
}
