package org.pmemycsb.harness.client.replay;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.pmemycsb.harness.BoundedCall;
import site.ycsb.DB;
import site.ycsb.DBException;

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

  /**
   * Disconnects a client, also in an interrupted thread. A server that hangs is left.
   *
   * @param occasion completes the message of a failure
   * @throws ReplayException if it fails or takes longer than this
   */
  static void disconnect(DB client, String occasion, Duration patience) throws ReplayException {
    try {
      BoundedCall.<Void, DBException>insist(
          "disconnect",
          patience,
          () -> {
            client.cleanup();
            return null;
          });
    } catch (DBException | TimeoutException | RuntimeException failed) {
      throw new ReplayException("a client cannot disconnect " + occasion + ": " + failed, failed);
    }
  }
}
