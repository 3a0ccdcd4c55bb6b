package org.pmemycsb.harness.feature.restart;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.host.PageCache;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.Live;
import org.pmemycsb.harness.measure.Runner;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.result.Measurement.Cold;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Medium;

/**
 * Makes a database cold before cold phases: kills its server, empties the page cache of its files,
 * and starts the server again. A store in the process of its clients has no server. It is closed
 * between phases.
 */
public final class ColdStart implements Feature {
  /** The folders of its files that have a page cache. */
  private final List<Path> onDisks;

  private Live database;
  private Optional<Cold> files = Optional.empty();

  private String made;

  private ColdStart(List<Path> onDisks) {
    this.onDisks = List.copyOf(onDisks);
  }

  public static Optional<Feature> of(Opening run) {
    if (run.experiment().phases().stream().noneMatch(Phase::isCold)) {
      return Optional.empty();
    }
    DatabaseChoice database = run.spec().database();
    List<Path> onDisks = new ArrayList<>();
    if (run.workspaces().at(database.place()).medium() == Medium.DISK) {
      onDisks.add(run.folders().data());
    }
    run.folders()
        .log()
        .filter(any -> run.workspaces().at(database.logPlace()).medium() == Medium.DISK)
        .ifPresent(onDisks::add);
    return Optional.of(new ColdStart(onDisks));
  }

  @Override
  public void opened(Live live) {
    database = live;
  }

  /**
   * @throws DatabaseException if the server does not come back, or the files stay in the page cache
   */
  @Override
  public void before(Phase phase, Runner.Listener listener)
      throws DatabaseException, IOException, InterruptedException {
    files = Optional.empty();
    made = phase.id();
    if (phase.isCold()) {
      listener.enter(RunPart.SERVER);
      try {
        make();
      } catch (DatabaseException failed) {
        throw new DatabaseException("the cold start failed: " + failed.getMessage(), failed);
      }
    }
  }

  private void make() throws DatabaseException, IOException, InterruptedException {
    database.kill();
    if (!onDisks.isEmpty()) {
      PageCache.Held dropped = PageCache.drop(onDisks);
      Cold cold = new Cold(dropped.bytes(), dropped.cached());
      if (cold.warm()) {
        throw new DatabaseException(
            "%,d of %,d bytes of its files are still in the page cache"
                .formatted(dropped.cached(), dropped.bytes()));
      }
      files = Optional.of(cold);
    }
    database.start();
  }

  @Override
  public PhaseResult after(PhaseResult phase) {
    return files.isPresent() && phase.phase().equals(made)
        ? phase.with(phase.measurement().with(phase.measurement().start().after(files.get())))
        : phase;
  }
}
