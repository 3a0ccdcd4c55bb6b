package org.pmemycsb.harness.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.spi.Durability;

class ExperimentFileTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("fig.yaml"), text);
  }

  @Test
  void everyKeyIsRead() throws IOException {
    Experiment experiment =
        ExperimentFile.read(
                file(
                    """
                    name: fig-4.19
                    title: Comparison of databases
                    databases:
                      - pmemkv: {engine: cmap}
                      - noop
                    phases: [load, A, c]
                    records: 1_000
                    operations: 2000
                    keyLength: 40
                    fieldCount: 3
                    valueSize: [100, 4KiB]
                    threads: 2
                    durability: [none, commit]
                    repeats: 10
                    runner: [ycsb, trace]
                    calibrate: 2
                    target: 5000
                    verify: full
                    seed: 7
                    properties: {requestdistribution: uniform}
                    """))
            .finish();

    assertThat(experiment)
        .isEqualTo(
            new Experiment(
                "fig-4.19",
                "Comparison of databases",
                List.of(
                    new DatabaseChoice("pmemkv", Map.of("engine", "cmap")),
                    new DatabaseChoice("noop", Map.of())),
                List.of(Phase.LOAD, Phase.of("A"), Phase.of("C")),
                1000,
                2000,
                40,
                3,
                List.of(100, 4096),
                List.of(2),
                List.of(Durability.NONE, Durability.COMMIT),
                10,
                List.of(RunnerKind.YCSB, RunnerKind.TRACE),
                2,
                5000,
                Verify.FULL,
                7,
                Map.of("requestdistribution", "uniform")));
  }

  @Test
  void whatIsWrittenReadsBackEqual() throws IOException {
    ExperimentDraft draft = new ExperimentDraft();
    draft.databases =
        List.of(
            new DatabaseChoice("pmemkv", Map.of("engine", "stree", "size", "1GiB")),
            new DatabaseChoice("noop", Map.of()));
    draft.title = "a: title # with marks";
    draft.properties.put("dataintegrity", "true");
    Experiment experiment = draft.finish();

    assertThat(ExperimentFile.read(file(ExperimentFile.write(experiment))).finish())
        .isEqualTo(experiment);
  }

  @Test
  void listsOfOptionsAreDimensions() throws IOException {
    ExperimentDraft draft =
        ExperimentFile.read(
            file("databases: [{pmemkv: {engine: [cmap, stree], size: [1GiB, 2GiB]}}]"));

    assertThat(draft.databases)
        .extracting(DatabaseChoice::label)
        .containsExactly(
            "pmemkv{engine=cmap, size=1GiB}",
            "pmemkv{engine=cmap, size=2GiB}",
            "pmemkv{engine=stree, size=1GiB}",
            "pmemkv{engine=stree, size=2GiB}");
  }

  @Test
  void aPropertyFileIsAPhase() throws IOException {
    Path mine =
        Files.writeString(
            folder.resolve("mine.properties"), "insertproportion=0.3\nscanproportion=0.1\n");
    Experiment experiment =
        ExperimentFile.read(file("databases: [noop]\nphases: [load, " + mine + "]")).finish();

    Phase phase = experiment.phases().get(1);
    assertThat(phase.id()).isEqualTo("mine");
    assertThat(phase.scans()).isTrue();
    assertThat(experiment.layout(8).maxRecords())
        .isEqualTo(experiment.records() + experiment.operations() * 6 / 10);
    assertThat(ExperimentFile.read(file(ExperimentFile.write(experiment))).finish())
        .isEqualTo(experiment);
  }

  @Test
  void theNameIsTheFilesWhenNoneIsGiven() throws IOException {
    assertThat(ExperimentFile.read(file("records: 5")).name).isEqualTo("fig");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`records: 1\nspeed: 3`            | :2: unknown key 'speed'",
        "`records: 1\nthreads: [1, many]`  | :2: threads: 'many' is no whole number",
        "`records: 99999999999`            | :1: records: '99999999999' is no whole number",
        "`valueSize: 4KB`                  | :1: valueSize: '4KB' is no size",
        "`valueSize: 4GiB`                 | :1: integer overflow",
        "`phases: [load, Q]`               | :1: workloads: there is no 'Q'",
        "`\n\ndurability: often`           | :3: unknown durability 'often'",
        "`runner: fast`                    | :1: runner: there is no 'fast'",
        "`databases: [{pmemkv: cmap}]`     | :1: the options of a database must be a map",
        "`records: [1, 2]`                 | :1: records must be a single value",
        "`records: {a`                     | :1: no YAML",
        "`just words`                      | :1: an experiment must be a map",
        "``                                | : the file is empty",
      })
  void whatIsWrongIsNamedWithItsLine(String text, String message) throws IOException {
    assertThatThrownBy(() -> ExperimentFile.read(file(text == null ? "" : text)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("fig.yaml" + message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void aFileThatIsNotThereIsSaid() {
    assertThatThrownBy(() -> ExperimentFile.read(folder.resolve("none.yaml")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("there is no such file");
  }
}
