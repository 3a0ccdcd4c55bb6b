package org.pmemycsb.harness.feature.restart;

import org.pmemycsb.harness.client.replay.ClientFactory;
import org.pmemycsb.harness.client.replay.FirstAnswer;
import org.pmemycsb.harness.client.replay.ReplayException;
import org.pmemycsb.harness.client.trace.Verifier;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.result.Measurement;

/** Has the database started, and reads a record until the answer is right. */
record FirstRead() implements ClientFeature.Settings {
  /** Seconds from the start of the database, or from when it was up, until a client had it open. */
  static final String OPENED = "restart_opened_s";

  /** Likewise, until it had the right answer. */
  static final String ANSWERED = "restart_answered_s";

  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public ClientFeature make() {
    return new ClientFeature() {
      private NextPhase phase;
      private long begin;
      private FirstAnswer first;

      @Override
      public ClientFactory comes(NextPhase coming, ClientFactory clients) {
        phase = coming;
        return clients;
      }

      @Override
      public void connects() throws ReplayException, InterruptedException {
        if (!phase.harness().await()) {
          throw new ReplayException("the database was not started", null);
        }
        begin = System.nanoTime();
        Verifier verifier = phase.payload().verifier();
        long watched = verifier.watchedKeys() == 0 ? 0 : verifier.watchedKey(0);
        first =
            FirstAnswer.ask(
                phase.clients(),
                phase.payload(),
                phase.spec().shape(),
                Math.min(watched, phase.spec().records() - 1),
                phase.patience());
      }

      @Override
      public void gone() {
        first.close();
      }

      @Override
      public Measurement.Resources figures(Measurement.Resources others, long operations) {
        return others
            .with(OPENED, (first.openedAt() - begin) / NANOS_PER_SECOND)
            .with(ANSWERED, (first.answeredAt() - begin) / NANOS_PER_SECOND);
      }
    };
  }
}
