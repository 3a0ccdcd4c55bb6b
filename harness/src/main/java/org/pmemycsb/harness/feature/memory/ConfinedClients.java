package org.pmemycsb.harness.feature.memory;

import java.io.IOException;
import java.nio.file.Path;
import org.pmemycsb.harness.host.MemoryControl;
import org.pmemycsb.harness.host.workspace.MemoryGroup;
import org.pmemycsb.harness.measure.ClientFeature;

/**
 * Limits the memory of a database in the process of its clients, as long as they are connected.
 *
 * @param group folder of the control group
 */
record ConfinedClients(String group) implements ClientFeature.Settings {
  @Override
  public ClientFeature make() {
    return new ClientFeature() {
      private Path own;

      @Override
      public void connects() throws IOException {
        System.gc(); // the collector's own memory is not the database's
        own = MemoryControl.find().own();
        MemoryGroup.enter(Path.of(group));
      }

      @Override
      public void gone() throws IOException {
        MemoryGroup.enter(own);
      }
    };
  }
}
