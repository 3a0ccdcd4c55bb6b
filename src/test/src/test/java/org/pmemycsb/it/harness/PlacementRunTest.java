package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.plan.design.CpuList;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.SeenPlacement;

/** Real processes are where {@code --placement} puts them. Needs two processors. */
class PlacementRunTest {
  @TempDir private Path folder;
  private Path medium;
  private Path out;

  @BeforeEach
  void makeMedium() throws IOException {
    medium = Files.createDirectory(folder.resolve("medium"));
    out = folder.resolve("out");
  }

  private HarnessProcess start(String databases, String placement) throws IOException {
    return HarnessProcess.start(
        folder,
        Map.of(),
        """
            run --db %s --placement %s --place pmem=%s --workloads A --records 200
            --duration 200ms --durability periodic --repeats 1 --calibrate 0 --out %s
            """,
        databases,
        placement,
        medium,
        out);
  }

  /** The processors that the kernel states while the harness runs, by the names of processes. */
  private static Map<String, Set<String>> seen(Process harness) throws InterruptedException {
    Map<String, Set<String>> processors = new HashMap<>();
    while (harness.isAlive()) {
      harness
          .descendants()
          .map(each -> text("/proc/" + each.pid() + "/status"))
          .forEach(
              status ->
                  processors
                      .computeIfAbsent(field(status, "Name"), name -> new HashSet<>())
                      .add(field(status, "Cpus_allowed_list")));
      Thread.sleep(20);
    }
    return processors;
  }

  private static String text(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException ended) {
      return "";
    }
  }

  private static String field(String status, String name) {
    return status
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.split("\\s+")[1])
        .collect(Collectors.joining());
  }

  @Test
  void splitPutsClientsAndServersApartAndTheJournalHasWhatTheKernelSays() throws Exception {
    HarnessProcess harness = start("redis,rocksdb", "split");
    Map<String, Set<String>> seen = seen(harness.process());
    harness.await().hasStatus(0);

    Map<String, List<SeenPlacement>> placed =
        new Journal(out)
            .read().stream()
                .collect(
                    Collectors.groupingBy(
                        PhaseResult::database,
                        Collectors.mapping(
                            phase -> phase.limits().placement(), Collectors.toList())));
    SeenPlacement redis = placed.get("redis").get(0);
    assertThat(placed.get("redis")).containsOnly(redis);
    CpuList client = CpuList.parse(redis.client());
    CpuList server = CpuList.parse(redis.servers());
    assertThat(client.and(server).numbers()).isEmpty();
    // The adapter also asks the program for its version, which needs no place.
    assertThat(seen.get("redis-server")).contains(server.toString());
    assertThat(seen.get("java")).contains(client.toString(), client.or(server).toString());
    assertThat(placed.get("rocksdb"))
        .as("without a server, the client gets all")
        .containsOnly(new SeenPlacement(client.or(server).toString(), null, redis.memoryNode()));
    assertThat(Files.readString(out.resolve("report.md")))
        .contains(" | split |")
        .contains("client on %s, servers on %s".formatted(client, server));
  }
}
