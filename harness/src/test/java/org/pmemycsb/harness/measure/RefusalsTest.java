package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.feature.Features;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.ExperimentFile;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.NativeReplay;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/** The tables of refusals, row by row, and what is checked around them. */
class RefusalsTest {
  private static final String STORE = "IN_PROCESS";
  private static final String SERVER = "ATTACHES LISTENS";
  private static final Pattern OPTION = Pattern.compile("--[a-z]+");

  /**
   * For each row: its name, an experiment that it refuses, words of its message, and an experiment
   * beside it that is not refused. An experiment begins with the traits of the adapter {@code
   * tested}.
   */
  private static final String CASES =
      """
      the adapter's own property
      IN_PROCESS: {properties: {tested.size: 1}}
      properties: ~ tested.size ~ 'tested{size=VALUE}'
      IN_PROCESS: {db: [{tested: {size: 1}}]}

      another table
      IN_PROCESS: {properties: {table: bench}}
      properties: table=bench:
      IN_PROCESS: {properties: {table: bench}, db: ["class:site.ycsb.BasicDB"]}

      a log beside its data
      IN_PROCESS: {db: [{tested: {place: slow, log: slow}}]}
      place slow ~ log
      IN_PROCESS: {db: [{tested: {place: here, log: slow}}]}

      no native program
      IN_PROCESS: {runner: native}
      runner: tested
      IN_PROCESS NATIVE: {runner: native}

      no scans
      IN_PROCESS: {workloads: [load, E]}
      workloads: tested ~ scan
      IN_PROCESS SCANS: {workloads: [load, E]}

      long keys
      IN_PROCESS: {keyLength: 41}
      keyLength: tested ~ 40 ~ 41
      IN_PROCESS: {keyLength: 40}

      long values
      IN_PROCESS: {valueSize: [10, 1025], fieldCount: 4}
      valueSize: tested ~ 4096 ~ 4100
      IN_PROCESS: {valueSize: [10, 1024], fieldCount: 4}

      a claim of what can be read
      ATTACHES LISTENS: {db: [{tested: {claimedDurability: commit}}]}
      tested: ~ durability
      ATTACHES LISTENS: {db: [{tested: {claimedDurability: commit, url: "redis://there"}}]}

      a claim of another durability
      IN_PROCESS: {durability: commit, db: [{"class:site.ycsb.BasicDB": {claimedDurability: periodic}}]}
      claimed ~ periodic
      IN_PROCESS: {durability: commit, db: [{"class:site.ycsb.BasicDB": {claimedDurability: commit}}]}

      a claim of a known medium
      IN_PROCESS: {db: [{tested: {claimedMedium: disk}}]}
      tested: ~ claimedMedium
      IN_PROCESS: {db: [{"class:site.ycsb.BasicDB": {claimedMedium: disk}}]}

      a store on many machines
      IN_PROCESS: {cluster: "local[2]", machines: 2}
      cluster: tested ~ process
      ATTACHES LISTENS: {cluster: "local[2]", machines: 2}

      a server on loopback for many machines
      ATTACHES LISTENS: {cluster: yarn, machines: 2, db: [{tested: {url: "redis://:secret@localhost"}}]}
      loopback
      ATTACHES LISTENS: {cluster: yarn, machines: 2, db: [{tested: {url: "redis://10.0.0.5:6379"}}]}

      a server of our own for many machines
      ATTACHES LISTENS: {cluster: yarn, machines: 2}
      cluster: ~ yarn ~ tested
      ATTACHES LISTENS: {cluster: "spark://127.0.0.1:7077", machines: 2}

      two models
      IN_PROCESS: {db: [{tested: {place: fast, log: slow}}]}
      optane-100 ~ nvme
      IN_PROCESS: {db: [{tested: {place: fast, log: here}}]}

      an impossible budget
      IN_PROCESS: {records: 100000, memory: [all, 1%]}
      memory: 1% ~ 100.7 MiB ~ 1.0 MiB ~ 16.0 MiB
      IN_PROCESS: {records: 100000, memory: [all, 16MiB]}

      a budget of two places
      IN_PROCESS: {records: 100000, memory: [all, 16MiB], db: [{tested: {place: here, log: slow}}]}
      log ~ memory
      IN_PROCESS: {records: 100000, memory: [all, 16MiB], db: [{tested: {place: here}}]}

      a budget of a database of others
      ATTACHES LISTENS: {records: 100000, memory: [all, 16MiB], db: [{tested: {url: "redis://there"}}]}
      memory: ~ tested
      ATTACHES LISTENS: {records: 100000, memory: [all, 16MiB]}

      a restart of a server of others
      ATTACHES LISTENS: {workloads: [load, restart], db: [{tested: {url: "redis://there"}}]}
      restart ~ server
      ATTACHES LISTENS: {workloads: [load, A], db: [{tested: {url: "redis://there"}}]}

      a restart behind a bare client
      IN_PROCESS: {workloads: [load, restart], db: ["class:site.ycsb.BasicDB"]}
      restart ~ adapter
      IN_PROCESS: {workloads: [load, restart]}

      a restart of nothing
      IN_PROCESS: {workloads: [load, restart], db: [{tested: {empty: "yes"}}]}
      restart ~ records
      IN_PROCESS: {workloads: [load, restart]}
      """;

