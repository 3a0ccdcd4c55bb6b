package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCeilingTest {
  @TempDir Path folder;

  @Test
  void theToolsOfTheServersStandBesideTheClients() throws Exception {
    Path results = folder.resolve("results");

    HarnessProcess.runHere(
            "run",
            "--db=redis@pmem,postgres@pmem",
            "--workloads=A,C,D",
            "--records=300",
            "--operations=600",
            "--threads=2",
            "--repeats=2",
            "--quiet",
            "--out=" + results)
        .hasStatus(0);

    List<String> tools =
        Files.readAllLines(results.resolve("summary.csv")).stream()
            .map(line -> line.split(","))
            .filter(row -> row[6].equals("native"))
            .map(row -> row[0] + " " + row[1] + " " + row[7] + "/" + row[8] + " " + row[17])
            .toList();
    assertThat(tools)
        .containsExactlyInAnyOrder(
            "redis A 1/1 true", "redis C 1/1 true", "postgres A 1/1 true", "postgres C 1/1 true");
    JsonNode rows =
        new ObjectMapper()
            .readTree(results.resolve("summary.json").toFile())
            .get("floor_and_ceiling");
    assertThat(rows.findValuesAsText("database"))
        .containsExactlyInAnyOrder("redis", "redis", "postgres", "postgres");
    // 600 operations are too few for a ceiling.
    assertThat(rows.findValuesAsText("no_ceiling"))
        .hasSize(4)
        .allMatch(why -> why.contains("less than 0.25 s"));
  }
}
