package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real run of every database that needs no more than this project's packages. */
class EveryDatabaseTest {
  @TempDir private Path folder;

  @Test
  void everyDatabaseRunsOnItsPlacesAndTheReportSaysWhatPersistentMemoryBuys() throws Exception {
    Path out = folder.resolve("out");
    HarnessProcess.Ended ended =
        HarnessProcess.run(
                folder,
                "run",
                "--db",
                "pmemkv,rocksdb,lmdb,pm-redis,redis,pm-postgres,postgres",
                "--workloads",
                "A",
                "--records",
                "300",
                "--operations",
                "500",
                "--repeats",
                "1",
                "--out",
                out.toString())
            .hasStatus(0);

    List<String> rows = Files.readAllLines(out.resolve("summary.csv"));
    int place = List.of(rows.get(0).split(",")).indexOf("place");
    assertThat(rows.stream().skip(1).filter(row -> row.contains(",trace,")))
        .allMatch(row -> row.contains(",0,true,"))
        .extracting(row -> row.split(",", -1)[0] + "@" + row.split(",", -1)[place])
        .containsAll(
            Stream.of("rocksdb", "lmdb", "redis", "postgres")
                .flatMap(stock -> Stream.of(stock + "@disk", stock + "@pmem"))
                .toList())
        .contains("pmemkv@pmem", "pm-redis@pmem", "pm-postgres@pmem", "noop@");
    assertThat(ended.out()).contains("what persistent memory buys");
    assertThat(out.resolve("report.md")).content().contains("What persistent memory buys");
    assertThat(out.resolve("summary.json")).content().contains("\"buys\"");
  }
}
