package org.pmemycsb.harness.measure;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.client.replay.ClientFactory;
import org.pmemycsb.harness.client.replay.Payload;
import org.pmemycsb.harness.client.replay.ReplayException;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.result.Measurement;

/**
 * The part of a {@link Feature} in the process of the clients. Only what it wraps is in the
 * measured path. The worker's thread calls it.
 */
public interface ClientFeature {
  /** The message from the harness that makes it for each phase: a record for Jackson. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
  interface Settings {
    ClientFeature make(NextPhase phase);
  }

  /**
   * A phase that is about to begin.
   *
   * @param rehearsal whether the database is emptied afterwards
   * @param kept its id, if its figures are kept
   * @param isUp whether the database is up; if not, it starts when {@link #harness} is asked
   * @param clients without features
   * @param harness waits until the harness has done its part
   */
  record NextPhase(
      TraceSpec spec,
      Payload payload,
      boolean rehearsal,
      boolean byTime,
      boolean isUp,
      Optional<String> kept,
      List<Long> servers,
      Duration patience,
      ClientFactory clients,
      Harness harness) {}

  /** The harness, as a client waits for it: {@link Runner.Listener#turn}. */
  @FunctionalInterface
  interface Harness {
    /** Returns false if the phase is over. */
    boolean await() throws InterruptedException;
  }

  /** Gives the clients of the phase. */
  default ClientFactory wrap(ClientFactory clients)
      throws ReplayException, InterruptedException, IOException {
    return clients;
  }

  /** The first client is about to connect; operations that are recorded before are recorded. */
  default void connects() throws ReplayException, InterruptedException, IOException {}

  /** The last client has gone, even if the phase failed. */
  default void gone() throws IOException {}

  /** A piece of the measured time is about to begin. */
  default void begins() throws InterruptedException {}

  default void ended() throws InterruptedException {}

  /** The phase is over, and its records are there. */
  default void made() throws ReplayException, InterruptedException {}

  /**
   * Adds its figures to those of other features.
   *
   * @param operations good operations of the phase
   */
  default Measurement.Resources figures(Measurement.Resources others, long operations)
      throws InterruptedException, IOException {
    return others;
  }
}
