package org.pmemycsb.harness.client.replay;

import site.ycsb.DB;

@FunctionalInterface
public interface ClientFactory {
  /**
   * A new client with its properties set, not initialised; called in the thread that will use it.
   *
   * @param thread from 0
   */
  DB create(int thread) throws Exception;
}
