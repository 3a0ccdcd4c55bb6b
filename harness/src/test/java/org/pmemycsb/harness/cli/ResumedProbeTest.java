package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.probe.Probe;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.ResultFolder;

/** The places of an experiment that was killed early, and continues. */
class ResumedProbeTest extends CommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Path results;

  private Map<String, Probe> probes() throws IOException {
    return ResultFolder.open(results).environment().probes();
  }

  private void run(String into) throws IOException {
    Path place = Files.createDirectories(folder.resolve("place"));
    ok(
        "run --db class:site.ycsb.BasicDB{d={folder}}@one -p basicdb.verbose=false --records 9 --operations 9 --workloads C --threads 1 --repeats 1 --durability none --verify off --output quiet --place one="
            + place
            + " "
            + into
            + " "
            + results);
  }

  private void setProbes(String probes) throws IOException {
    File file = results.resolve("environment.json").toFile();
    ObjectNode all = (ObjectNode) JSON.readTree(file);
    all.set("probes", JSON.readTree(probes));
    JSON.writeValue(file, all);
  }

  @Test
  void theyAreProbedAgainOnlyIfNothingWasMeasured() throws IOException {
    results = folder.resolve("results");
    run("--out");
    assertThat(probes()).containsOnlyKeys("one");

    setProbes("{\"one\": {\"folder\": \"/gone\", \"medium\": \"TMPFS\", \"reason\": \"killed\"}}");
    Files.delete(results.resolve(Journal.FILE));
    run("--resume");
    assertThat(probes().get("one").folder()).isNotEqualTo("/gone");

    setProbes("{}");
    run("--resume");
    assertThat(probes()).isEmpty();
  }
}
