package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.adapter.pmemobj.PmemobjAdapter;
import org.pmemycsb.spi.LocalHost;

/** A real run of every database that needs no more than this project's packages. */
@Tag("everything")
class EveryDatabaseTest {
  @TempDir private Path folder;

  @Test
  void everyDatabaseRunsOnItsPlacesAndTheReportSaysWhatPersistentMemoryBuys() throws Exception {
    Path out = folder.resolve("out");
    // The tests of pmemobj itself say loudly that it is not there.
    boolean structures = new PmemobjAdapter().probe(new LocalHost()).available();
    HarnessProcess.Ended ended =
        HarnessProcess.run(
                folder,
                """
                run --db %s --workloads A,trace:%s --records 300 --operations 500 --repeats 1
                --out %s
                """,
                (structures ? "pmemobj," : "")
                    + "pmemkv,rocksdb,lmdb,sqlite,pm-redis,redis,pm-postgres,postgres,mariadb",
                recorded(),
                out)
            .hasStatus(0);

    List<String> rows = Files.readAllLines(out.resolve("summary.csv"));
    int place = List.of(rows.get(0).split(",")).indexOf("place");
    assertThat(rows.stream().skip(1).filter(row -> row.contains(",trace,")))
        .allMatch(row -> row.contains(",0,true,"))
        .extracting(row -> row.split(",", -1)[0] + "@" + row.split(",", -1)[place])
        .containsAll(
            Stream.of("rocksdb", "lmdb", "sqlite", "redis", "postgres", "mariadb")
                .flatMap(stock -> Stream.of(stock + "@disk", stock + "@pmem"))
                .toList())
        .contains(structures ? "pmemobj@pmem" : "noop@")
        .contains("pmemkv@pmem", "pm-redis@pmem", "pm-postgres@pmem", "noop@");
    assertThat(ended.out()).contains("persistent memory buys");
    assertThat(out.resolve("report.md")).content().contains("persistent memory buys");
    assertThat(out.resolve("summary.json")).content().contains("\"buys\"");
    assertThat(rows).filteredOn(row -> row.contains(",cache,1,")).isNotEmpty();
  }

  /** Every record is deleted, looked for, and written again, by each operation that can. */
  private Path recorded() throws Exception {
    List<String> operations =
        List.of("get", "set", "delete", "get", "replace", "add", "incr", "delete", "set", "cas");
    Path csv =
        Files.write(
            folder.resolve("cache.csv"),
            IntStream.range(0, 500)
                .mapToObj(
                    i ->
                        "%d,key%d,5,%d,1,%s,60"
                            .formatted(i / 100, i % 50, 1 + i % 300, operations.get(i / 50)))
                .toList());
    Path trace = folder.resolve("cache.trace");
    HarnessProcess.run(folder, "convert %s %s", csv, trace).hasStatus(0);
    return trace;
  }
}
