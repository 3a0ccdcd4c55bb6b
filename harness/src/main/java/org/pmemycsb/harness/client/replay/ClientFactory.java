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

  /**
   * A client that is connected.
   *
   * @param occasion completes the message of a failure
   * @throws ReplayException if it cannot connect
   */
  default DB connect(String occasion) throws ReplayException, InterruptedException {
    try {
      DB client = create(0);
      client.init();
      return client;
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failed) {
      throw new ReplayException("no client can connect " + occasion + ": " + failed, failed);
    }
  }
}
