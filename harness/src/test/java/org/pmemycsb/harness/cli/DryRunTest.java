package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.harness.measure.Groups;
import org.pmemycsb.harness.measure.RunEstimate;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentFile;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Runs;
import org.pmemycsb.spi.Durability;

class DryRunTest {
  @TempDir private Path folder;

  @Test
  void eachPlaceHasTheSpaceThatARunNeedsThere() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("places.yaml"),
            """
            db: [{postgres: {place: disk, log: pmem}}]
            place: {disk: /var/tmp, pmem: /dev/shm, other: /tmp}
            workloads: [load, D]
            records: 100_000
            operations: 1_000_000
            valueSize: 4096
            """);
    Experiment experiment = ExperimentFile.read(file).finish();
    RunSpec run =
        Runs.of(experiment.databases().get(0), RunnerKind.TRACE, 1, 4096, Durability.COMMIT, 1);
    ByteArrayOutputStream printed = new ByteArrayOutputStream();

    Groups groups = Groups.choose(experiment, Databases.of(), List.of(run), Long.MAX_VALUE);
    new DryRun(new RunEstimate(experiment, Map.of(), any -> false), List.of(run), groups)
        .print(new PrintStream(printed, true, StandardCharsets.UTF_8));

    // 100,000 records and room for the inserts of D, each with a key of 32 bytes, twice.
    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .contains(
            "each database is measured alone: workloads end by operations",
            "place disk: /var/tmp; about 1575 MiB at a time",
            "place pmem: /dev/shm; for logs, which are as long as what a run writes",
            "place other: /tmp");
  }
}
