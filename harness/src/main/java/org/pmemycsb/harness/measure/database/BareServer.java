package org.pmemycsb.harness.measure.database;

import java.util.Properties;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;

/**
 * A database outside the harness.
 *
 * @param effectiveDurability the requested one: the harness does not know the live one
 * @param keepsNothing whether it is always empty, so that a reset does nothing
 */
record BareServer(
    Properties clientProperties,
    String version,
    Durability effectiveDurability,
    boolean keepsNothing)
    implements DatabaseServer {

  /** A copy, which the caller may change. */
  @Override
  public Properties clientProperties() {
    return (Properties) clientProperties.clone();
  }

  @Override
  public void reset() {
    if (!keepsNothing) {
      throw new UnsupportedOperationException("a bare client cannot empty its database");
    }
  }

  @Override
  public void close() {}
}
