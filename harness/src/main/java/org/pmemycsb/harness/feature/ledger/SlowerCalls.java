package org.pmemycsb.harness.feature.ledger;

import org.pmemycsb.harness.client.replay.ClientFactory;
import org.pmemycsb.harness.client.replay.ReadStall;
import org.pmemycsb.harness.client.replay.ReplayException;
import org.pmemycsb.harness.client.replay.SlowerMemory;
import org.pmemycsb.harness.client.replay.SlowerReads;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.result.Measurement;

/** Has the operations wait for the slower memory of a model. */
record SlowerCalls(SlowerMemory memory) implements ClientFeature.Settings {
  @Override
  public ClientFeature make() {
    return new ClientFeature() {
      /** How long reads wait once all records are loaded; null if that was not measured. */
      private ReadStall stallOfLoad;

      /** How long the reads of the last phase waited; null if none was slowed. */
      private ReadStall stall;

      @Override
      public ClientFactory comes(NextPhase phase, ClientFactory clients)
          throws ReplayException, InterruptedException {
        boolean load = phase.spec().load();
        stall = null;
        if (!phase.isUp() || load && (phase.rehearsal() || stallOfLoad == null)) {
          return clients;
        }
        if (load) {
          stall = stallOfLoad;
          return SlowerReads.loading(clients, phase.spec(), memory, stall);
        }
        SlowerReads.Clients slower =
            SlowerReads.of(clients, phase.payload(), phase.spec(), memory, phase.patience());
        stall = slower.stall();
        return slower.factory();
      }

      /** Measures how long reads wait when all records have been loaded for it. */
      @Override
      public void made(NextPhase phase) throws ReplayException, InterruptedException {
        if (phase.spec().load() && phase.rehearsal() && !phase.byTime()) {
          stallOfLoad =
              SlowerReads.ofLoad(
                  phase.clients(), phase.payload(), phase.spec(), memory, phase.patience());
        }
      }

      @Override
      public Measurement.Resources figures(Measurement.Resources others, long operations) {
        return others.with(stall);
      }
    };
  }
}