  private static final Map<String, List<String>> BY_ROW =
      Stream.of(CASES.split("\n\n"))
          .map(each -> each.lines().toList())
          .collect(Collectors.toMap(each -> each.get(0), Function.identity()));

  private record Adapter(Set<String> abilities) implements TestAdapter {
    @Override
    public Traits traits(Map<String, String> options) {
      Traits all =
          Traits.of(Durability.PERIODIC, Durability.COMMIT)
              .without(Trait.SCANS)
              .with(
                  Stream.of(Trait.values())
                      .filter(trait -> abilities.contains(trait.name()))
                      .toArray(Trait[]::new))
              .longestKey(40)
              .longestValue(4096);
      return options.containsKey("empty") ? all.without(Trait.KEEPS_RECORDS) : all;
    }

    @Override
    public Optional<NativeReplay> nativeReplay() {
      return abilities.contains("NATIVE") ? Optional.of(properties -> List.of()) : Optional.empty();
    }

    @Override
    public List<Option> options() {
      return List.of(
          Option.text("size", "of it"),
          Option.text("empty", "of it"),
          Option.size("cache", "of it"),
          Option.path("program", "of it"),
          Option.number("port", "of it", 1, 65535),
          Option.oneOf("socket", "of it", "tcp", "unix"));
    }

    @Override
    public Map<String, String> ownProperties() {
      return Map.of("tested.size", "size");
    }
  }

  private static List<Unavailable> check(String asked) {
    String[] parts = asked.split(": ", 2);
    return check(parts[0], parts[1]);
  }

  private static List<Unavailable> check(String abilities, String experiment) {
    ExperimentDraft draft = ExperimentFile.read(Path.of("tested.yaml"), experiment);
    if (draft.get(Settings.DATABASES).isEmpty()) {
      draft.set(Settings.DATABASES, List.of(new DatabaseChoice("tested", Map.of())));
    }
    draft.set(
        Settings.PLACES,
        Map.of(
            "here", PlaceFolder.parse("/tmp"),
            "fast", PlaceFolder.parse("/tmp:model=optane-100"),
            "slow", PlaceFolder.parse("/tmp:model=nvme")));
    return Feasibility.check(
        draft.finish(), Databases.of(new Adapter(Set.of(abilities.split(" ")))), Features.REFUSALS);
  }

  static List<String> rows() {
    return Stream.concat(Feasibility.TABLE.stream(), Features.REFUSALS.stream())
        .map(Refusal::name)
        .toList();
  }

