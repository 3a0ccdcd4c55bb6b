package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.feature.Features;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.plan.design.Cluster;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.NativeReplay;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/** The tables of refusals, row by row, and what is checked around them. */
class RefusalsTest {
  private static final String BARE = "class:site.ycsb.BasicDB";
  private static final Pattern OPTION = Pattern.compile("--[a-z]+");

  /** A server, or a store within the process. */
  private record Adapter(Set<Trait> abilities, boolean isNative) implements TestAdapter {
    static final Adapter LOCAL = with(Trait.IN_PROCESS);
    static final Adapter SERVER = with(Trait.ATTACHES, Trait.LISTENS);

    static Adapter with(Trait... abilities) {
      return new Adapter(Set.of(abilities), false);
    }

    @Override
    public Traits traits(Map<String, String> options) {
      Traits all =
          Traits.of(Durability.PERIODIC, Durability.COMMIT)
              .without(Trait.SCANS)
              .with(abilities.toArray(Trait[]::new))
              .longestKey(40)
              .longestValue(4096);
      return options.containsKey("empty") ? all.without(Trait.KEEPS_RECORDS) : all;
    }

    @Override
    public Optional<NativeReplay> nativeReplay() {
      return isNative ? Optional.of(properties -> List.of()) : Optional.empty();
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

  /** An experiment with one database. */
  private record Asked(Adapter adapter, String id, Map<String, String> options, Changes changes) {
    interface Changes extends UnaryOperator<ExperimentDraft> {}

    static Asked of(Adapter adapter, Changes changes, String... options) {
      return of(adapter, "tested", changes, options);
    }

    static Asked of(Adapter adapter, String id, Changes changes, String... options) {
      Map<String, String> all = new LinkedHashMap<>();
      for (int i = 0; i < options.length; i += 2) {
        all.put(options[i], options[i + 1]);
      }
      return new Asked(adapter, id, all, changes);
    }

    List<Unavailable> check() {
      ExperimentDraft draft =
          new ExperimentDraft().set(Settings.DATABASES, List.of(new DatabaseChoice(id, options)));
      draft.set(
          Settings.PLACES,
          Map.of(
              "here", PlaceFolder.parse("/tmp"),
              "fast", PlaceFolder.parse("/tmp:model=optane-100"),
              "slow", PlaceFolder.parse("/tmp:model=nvme")));
      return RefusalsTest.check(changes.apply(draft).finish(), adapter);
    }
  }

  private static List<Unavailable> check(Experiment experiment, Adapter adapter) {
    return Feasibility.check(experiment, Databases.of(adapter), Features.REFUSALS);
  }

  private static Asked.Changes property(String key, String value) {
    return draft -> draft.set(Settings.PROPERTIES, Map.of(key, value));
  }

  private static Asked.Changes phases(String... phases) {
    return draft -> draft.set(Settings.PHASES, Stream.of(phases).map(Phase::of).toList());
  }

  private static Asked.Changes cluster(String url) {
    return draft ->
        draft.set(Settings.CLUSTER, Cluster.parse(url)).set(Settings.MACHINES, List.of(2));
  }

  private static Asked.Changes memory(String budget) {
    return draft ->
        draft
            .set(Settings.RECORDS, 100_000L)
            .set(Settings.MEMORY, List.of(MemoryBudget.of("all"), MemoryBudget.of(budget)));
  }

  private static Asked.Changes values(int bytes, int fields) {
    return draft ->
        draft.set(Settings.VALUE_SIZES, Sizes.alike(10, bytes)).set(Settings.FIELD_COUNT, fields);
  }

  private static Asked.Changes durability(Durability durability) {
    return draft -> draft.set(Settings.DURABILITIES, List.of(durability));
  }

  private static final Asked.Changes NATIVE =
      draft -> draft.set(Settings.RUNNERS, List.of(RunnerKind.NATIVE));
  private static final Asked.Changes PLAIN = draft -> draft;

  /**
   * Experiments that a row refuses, the words of its message, and one beside it that is not
   * refused.
   */
  private record Case(Asked refused, String named, Asked beside) {}

  private static final Map<String, Case> CASES = cases();

  private static void add(
      Map<String, Case> cases, String row, Asked refused, String named, Asked beside) {
    cases.put(row, new Case(refused, named, beside));
  }

  private static Map<String, Case> cases() {
    Adapter local = Adapter.LOCAL;
    Adapter server = Adapter.SERVER;
    Map<String, Case> all = new LinkedHashMap<>();
    add(
        all,
        "the adapter's own property",
        Asked.of(local, property("tested.size", "1")),
        "properties: ~ tested.size ~ 'tested{size=VALUE}'",
        Asked.of(local, PLAIN, "size", "1"));
    add(
        all,
        "another table",
        Asked.of(local, property("table", "bench")),
        "properties: table=bench: ",
        Asked.of(local, BARE, property("table", "bench")));
    add(
        all,
        "a log beside its data",
        Asked.of(local, PLAIN, "place", "slow", "log", "slow"),
        "place slow ~ log",
        Asked.of(local, PLAIN, "place", "here", "log", "slow"));
    add(
        all,
        "no native program",
        Asked.of(local, NATIVE),
        "runner: tested ",
        Asked.of(new Adapter(local.abilities(), true), NATIVE));
    add(
        all,
        "no scans",
        Asked.of(local, phases("load", "E")),
        "workloads: tested ~ scan",
        Asked.of(Adapter.with(Trait.IN_PROCESS, Trait.SCANS), phases("load", "E")));
    add(
        all,
        "long keys",
        Asked.of(local, draft -> draft.set(Settings.KEY_LENGTH, Sizes.constant(41))),
        "keyLength: tested ~ 40 ~ 41",
        Asked.of(local, draft -> draft.set(Settings.KEY_LENGTH, Sizes.constant(40))));
    add(
        all,
        "long values",
        Asked.of(local, values(1025, 4)),
        "valueSize: tested ~ 4096 ~ 4100",
        Asked.of(local, values(1024, 4)));
    add(
        all,
        "a claim of what can be read",
        Asked.of(server, PLAIN, "claimedDurability", "commit"),
        "tested: ~ durability",
        Asked.of(server, PLAIN, "claimedDurability", "commit", "url", "redis://there"));
    add(
        all,
        "a claim of another durability",
        Asked.of(local, BARE, durability(Durability.COMMIT), "claimedDurability", "periodic"),
        "claimed ~ periodic",
        Asked.of(local, BARE, durability(Durability.COMMIT), "claimedDurability", "commit"));
    add(
        all,
        "a claim of a known medium",
        Asked.of(local, PLAIN, "claimedMedium", "disk"),
        "tested: ~ claimedMedium",
        Asked.of(local, BARE, PLAIN, "claimedMedium", "disk"));
    add(
        all,
        "a store on many machines",
        Asked.of(local, cluster("local[2]")),
        "cluster: tested ~ process",
        Asked.of(server, cluster("local[2]")));
    add(
        all,
        "a server on loopback for many machines",
        Asked.of(server, cluster("yarn"), "url", "redis://:secret@localhost"),
        "loopback",
        Asked.of(server, cluster("yarn"), "url", "redis://10.0.0.5:6379"));
    add(
        all,
        "a server of our own for many machines",
        Asked.of(server, cluster("yarn")),
        "cluster: ~ yarn ~ tested",
        Asked.of(server, cluster("spark://127.0.0.1:7077")));
    add(
        all,
        "two models",
        Asked.of(local, PLAIN, "place", "fast", "log", "slow"),
        "optane-100 ~ nvme",
        Asked.of(local, PLAIN, "place", "fast", "log", "here"));
    add(
        all,
        "an impossible budget",
        Asked.of(local, memory("1%")),
        "memory: 1% ~ 100.7 MiB ~ 1.0 MiB ~ 16.0 MiB",
        Asked.of(local, memory("16MiB")));
    add(
        all,
        "a budget of two places",
        Asked.of(local, memory("16MiB"), "place", "here", "log", "slow"),
        "log ~ memory",
        Asked.of(local, memory("16MiB"), "place", "here"));
    add(
        all,
        "a budget of a database of others",
        Asked.of(server, memory("16MiB"), "url", "redis://there"),
        "memory: ~ tested",
        Asked.of(server, memory("16MiB")));
    add(
        all,
        "a restart of a server of others",
        Asked.of(server, phases("load", "restart"), "url", "redis://there"),
        "restart ~ server",
        Asked.of(server, phases("load", "A"), "url", "redis://there"));
    add(
        all,
        "a restart behind a bare client",
        Asked.of(local, BARE, phases("load", "restart")),
        "restart ~ adapter",
        Asked.of(local, phases("load", "restart")));
    add(
        all,
        "a restart of nothing",
        Asked.of(local, phases("load", "restart"), "empty", "yes"),
        "restart ~ records",
        Asked.of(local, phases("load", "restart")));
    return all;
  }

  private static List<Refusal> table() {
    return Stream.concat(Feasibility.TABLE.stream(), Features.REFUSALS.stream()).toList();
  }

  @Test
  void eachRowHasACase() {
    assertThat(table()).extracting(Refusal::name).containsExactlyElementsOf(CASES.keySet());
  }

  static Stream<Refusal> rows() {
    return table().stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aRowRefusesItsCaseAndNotTheOneBesideIt(Refusal row) {
    Case each = CASES.get(row.name());

    assertThatThrownBy(() -> each.refused.check())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(each.named.split(" ~ "))
        .hasMessageNotContaining("secret");
    assertThat(each.beside.check()).isEmpty();
    if (row.leavesOut()) {
      Asked skipping =
          new Asked(
              each.refused.adapter,
              each.refused.id,
              each.refused.options,
              draft ->
                  each.refused
                      .changes
                      .apply(draft)
                      .set(Settings.SKIP_UNAVAILABLE, true)
                      .set(
                          Settings.DATABASES,
                          List.of(
                              new DatabaseChoice("tested", Map.of("place", "here")),
                              new DatabaseChoice("tested", each.refused.options))));
      List<Unavailable> absent = skipping.check();
      assertThat(absent).hasSize(1);
      assertThat(absent.get(0).describe()).contains(each.named.split(" ~ "));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "local[2],",
    "'local-cluster[2,1,1024]',",
    "spark://localhost:7077, redis://localhost:6379",
    "spark://there:7077, redis://user:secret@10.0.0.5:6379",
    "spark://127.0.0.1:7077?listen=127.0.0.2,",
  })
  void machinesThatReachAServerMayMeasureIt(String cluster, String url) {
    String[] options = url == null ? new String[0] : new String[] {"url", url};

    assertThat(Asked.of(Adapter.SERVER, cluster(cluster), options).check()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "spark://there:7077,",
    "k8s://https://127.0.0.1:6443,",
    "spark://there:7077, redis://127.0.0.1:6379",
    "spark://127.0.0.1.example:7077,",
  })
  void machinesThatCannotReachAServerAreRefused(String cluster, String url) {
    String[] options = url == null ? new String[0] : new String[] {"url", url};

    assertThatThrownBy(() -> Asked.of(Adapter.SERVER, cluster(cluster), options).check())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("cluster: ", cluster, "tested");
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
    Trait[] traits = Stream.of(abilities.split(" ")).map(Trait::valueOf).toArray(Trait[]::new);

    assertThatThrownBy(
            () -> Asked.of(Adapter.with(traits), cluster("yarn?listen=" + address)).check())
        .isInstanceOf(ConfigurationException.class)
        .satisfies(
            refused ->
                assertThat(OPTION.matcher(refused.getMessage()).results().map(MatchResult::group))
                    .containsExactly(options.isEmpty() ? new String[0] : options.split(" ")));
  }

  @Test
  void aBudgetBeyondTheMachineIsRefused() {
    assertThatThrownBy(() -> Asked.of(Adapter.LOCAL, memory("1000000GiB")).check())
        .hasMessageStartingWith("memory: 1000000GiB ");
  }

  @Test
  void aVariableThatIsNotSetIsRefusedBeforeAnythingStarts() {
    assertThatThrownBy(() -> Asked.of(Adapter.LOCAL, PLAIN, "size", "${SIZE_OF_NONE}").check())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("SIZE_OF_NONE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cache | -1 | cache: '-1'",
        "cache | 0 | cache: 0",
        "cache | 4 KiB |",
        "program | '' | program:",
        "program | ./it |",
        "port | 65536 | port: '65536'",
        "port | 1e3 | port: '1e3'",
        "port | 65535 |",
        "socket | pipe | socket: 'pipe'",
        "socket | unix |",
        "size | any thing |",
      })
  void aValueOfAWrongFormIsRefusedBeforeAnythingStarts(String name, String value, String message) {
    ThrowingCallable check = () -> Asked.of(Adapter.LOCAL, PLAIN, name, value).check();

    if (message == null) {
      assertThatCode(check).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(check)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("tested option " + message);
    }
  }

  @Test
  void aKeyThatNobodyHasIsRefusedUnlessABareClientMayHaveIt() {
    Asked.Changes unknown = property("client.mode", "1");
    assertThatThrownBy(() -> Asked.of(Adapter.LOCAL, unknown).check())
        .hasMessageContaining("properties: 'client.mode'");
    assertThat(Asked.of(Adapter.LOCAL, BARE, unknown).check()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"client.mode=1", "tested.size=1", "table=bench"})
  void aPropertyFileIsCheckedAsPropertiesAre(String line, @TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("mine"), line);
    assertThatThrownBy(() -> Asked.of(Adapter.LOCAL, phases("load", file.toString())).check())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(file + ": ");
  }
}
