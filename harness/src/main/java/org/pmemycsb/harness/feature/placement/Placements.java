package org.pmemycsb.harness.feature.placement;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Binding;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.host.Processors;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.Live;
import org.pmemycsb.harness.plan.design.CpuList;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.Placement;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.SeenPlacement;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Trait;

/** The processors of clients and servers on each place. Immutable. */
public final class Placements implements Feature.Kind {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * @param all for a client whose process has the database in it
   */
  public record Layout(Binding clients, Binding servers, Binding all) {
    /** For people: {@code clients on 0, servers on 1}. */
    public String describe() {
      String memory = all.node().isPresent() ? ", memory of node " + all.node().getAsInt() : "";
      return "clients on %s, servers on %s%s"
          .formatted(clients.processors(), servers.processors(), memory);
    }
  }

  /** The kernel decides. */
  static final Placements NONE = new Placements(Map.of(), Optional.empty());

  private final Map<String, Layout> layouts;
  private final Optional<Layout> home;

  private Placements(Map<String, Layout> layouts, Optional<Layout> home) {
    this.layouts = Map.copyOf(layouts);
    this.home = home;
  }

  /**
   * Warns of servers that nobody can bind.
   *
   * @throws ConfigurationException if the placement is impossible on this machine
   */
  public static Placements of(Feature.Plan plan) {
    Placements placements =
        of(plan.experiment().get(Settings.PLACEMENT), plan.places(), new LocalHost());
    if (placements.at(Optional.empty()).isPresent()) {
      plan.experiment().databases().stream()
          .filter(each -> each.place().isEmpty())
          .filter(each -> plan.databases().traits(each).has(Trait.KEEPS_RECORDS))
          .forEach(
              each ->
                  plan.warn()
                      .accept(
                          "placement: the harness does not start %s, so it binds only the client"
                              .formatted(each.label())));
    }
    return placements;
  }

  @Override
  public Optional<Feature> of(Feature.Opening run) {
    DatabaseChoice database = run.spec().database();
    return at(database.place()).map(layout -> new Bound(layout, database.label(), PATIENCE));
  }

  /**
   * @param places at least one
   * @throws ConfigurationException if the placement is impossible on this machine
   */
  static Placements of(Placement placement, List<Place> places, Host host) {
    if (placement.isNone()) {
      return NONE;
    }
    Map<String, Layout> layouts = new HashMap<>();
    Processors processors = Processors.read();
    for (Place place : places) {
      OptionalInt node = processors.nodeOf(place.folder());
      layouts.put(place.name(), layout(placement, place.name(), processors, node, host));
    }
    return new Placements(
        layouts, Optional.ofNullable(layouts.get(Place.persistent(places).name())));
  }

  /**
   * @param node of the place; empty if nobody tells
   */
  public static Layout layout(
      Placement placement, String place, Processors processors, OptionalInt node, Host host) {
    if (placement.given().isPresent()) {
      Placement.Given given = placement.given().get();
      CpuList all = given.clients().or(given.servers());
      CpuList strange = all.without(processors.allowed());
      if (!strange.isEmpty()) {
        throw new ConfigurationException(
            "placement: this process may not use processor %s; it may use %s"
                .formatted(strange, processors.allowed()));
      }
      return layout(given.clients(), given.servers(), OptionalInt.empty(), host);
    }
    CpuList all =
        node.isPresent()
            ? processors.nodes().getOrDefault(node.getAsInt(), new CpuList(List.of()))
            : processors.allowed();
    List<CpuList> halves = processors.halves(all);
    if (halves.size() < 2) {
      throw new ConfigurationException(
          "placement: split needs two processors for place %s; there is %s%s"
              .formatted(
                  place,
                  all.isEmpty() ? "none" : "only processor " + all,
                  node.isPresent() ? " on its node " + node.getAsInt() : ""));
    }
    boolean memory =
        node.isPresent()
            && processors.nodes().size() > 1
            && processors.memory().numbers().contains(node.getAsInt());
    return layout(halves.get(0), halves.get(1), memory ? node : OptionalInt.empty(), host);
  }

