package org.pmemycsb.harness.feature.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Binding;
import org.pmemycsb.harness.host.Processors;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.measure.Live;
import org.pmemycsb.harness.plan.design.CpuList;
import org.pmemycsb.harness.plan.design.Placement;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.SeenPlacement;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.LocalHost;

class PlacementsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final OptionalInt NOWHERE = OptionalInt.empty();

  private static Placement placement(String text) {
    return Settings.PLACEMENT.parse(List.of(text));
  }

  private static CpuList cpus(String text) {
    return CpuList.parse(text);
  }

  /** Two nodes with two cores each; the process may use this much. */
  private static Processors processors(String allowed) {
    CpuList all = cpus(allowed);
    return new Processors(
        all,
        Map.of(0, cpus("0-1").and(all), 1, cpus("2-3").and(all)),
        all.numbers().stream().map(each -> new CpuList(List.of(each))).toList(),
        cpus("0-1"),
        Path.of("/sys"));
  }

  private static Host with(String... programs) {
    return name ->
        Optional.of(Path.of("/usr/bin", name)).filter(path -> Set.of(programs).contains(name));
  }

  private static Placements.Layout layout(
      String placement, String allowed, OptionalInt node, String... programs) {
    return Placements.layout(
        placement(placement), "pmem", processors(allowed), node, with(programs));
  }

  private static OptionalInt node(Integer number) {
    return number == null ? NOWHERE : OptionalInt.of(number);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // placement, node of the place, programs, layout, all processors
        "split | 1 | taskset numactl | clients on 2, servers on 3, memory of node 1 | 2-3",
        "split | 1 | taskset         | clients on 2, servers on 3                   | 2-3",
        "split |   | taskset numactl | clients on 0-1, servers on 2-3               | 0-3",
        "0,3/1 | 1 | taskset         | clients on 0,3, servers on 1                 | 0-1,3",
        "1-2   |   | taskset         | clients on 1-2, servers on 1-2               | 1-2",
      })
  void processorsAreThoseGivenOrHalvesOfTheNodeOfThePlace(
      String placement, Integer node, String programs, String layout, String all) {
    Placements.Layout made = layout(placement, "0-3", node(node), programs.split(" "));
    assertThat(made.describe()).isEqualTo(layout);
    assertThat(made.all().processors()).isEqualTo(cpus(all));
    assertThat(made.all().command(List.of("x")).get(0))
        .isEqualTo(layout.contains("memory") ? "/usr/bin/numactl" : "/usr/bin/taskset");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // placement, allowed processors, node of the place, programs, parts of the message
        "split   | 0,2-3 | 0 | taskset | placement: split ~ pmem ~ processor 0 ~ node 0",
        "split   | 3     |   | taskset | processor 3",
        "split   | 2-3   | 0 | taskset | node 0",
        "0,4-5   | 0-3   |   | taskset | placement: ~ 4-5 ~ 0-3",
        "0       | 0-3   |   | none    | placement: ~ taskset",
      })
  void whatCannotBeIsRefused(
      String placement, String allowed, Integer node, String programs, String message) {
    assertThatThrownBy(() -> layout(placement, allowed, node(node), programs))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(message.split(" ~ "));
  }

  private static Placements.Layout here() {
    Processors all = Processors.read();
    String first = all.allowed().numbers().get(0).toString();
    return Placements.layout(placement(first), "pmem", all, NOWHERE, new LocalHost());
  }

  private static ServerProcesses servers(Placements.Bound bound) {
    return new ServerProcesses(
        Feature.starter(List.of(bound), Feature.Role.SERVER, ProcessBuilder::start));
  }

  /** Where the processes of a phase are said to be. */
  private static SeenPlacement opened(Placements.Bound bound, ServerProcesses servers, boolean ours)
      throws IOException {
    bound.opened(new Live(null, ours, false, servers, Optional.empty()));
    return bound.after(Phases.valid("redis", "trace", "A", 1, 1, 1000)).limits().placement();
  }

  @Test
  void processesRunWhereTheyWerePut() throws Exception {
    Placements.Bound bound = new Placements.Bound(here(), "x", PATIENCE);
    ServerProcesses servers = servers(bound);
    Process server = servers.start(new ProcessBuilder("sleep", "60"));
    try {
      String cpu = here().all().processors().toString();
      assertThat(opened(bound, servers, true)).isEqualTo(new SeenPlacement(cpu, cpu, null));
      Process client =
          Feature.starter(List.of(bound), Feature.Role.CLIENTS, ProcessBuilder::start)
              .start(new ProcessBuilder("grep", "Cpus_allowed_list", "/proc/self/status"));
      assertThat(client.inputReader().readLine()).isEqualTo("Cpus_allowed_list:\t" + cpu);
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void withoutAServerTheClientsGetAllAndAForeignServerIsSaidNotToBeBound() throws IOException {
    Binding one = here().all();
    Binding two = new Binding(cpus("7"), NOWHERE, one.tool());
    Placements.Bound bound =
        new Placements.Bound(new Placements.Layout(one, two, two), "x", PATIENCE);

    assertThat(opened(bound, servers(bound), true)).isEqualTo(new SeenPlacement("7", null, null));
    assertThat(opened(bound, servers(bound), false))
        .isEqualTo(new SeenPlacement(one.processors().toString(), SeenPlacement.NOT_OURS, null));
  }

  /** Takes the place of taskset, and leaves the processors as they are. */
  @Test
  void aServerThatIsElsewhereEndsTheExperimentAndIsKilled(@TempDir Path folder) throws Exception {
    Path idle = Files.writeString(folder.resolve("idle"), "#!/bin/sh\nshift 2\nexec \"$@\"\n");
    Files.setPosixFilePermissions(idle, PosixFilePermissions.fromString("rwx------"));
    Binding wrong = new Binding(cpus("12345"), NOWHERE, idle);
    Placements.Bound bound =
        new Placements.Bound(new Placements.Layout(wrong, wrong, wrong), "redis", Duration.ZERO);
    ServerProcesses servers = servers(bound);
    Process server = servers.start(new ProcessBuilder("sleep", "60"));

    assertThatThrownBy(() -> opened(bound, servers, true))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("placement:", "redis")
        .hasMessageContaining(", not 12345; ");
    assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }
}
