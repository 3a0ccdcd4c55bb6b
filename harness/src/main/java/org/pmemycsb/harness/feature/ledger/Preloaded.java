package org.pmemycsb.harness.feature.ledger;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.client.replay.ClientFactory;
import org.pmemycsb.harness.client.replay.ReadStall;
import org.pmemycsb.harness.client.replay.ReplayException;
import org.pmemycsb.harness.client.replay.SlowerReads;
import org.pmemycsb.harness.client.trace.SeededRandom;
import org.pmemycsb.harness.host.Inventory;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.Live;
import org.pmemycsb.harness.measure.Refusal;
import org.pmemycsb.harness.plan.design.MediumModel;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.shim.Shim;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Trait;

/**
 * The shim for libpmem in all processes of a run: it counts requests to the medium, leaves some
 * out, or takes the time of a model.
 */
public final class Preloaded implements Feature {
  /** The shim takes the time of one medium. */
  public static final List<Refusal> REFUSALS =
      List.of(
          new Refusal(
              "two models",
              asked ->
                  asked.database().logPlace().isPresent()
                      && model(asked, asked.database().place()).isPresent()
                      && model(asked, asked.database().logPlace()).isPresent(),
              asked ->
                  "its data and its log are on places with the models %s and %s; name a place without a model for one of them"
                      .formatted(
                          model(asked, asked.database().place()).get(),
                          model(asked, asked.database().logPlace()).get()),
              true));

  private static final String NOT_IN_ALL =
      "the shim for libpmem is not in all processes of the database: the harness did not start"
          + " them, or they are linked statically";

  private final Opening run;
  private final Shim shim;
  private final Queue<Process> started = new ConcurrentLinkedQueue<>();
  private Live live;

  private Preloaded(Opening run, Shim shim) {
    this.run = run;
    this.shim = shim;
  }

  public static Optional<Feature> of(Opening run) throws DatabaseException {
    Optional<MediumModel> ofLog = model(run, run.spec().database().logPlace());
    Optional<MediumModel> model = ofLog.or(() -> model(run, run.spec().database().place()));
    if (!run.spec().purpose().loadsShim() && model.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Preloaded(
              run,
              Shim.install(
                  run.folders().scratch(),
                  watched(run, ofLog.isPresent()),
                  run.spec().purpose(),
                  model,
                  SeededRandom.seedOf(run.experiment().get(Settings.SEED), run.spec().repeat()))));
    } catch (IOException full) {
      throw new DatabaseException(
          "the shim for libpmem cannot be written: " + FileFailure.describe(full), full);
    }
  }

  /** Another place may serve as home of what has none; its model is not for this database. */
  private static Optional<MediumModel> model(Opening run, Optional<String> place) {
    return place.flatMap(any -> run.workspaces().at(place).place().delays());
  }

  private static Optional<String> model(Refusal.Candidate asked, Optional<String> place) {
    return place.map(asked.experiment().get(Settings.PLACES)::get).flatMap(PlaceFolder::model);
  }

  /** A model is of one place. What a database asks for is counted on both. */
  private static List<Path> watched(Opening run, boolean logIsModelled) {
    boolean counted = run.spec().purpose() == Purpose.COUNTED;
    List<Path> all = new ArrayList<>();
    if (counted || !logIsModelled) {
      all.add(run.folders().data());
    }
    if (counted || logIsModelled) {
      run.folders().log().ifPresent(all::add);
    }
    return all;
  }

  @Override
  public void prepare(ProcessBuilder process, Role role) {
    shim.preload(process.environment());
  }

  @Override
  public void started(Process process, Role role) {
    started.add(process);
  }

  @Override
  public void opened(Live database) {
    live = database;
  }

  /** An outsider's process never has the shim. */
  @Override
  public Optional<String> objection() {
    return live == null
            || live.ours()
                // One may end between the two looks.
                && started.stream()
                    .allMatch(
                        each -> !each.isAlive() || Shim.isIn(each.toHandle()) || !each.isAlive())
        ? Optional.empty()
        : Optional.of(NOT_IN_ALL);
  }

  @Override
  public boolean rehearsesLoad() {
    return slower().isPresent();
  }

  @Override
  public Optional<ClientFeature.Settings> inClients() {
    return run.spec().purpose() == Purpose.COUNTED
        ? Optional.of(new MeteredCalls(shim.counters().toString()))
        : slower().map(SlowerCalls::new);
  }

  /** A place whose memory is really remote needs no slower loads. */
  private Optional<SlowerReads.Memory> slower() {
    Optional<String> place = run.spec().database().place();
    return model(run, place)
        .filter(any -> run.traits().has(Trait.READS_MAPPED_FILES))
        .filter(any -> run.workspaces().at(place).place().reads().isEmpty())
        .filter(model -> model.read().factor() > 1)
        .filter(any -> run.spec().purpose() != Purpose.COUNTED)
        // Machines of a cluster have caches of other sizes.
        .filter(any -> run.spec().machines() == 0)
        .map(
            model ->
                new SlowerReads.Memory(
                    model.read().factor(),
                    Inventory.largestCache(),
                    shim.library().toString(),
                    !live.inClients()));
  }

  private static final class SlowerCalls implements ClientFeature.Settings {
    @JsonProperty private final SlowerReads.Memory memory;

    /** How long reads wait once all records are loaded; null if that was not measured. */
    private ReadStall stallOfLoad;

    @JsonCreator
    SlowerCalls(@JsonProperty("memory") SlowerReads.Memory memory) {
      this.memory = memory;
    }

    @Override
    public ClientFeature make(ClientFeature.NextPhase phase) {
      return new ClientFeature() {
        /** How long the reads of the phase waited; null if none was slowed. */
        private ReadStall stall;

        @Override
        public ClientFactory wrap(ClientFactory clients)
            throws ReplayException, InterruptedException {
          boolean load = phase.spec().load();
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
        public void made() throws ReplayException, InterruptedException {
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
}
