package org.pmemycsb.harness.feature.ledger;

import java.io.IOException;
import java.nio.file.Path;
import org.pmemycsb.harness.client.replay.ClientFactory;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.standin.CounterFile;

/**
 * Counts the requests to the medium in each phase.
 *
 * @param counters file of the stand-in's counters
 */
record MeteredCalls(String counters) implements ClientFeature.Settings {
  @Override
  public ClientFeature make() {
    return new ClientFeature() {
      private Meter meter;

      @Override
      public ClientFactory comes(NextPhase phase, ClientFactory clients) throws IOException {
        Meter metered = new Meter(CounterFile.open(Path.of(counters)), phase.spec().threads() == 1);
        meter = metered;
        return thread -> new MeteredClient(clients.create(thread), metered);
      }

      @Override
      public Measurement.Resources figures(Measurement.Resources others, long operations) {
        return others.with(meter.demand(operations));
      }
    };
  }
}