  private static Layout layout(CpuList clients, CpuList servers, OptionalInt memory, Host host) {
    Optional<Path> numactl = memory.isPresent() ? host.executable("numactl") : Optional.empty();
    OptionalInt node = numactl.isPresent() ? memory : OptionalInt.empty();
    Path tool =
        numactl
            .or(() -> host.executable("taskset"))
            .orElseThrow(
                () ->
                    new ConfigurationException(
                        "placement: there is no taskset to bind processes with; install util-linux,"
                            + " or leave out the placement"));
    return new Layout(
        new Binding(clients, node, tool),
        new Binding(servers, node, tool),
        new Binding(clients.or(servers), node, tool));
  }

  /** The layout of a place, or of that for persistent memory; empty where the kernel decides. */
  Optional<Layout> at(Optional<String> place) {
    return place.map(layouts::get).or(() -> home);
  }

  /**
   * Puts the processes of one run where its layout has them, and asks the kernel whether they are
   * there. Servers start first. Then {@link #opened} decides on the processors of the clients:
   * their own, or all where there is no server.
   */
  static final class Bound implements Feature {
    private static final long PAUSE_MILLIS = 2;

    private final Layout layout;
    private final String database;
    private final Duration patience;
    private Optional<Binding> clients = Optional.empty();
    private SeenPlacement seen;

    /**
     * @param database for messages
     * @param patience how long a process that was just started may be elsewhere
     */
    Bound(Layout layout, String database, Duration patience) {
      this.layout = layout;
      this.database = database;
      this.patience = patience;
    }

    @Override
    public void prepare(ProcessBuilder process, Role role) {
      (role == Role.SERVER ? Optional.of(layout.servers()) : clients)
          .ifPresent(bound -> process.command(bound.command(process.command())));
    }

    /**
     * @throws ConfigurationException if a process of clients is not where it was put; it is killed
     *     then
     */
    @Override
    public void started(Process process, Role role) throws IOException {
      if (role == Role.CLIENTS && clients.isPresent()) {
        refuseElsewhere(process, clients.get(), "the clients' process");
      }
    }

    /**
     * @throws ConfigurationException if a server is not where it was put
     */
    @Override
    public void opened(Live live) throws IOException {
      List<Process> servers = live.servers().running();
      for (Process server : servers) {
        refuseElsewhere(server, layout.servers(), "a server");
      }
      boolean alone = live.ours() && servers.isEmpty();
      Binding client = alone ? layout.all() : layout.clients();
      clients = Optional.of(client);
      seen =
          new SeenPlacement(
              client.processors().toString(),
              alone
                  ? null
                  : live.ours() ? layout.servers().processors().toString() : SeenPlacement.NOT_OURS,
              client.node().isPresent() ? client.node().getAsInt() : null);
    }

    @Override
    public PhaseResult after(PhaseResult phase) {
      return phase.with(new PhaseResult.Limits(seen, phase.limits().memoryLimitBytes()));
    }

    /** Waits until a process and those that it started are where they belong. */
    private void refuseElsewhere(Process process, Binding binding, String role) throws IOException {
      long end = System.nanoTime() + patience.toNanos();
      Optional<String> difference = difference(process, binding);
      while (difference.isPresent() && System.nanoTime() < end) {
        try {
          Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException hurried) {
          Thread.currentThread().interrupt();
          throw (IOException) new InterruptedIOException("interrupted").initCause(hurried);
        }
        difference = difference(process, binding);
      }
      if (difference.isPresent()) {
        process.destroyForcibly();
        throw new ConfigurationException(
            ("placement: the kernel has %s of %s on %s; look for a program that moves processes, or"
                    + " leave out the placement")
                .formatted(role, database, difference.get()));
      }
    }

    private static Optional<String> difference(Process process, Binding binding) {
      return Stream.concat(Stream.of(process.toHandle()), process.descendants())
          .flatMap(each -> binding.difference(each.pid()).stream())
          .findFirst();
    }
  }
}
