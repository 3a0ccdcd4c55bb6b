package org.pmemycsb.harness.measure.worker;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.pmemycsb.harness.client.replay.ClientFactory;
import site.ycsb.DB;

/** Makes the database clients of each phase of a run. Not thread-safe. */
final class RunClients {
  private final Messages.Setup setup;
  private final ClassLoader loader;

  RunClients(Messages.Setup setup, ClassLoader loader) {
    this.setup = setup;
    this.loader = loader;
  }

  /** Clients without features. */
  ClientFactory of(Messages.PhaseCommand command) {
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
      return client;
    };
  }
}
