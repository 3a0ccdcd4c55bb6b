package org.pmemycsb.harness.worker;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.pmemycsb.harness.measure.ClientFactory;
import org.pmemycsb.harness.measure.Payload;
import org.pmemycsb.harness.measure.ReadStall;
import org.pmemycsb.harness.measure.ReplayException;
import org.pmemycsb.harness.measure.SlowerMemory;
import org.pmemycsb.harness.measure.SlowerReads;
import org.pmemycsb.harness.trace.TraceSpec;
import site.ycsb.DB;

/** Makes the database clients of each phase of a run. Not thread-safe. */
final class RunClients {
  private final Messages.Setup setup;
  private final ClassLoader loader;

  /** How long reads wait once all records are loaded; null if that was not measured. */
  private ReadStall stallOfLoad;

  RunClients(Messages.Setup setup, ClassLoader loader) {
    this.setup = setup;
    this.loader = loader;
  }

  /** Clients that wait for the slower memory of a model, if there is one, and how long. */
  SlowerReads.Clients of(
      Messages.PhaseCommand command, Payload payload, TraceSpec spec, Optional<Meter> meter)
      throws ReplayException, InterruptedException {
    ClientFactory clients = plain(command, meter);
    if (setup.slower().isEmpty()
        || command.afterRestart()
        || command.load() && (command.use().rehearsal() || stallOfLoad == null)) {
      return new SlowerReads.Clients(null, clients);
    }
    SlowerMemory memory = setup.slower().get();
    return command.load()
        ? new SlowerReads.Clients(
            stallOfLoad, SlowerReads.loading(clients, spec, memory, stallOfLoad))
        : SlowerReads.of(clients, payload, spec, memory, setup.patience());
  }

  /** A load for practice has ended. If it loaded all records, measures how long reads wait. */
  void practised(Messages.PhaseCommand command, Payload payload, TraceSpec spec)
      throws ReplayException, InterruptedException {
    if (setup.slower().isPresent() && command.isRehearsalOfAll()) {
      stallOfLoad =
          SlowerReads.ofLoad(
              plain(command, Optional.empty()),
              payload,
              spec,
              setup.slower().get(),
              setup.patience());
    }
  }

  /** Clients that wait for no model. */
  ClientFactory plain(Messages.PhaseCommand command, Optional<Meter> meter) {
    Map<String, String> all = new HashMap<>(command.workload().properties());
    // Clients that size a database by them find the values of this phase.
    all.put(
        "recordcount",
        Long.toString(command.load() ? command.extent().operations() : command.extent().records()));
    // They read it as an int.
    all.put(
        "operationcount",
        Long.toString(Math.min(command.extent().operations(), Integer.MAX_VALUE)));
    all.put("threadcount", Integer.toString(setup.threads()));
    // The runner looks at a result before its client's next operation.
    all.putIfAbsent("reusebuffers", "true");
    all.putAll(setup.client().properties());
    return thread -> {
      DB client =
          (DB)
              Class.forName(setup.client().className(), true, loader)
                  .getDeclaredConstructor()
                  .newInstance();
      Properties properties = new Properties();
      properties.putAll(all);
      client.setProperties(properties);
      return meter.isPresent() ? new MeteredClient(client, meter.get()) : client;
    };
  }
}
