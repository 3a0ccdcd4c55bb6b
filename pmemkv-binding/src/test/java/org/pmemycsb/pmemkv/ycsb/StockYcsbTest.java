package org.pmemycsb.pmemkv.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.store.MemoryFolder;
import org.pmemycsb.store.TestStore;

/** The unmodified YCSB client on the binding, in a JVM of its own because it ends with an exit. */
@Tag("everything")
class StockYcsbTest {
  private static final int RECORDS = 400;
  private static final int OPERATIONS = 2000;
  private static final Pattern RETURN = Pattern.compile("\\[(\\S+)], Return=(\\S+), (\\d+)");

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  /** What a child printed; counts by operation and status, as {@code READ OK}. */
  private record Output(String text, Map<String, Integer> counts) {
    int count(String operationAndStatus) {
      return counts.getOrDefault(operationAndStatus, 0);
    }
  }

  @ParameterizedTest
  @CsvSource({"cmap, 1", "cmap, 4", "stree, 1", "stree, 4"})
  void loadAndAllWorkloadsRunWithoutAFailure(String engine, int threads) throws Exception {
    List<String> common = List.of("-threads", "" + threads, "-p", "pmemkv.engine=" + engine);
    Output load = ycsb("workloada", "-load", common);
    assertThat(load.counts()).isEqualTo(Map.of("INSERT OK", RECORDS));
    assertThat(records(engine)).isEqualTo(RECORDS);

    for (String workload : List.of("workloada", "workloadb")) {
      Output mixed = ycsb(workload, "-t", common);
      assertThat(mixed.counts()).containsOnlyKeys("READ OK", "UPDATE OK", "VERIFY OK");
      assertThat(mixed.count("READ OK") + mixed.count("UPDATE OK")).isEqualTo(OPERATIONS);
      assertThat(mixed.count("READ OK")).isPositive().isEqualTo(mixed.count("VERIFY OK"));
    }

    Output c = ycsb("workloadc", "-t", common);
    assertThat(c.counts()).isEqualTo(Map.of("READ OK", OPERATIONS, "VERIFY OK", OPERATIONS));

    Output f = ycsb("workloadf", "-t", common);
    assertThat(f.counts()).containsOnlyKeys("READ OK", "UPDATE OK", "VERIFY OK");
    assertThat(f.count("READ OK")).isEqualTo(OPERATIONS).isEqualTo(f.count("VERIFY OK"));
    assertThat(records(engine)).isEqualTo(RECORDS);

    Output d = ycsb("workloadd", "-t", common);
    assertThat(d.counts()).containsOnlyKeys("READ OK", "INSERT OK", "VERIFY OK");
    assertThat(d.count("READ OK") + d.count("INSERT OK")).isEqualTo(OPERATIONS);
    assertThat(records(engine)).isEqualTo(RECORDS + d.count("INSERT OK"));

    Output e = ycsb("workloade", "-t", common);
    String scanned = engine.equals("stree") ? "SCAN OK" : "SCAN NOT_IMPLEMENTED";
    assertThat(e.counts()).containsOnlyKeys(scanned, "INSERT OK");
    assertThat(e.count(scanned) + e.count("INSERT OK")).isEqualTo(OPERATIONS);
    assertThat(records(engine))
        .isEqualTo(RECORDS + Math.max(d.count("INSERT OK"), e.count("INSERT OK")));
  }

  private long records(String engine) {
    try (TestStore store = TestStore.open(engine, folder.resolve("pool"), 0)) {
      return store.count();
    }
  }

  private Output ycsb(String workload, String mode, List<String> more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("site.ycsb.Client", mode, "-db", PmemkvClient.class.getName()));
    command.addAll(List.of("-P", workloads().resolve(workload).toString()));
    for (String property :
        List.of(
            "pmemkv.dbpath=" + folder.resolve("pool"),
            "pmemkv.dbsize=256MiB",
            "recordcount=" + RECORDS,
            "operationcount=" + OPERATIONS,
            "dataintegrity=true",
            "writeallfields=false")) {
      command.addAll(List.of("-p", property));
    }
    command.addAll(more);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    if (folder.startsWith("/dev/shm")) {
      builder.environment().put("PMEM_IS_PMEM_FORCE", "1");
    }
    Path log = folder.resolve("output");
    Process process = builder.redirectOutput(log.toFile()).start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ended in time").isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
    String text = Files.readString(log);
    Map<String, Integer> counts = new HashMap<>();
    Matcher matcher = RETURN.matcher(text);
    while (matcher.find()) {
      counts.put(matcher.group(1) + " " + matcher.group(2), Integer.valueOf(matcher.group(3)));
    }
    return new Output(text, counts);
  }

  private static Path workloads() {
    Path here = Path.of("").toAbsolutePath();
    Path inModule = here.resolveSibling("workloads");
    return Files.isDirectory(inModule) ? inModule : here.resolve("workloads");
  }
}