  @Test
  void eachRowHasACase() {
    assertThat(BY_ROW).containsOnlyKeys(rows());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aRowRefusesItsCaseAndNotTheOneBesideIt(String row) {
    List<String> lines = BY_ROW.get(row);

    assertThatThrownBy(() -> check(lines.get(1)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(lines.get(2).split(" ~ "))
        .hasMessageNotContaining("secret");
    assertThat(check(lines.get(3))).isEmpty();
  }

  @Test
  void aDatabaseThatMayBeLeftOutIsAbsent() {
    assertThat(
            check(
                STORE,
                "{unavailable: skip, db: [{tested: {place: here}}, {tested: {place: slow, log: slow}}]}"))
        .singleElement()
        .satisfies(absent -> assertThat(absent.describe()).contains("place slow"));
  }

  @ParameterizedTest
  @CsvSource({
    "true, local[2],",
    "true, 'local-cluster[2,1,1024]',",
    "true, spark://localhost:7077, redis://localhost:6379",
    "true, spark://there:7077, redis://user:secret@10.0.0.5:6379",
    "true, spark://127.0.0.1:7077?listen=127.0.0.2,",
    "false, spark://there:7077,",
    "false, k8s://https://127.0.0.1:6443,",
    "false, spark://there:7077, redis://127.0.0.1:6379",
    "false, spark://127.0.0.1.example:7077,",
  })
  void onlyMachinesThatReachAServerMayMeasureIt(boolean reach, String cluster, String url) {
    String experiment =
        "{cluster: \"%s\", machines: 2, db: [{tested: {%s}}]}"
            .formatted(cluster, url == null ? "" : "url: \"" + url + "\"");

    if (reach) {
      assertThat(check(SERVER, experiment)).isEmpty();
    } else {
      assertThatThrownBy(() -> check(SERVER, experiment))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContainingAll("cluster: ", cluster, "tested");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.2 | ATTACHES LISTENS | --cluster --url",
        "127.0.0.1 | LISTENS | --cluster",
        "127.0.0.1 | ATTACHES | --url",
        "127.0.0.1 | IN_PROCESS KEEPS_RECORDS | ''",
        "203.0.113.7 | ATTACHES LISTENS | ''",
      })
  void whatToDoIsSaid(String address, String abilities, String options) {
    assertThatThrownBy(
            () -> check(abilities, "{cluster: \"yarn?listen=%s\", machines: 2}".formatted(address)))
        .isInstanceOf(ConfigurationException.class)
        .satisfies(
            refused ->
                assertThat(OPTION.matcher(refused.getMessage()).results().map(MatchResult::group))
                    .containsExactly(options.isEmpty() ? new String[0] : options.split(" ")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "records: 100000, memory: [all, 1000000GiB]  | memory: 1000000GiB ",
        "db: [{tested: {size: \"${SIZE_OF_NONE}\"}}] | SIZE_OF_NONE",
        "properties: {client.mode: 1}                | properties: 'client.mode'",
      })
  void whatNoRowCanSeeIsRefusedBeforeAnythingStarts(String experiment, String message) {
    assertThatThrownBy(() -> check(STORE, "{" + experiment + "}"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aBareClientMayHaveAKeyThatNobodyElseHas() {
    String bare = "{properties: {client.mode: 1}, db: [\"class:site.ycsb.BasicDB\"]}";
    assertThat(check(STORE, bare)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cache | -1 | cache: '-1'",
        "cache | 0 | cache: 0",
        "cache | 4 KiB |",
        "program | ./it |",
        "port | 65536 | port: '65536'",
        "port | 65535 |",
        "socket | pipe | socket: 'pipe'",
        "socket | unix |",
      })
  void aValueOfAWrongFormIsRefusedBeforeAnythingStarts(String name, String value, String message) {
    String experiment = "{db: [{tested: {%s: \"%s\"}}]}".formatted(name, value);

    if (message == null) {
      assertThat(check(STORE, experiment)).isEmpty();
    } else {
      assertThatThrownBy(() -> check(STORE, experiment))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("tested option " + message);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"client.mode=1", "tested.size=1", "table=bench"})
  void aPropertyFileIsCheckedAsPropertiesAre(String line, @TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("mine"), line);
    assertThatThrownBy(() -> check(STORE, "{workloads: [load, \"%s\"]}".formatted(file)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(file + ": ");
  }
}
