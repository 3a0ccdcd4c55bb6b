package org.pmemycsb.harness.measure;

import java.util.Properties;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Restartable;

/** A server of which a test says what matters. */
public interface TestServer extends Restartable {
  @Override
  default Properties clientProperties() {
    return new Properties();
  }

  @Override
  default void reset() throws DatabaseException {}

  @Override
  default String version() {
    return "tested 1";
  }

  @Override
  default Durability effectiveDurability() throws DatabaseException {
    return Durability.COMMIT;
  }

  @Override
  default void crash() throws DatabaseException {}

  @Override
  default void restart() throws DatabaseException {}

  @Override
  default void close() throws DatabaseException {}
}
