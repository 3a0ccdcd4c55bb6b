package org.pmemycsb.harness.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.pmemycsb.harness.host.Installation;
import org.pmemycsb.harness.host.workspace.Workspaces;
import org.pmemycsb.harness.measure.database.Jars;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;

/** A fleet that opens when the first run needs it, and then serves all runs. Thread-safe. */
public final class LazyFleet implements AutoCloseable {
  private final Fleet.Provider provider;
  private final Fleet.Terms terms;
  private final Object gate = new Object();
  private Fleet fleet;
  private Thread opening;
  private boolean left;

  public LazyFleet(Fleet.Provider provider, Fleet.Terms terms) {
    this.provider = provider;
    this.terms = terms;
  }

  /** For the runs of an experiment. Without a cluster, none of them asks for it. */
  public static LazyFleet of(
      Experiment experiment, Installation installation, Workspaces workspaces, Jars jars)
      throws IOException {
    if (experiment.cluster().isEmpty()) {
      return new LazyFleet(null, null);
    }
    List<Path> classPath = new ArrayList<>(installation.classFiles());
    classPath.addAll(jars.files());
    return new LazyFleet(
        Fleet.provider(),
        new Fleet.Terms(
            experiment.cluster().get(),
            Collections.max(experiment.machines()),
            classPath,
            workspaces.home().newFolder("fleet"),
            experiment.get(Settings.CLUSTER).listen(),
            line -> System.err.println("pmem-ycsb: " + line)));
  }

  /**
   * Opens the fleet, if it is not open.
   *
   * @throws org.pmemycsb.harness.ConfigurationException as {@link Fleet.Provider#open} does
   * @throws InterruptedException if it is closed
   */
  public synchronized Fleet get() throws InterruptedException {
    if (fleet == null) {
      begins();
      try {
        fleet = provider.open(terms);
      } finally {
        synchronized (gate) {
          opening = null;
        }
      }
    }
    return fleet;
  }

  private void begins() throws InterruptedException {
    synchronized (gate) {
      if (left) {
        throw new InterruptedException();
      }
      opening = Thread.currentThread();
    }
  }

  /** Leaves the cluster. A thread that still waits for the machines is interrupted. */
  @Override
  public void close() {
    synchronized (gate) {
      left = true;
      if (opening != null) {
        opening.interrupt();
      }
    }
    synchronized (this) {
      if (fleet != null) {
        fleet.close();
      }
    }
  }
}
