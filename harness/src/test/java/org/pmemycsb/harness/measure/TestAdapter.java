package org.pmemycsb.harness.measure;

import java.util.Map;
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/** An adapter of which a test says what matters. */
public interface TestAdapter extends DatabaseAdapter {
  @Override
  default String name() {
    return "tested";
  }

  @Override
  default Availability probe(Host host, Map<String, String> options) {
    return Availability.yes("for tests");
  }

  @Override
  default Traits traits(Map<String, String> options) {
    return Traits.of(Durability.values());
  }

  @Override
  default Class<? extends DB> client() {
    return NoopClient.class;
  }

  @Override
  default DatabaseServer open(ServerSettings settings) throws DatabaseException {
    throw new IllegalStateException("nothing is to be opened");
  }
}
