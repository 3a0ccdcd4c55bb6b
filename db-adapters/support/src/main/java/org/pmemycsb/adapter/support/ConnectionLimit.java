package org.pmemycsb.adapter.support;

import org.pmemycsb.spi.DatabaseException;

/** The most connections that a server of somebody else's takes at a time. */
public final class ConnectionLimit {
  private ConnectionLimit() {}

  /**
   * Refuses a server with too few connections for the clients of a run.
   *
   * @param server for the message
   * @param setting the setting of the server that limits them
   * @param most connections of this account at a time
   * @param threads client threads at a time, each with a connection
   */
  public static void refuse(String server, String setting, long most, int threads)
      throws DatabaseException {
    if (most < threads) {
      throw new DatabaseException(
          "%s takes %d connections of this account at a time (%s), and the run has %d client threads; raise the limit, or give fewer threads"
              .formatted(server, most, setting, threads));
    }
  }
}
