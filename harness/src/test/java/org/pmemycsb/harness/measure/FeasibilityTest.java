package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.measure.database.Databases;
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.harness.plan.design.Cluster;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.MemoryBudget;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.PlaceFolder;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.ExperimentDraft;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

class FeasibilityTest {
  /** A server, or a store within the process. */
  private record Adapter(Set<Trait> abilities) implements DatabaseAdapter {
    static final Adapter LOCAL = with(Trait.IN_PROCESS);
    static final Adapter SERVER = with(Trait.ATTACHES, Trait.LISTENS);

    static Adapter with(Trait... abilities) {
      return new Adapter(Set.of(abilities));
    }

    @Override
    public String name() {
      return "tested";
    }

    @Override
    public Availability probe(Host host, Map<String, String> options) {
      return Availability.yes("here");
    }

    @Override
    public Traits traits(Map<String, String> options) {
      return Traits.of(Durability.values())
          .with(abilities.toArray(Trait[]::new))
          .longestValue(4096);
    }

    @Override
    public Class<? extends DB> client() {
      return NoopClient.class;
    }

    @Override
    public List<Option> options() {
      return List.of(
          Option.text("size", "of it"),
          Option.size("cache", "of it"),
          Option.path("program", "of it"),
          Option.number("port", "of it", 1, 65535),
          Option.oneOf("socket", "of it", "tcp", "unix"));
    }

    @Override
    public Map<String, String> ownProperties() {
      return Map.of("tested.size", "size");
    }

    @Override
    public DatabaseServer open(ServerSettings settings) {
      throw new IllegalStateException("nothing is to be opened");
    }
  }

  @ParameterizedTest
  @CsvSource({"4096, 1, true", "1024, 4, true", "4097, 1, false", "1025, 4, false"})
  void aRecordThatIsTooLongForADatabaseIsRefused(int valueSize, int fields, boolean fits) {
    Experiment experiment =
        new ExperimentDraft()
            .set(Settings.DATABASES, List.of(new DatabaseChoice("tested", Map.of())))
            .set(Settings.VALUE_SIZES, Sizes.alike(10, valueSize))
            .set(Settings.FIELD_COUNT, fields)
            .finish();
    ThrowingCallable check = () -> Feasibility.check(experiment, Databases.of(Adapter.SERVER));

    if (fits) {
      assertThatCode(check).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(check)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageStartingWith("valueSize: tested takes records with values of up to 4096 bytes")
          .hasMessageContaining("" + valueSize * fields);
    }
  }

  private static Experiment in(String cluster, Map<String, String> options) {
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(new DatabaseChoice("tested", options)))
        .set(Settings.CLUSTER, Cluster.parse(cluster))
        .set(Settings.MACHINES, List.of(2))
        .finish();
  }

  @ParameterizedTest
  @CsvSource({
    "local[2],",
    "'local-cluster[2,1,1024]',",
    "spark://127.0.0.1:7077,",
    "spark://localhost:7077, redis://localhost:6379",
    "spark://there:7077, redis://user:secret@10.0.0.5:6379",
    "yarn, postgresql://db.example/ycsb",
  })
  void machinesThatReachAServerMayMeasureIt(String cluster, String url) {
    Map<String, String> options = url == null ? Map.of() : Map.of("url", url);

    assertThat(Feasibility.check(in(cluster, options), Databases.of(Adapter.SERVER))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "spark://there:7077,",
    "yarn,",
    "k8s://https://127.0.0.1:6443,",
    "spark://there:7077, redis://127.0.0.1:6379",
    "spark://there:7077, redis://:secret@localhost",
    "spark://127.0.0.1.example:7077,",
  })
  void machinesThatCannotReachAServerAreRefused(String cluster, String url) {
    Map<String, String> options = url == null ? Map.of() : Map.of("url", url);

    assertThatThrownBy(() -> Feasibility.check(in(cluster, options), Databases.of(Adapter.SERVER)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("cluster: the machines of " + cluster + " cannot reach tested")
        .hasMessageNotContaining("secret");
  }

  private static void checkListening(String cluster, String address, String abilities) {
    Trait[] traits =
        Arrays.stream(abilities.split(" "))
            .filter(each -> !each.isEmpty())
            .map(Trait::valueOf)
            .toArray(Trait[]::new);
    Experiment experiment =
        new ExperimentDraft()
            .set(Settings.DATABASES, List.of(new DatabaseChoice("tested", Map.of())))
            .set(
                Settings.CLUSTER,
                new Cluster(cluster, Optional.of(address).filter(each -> !each.isEmpty())))
            .set(Settings.MACHINES, List.of(2))
            .finish();
    Feasibility.check(experiment, Databases.of(Adapter.with(traits)));
  }

  @ParameterizedTest
  @CsvSource({
    "spark://127.0.0.1:7077, 127.0.0.2, LISTENS",
    "local[2], 127.0.0.2, ATTACHES",
    "local[2], '', LISTENS",
  })
  void aServerMayListenAtAGivenAddress(String cluster, String address, String abilities) {
    assertThatCode(() -> checkListening(cluster, address, abilities)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "yarn | 127.0.0.2 | ATTACHES LISTENS | cluster: the machines of yarn cannot reach tested, which listens on"
            + " this machine alone; give --cluster URL?listen=ADDRESS, or start the server yourself and give --url",
        "yarn | 127.0.0.1 | LISTENS | on this machine alone; give --cluster URL?listen=ADDRESS",
        "yarn | 127.0.0.1 | ATTACHES | on this machine alone; start the server yourself and give --url",
        "yarn | 127.0.0.1 | '' | on this machine alone; leave the database out",
        "local[2] | 203.0.113.7 | ATTACHES LISTENS | listen '203.0.113.7': this machine does not have it (Cannot"
            + " assign requested address); give an address of this machine, as 'ip address' shows them",
      })
  void aServerThatMayNotListenThereIsRefused(
      String cluster, String address, String abilities, String message) {
    assertThatThrownBy(() -> checkListening(cluster, address, abilities))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slow | all | its data goes to place slow, as its log does",
        "fast | all | its data and its log are on places with the models optane-100 and nvme;",
        "here | 512MiB | the memory of only one may be limited",
      })
  void aLogThatCannotLieApartIsRefusedOrLeftOut(String place, String memory, String why) {
    DatabaseChoice apart =
        new DatabaseChoice(
            "tested", Map.of(DatabaseChoice.PLACE, place, DatabaseChoice.LOG, "slow"));
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(
        Settings.DATABASES,
        List.of(new DatabaseChoice("tested", Map.of(DatabaseChoice.PLACE, "here")), apart));
    draft.set(
        Settings.PLACES,
        Map.of(
            "here", PlaceFolder.parse("/tmp"),
            "fast", PlaceFolder.parse("/tmp:model=optane-100"),
            "slow", PlaceFolder.parse("/tmp:model=nvme")));
    if (!memory.equals("all")) {
      draft.set(Settings.MEMORY, List.of(MemoryBudget.of(memory)));
    }
    Databases databases = Databases.of(Adapter.LOCAL);

    assertThatThrownBy(() -> Feasibility.check(draft.finish(), databases))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith(apart.identity() + ": ")
        .hasMessageContaining(why);

    draft.set(Settings.SKIP_UNAVAILABLE, true);
    Experiment asked = draft.finish();
    List<Unavailable> absent = Feasibility.check(asked, databases);
    assertThat(absent).hasSize(1);
    assertThat(absent.get(0).describe())
        .startsWith(apart.identity() + " is unavailable: ")
        .contains(why);
    assertThat(asked.without(List.of(absent.get(0).database())).databases())
        .extracting(DatabaseChoice::identity)
        .containsExactly("tested@here");
  }

  @Test
  void aVariableThatIsNotSetIsRefusedBeforeAnythingStarts() {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(
        Settings.DATABASES,
        List.of(new DatabaseChoice("tested", Map.of("size", "${SIZE_OF_NONE}"))));
    Databases databases = Databases.of(Adapter.LOCAL);
    assertThatThrownBy(() -> Feasibility.check(draft.finish(), databases))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("SIZE_OF_NONE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cache | -1 | cache: '-1' is not a size; write bytes, or a number with KiB, MiB or GiB",
        "cache | 0 | cache: 0 is too small",
        "program | '' | program: it is empty; name a file or folder",
        "port | 65536 | port: '65536' is no number from 1 to 65535",
        "port | 1e3 | port: '1e3' is no number from 1 to 65535",
        "socket | pipe | socket: 'pipe' is unknown; choose one of tcp, unix",
      })
  void aValueOfAWrongFormIsRefusedBeforeAnythingStarts(String name, String value, String message) {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.DATABASES, List.of(new DatabaseChoice("tested", Map.of(name, value))));
    assertThatThrownBy(() -> Feasibility.check(draft.finish(), Databases.of(Adapter.LOCAL)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("tested option " + message);
  }

  @ParameterizedTest
  @CsvSource({"size, any thing", "cache, 4 KiB", "program, ./it", "port, 65535", "socket, unix"})
  void aValueOfItsFormIsTaken(String name, String value) {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.DATABASES, List.of(new DatabaseChoice("tested", Map.of(name, value))));
    assertThat(Feasibility.check(draft.finish(), Databases.of(Adapter.LOCAL))).isEmpty();
  }

  @Test
  void aStoreWithinTheProcessOfItsClientsIsNotForACluster() {
    Experiment cluster = in("local[2]", Map.of());
    assertThatThrownBy(() -> Feasibility.check(cluster, Databases.of(Adapter.LOCAL)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("cluster: tested lies in the process of its clients");
  }

  private static ExperimentDraft with(Map<String, String> properties) {
    return new ExperimentDraft()
        .set(Settings.DATABASES, List.of(new DatabaseChoice("tested", Map.of())))
        .set(Settings.PROPERTIES, properties);
  }

  private static void assertKeyRefused(ExperimentDraft draft, String why) {
    assertThatThrownBy(() -> Feasibility.check(draft.finish(), Databases.of(Adapter.LOCAL)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aKeyThatNobodyHasIsRefusedUnlessABareClientMayHaveIt() {
    assertKeyRefused(
        with(Map.of("client.mode", "1")), "properties: 'client.mode' is no key of YCSB");
    assertKeyRefused(
        with(Map.of("tested.size", "1")), "give its option: --db 'tested{size=VALUE}'");

    ExperimentDraft withBare =
        with(Map.of("client.mode", "1"))
            .set(
                Settings.DATABASES,
                List.of(
                    new DatabaseChoice("tested", Map.of()),
                    new DatabaseChoice("class:site.ycsb.BasicDB", Map.of())));
    assertThat(Feasibility.check(withBare.finish(), Databases.of(Adapter.LOCAL))).isEmpty();
    withBare.set(Settings.PROPERTIES, Map.of("readProportion", "1"));
    assertThatThrownBy(withBare::finish)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'readProportion' is no key of YCSB; write readproportion");
  }

  @Test
  void aPropertyFileIsCheckedAsPropertiesAre(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mine");
    for (String[] each :
        new String[][] {
          {"client.mode=1", ": 'client.mode' is no key of YCSB"},
          {"tested.size=1", ": the adapter tested sets tested.size itself"},
          {"table=bench", ": table=bench: the harness counts and removes the records of tested"},
        }) {
      Files.writeString(file, each[0]);
      assertKeyRefused(
          with(Map.of()).set(Settings.PHASES, List.of(Phase.LOAD, Phase.of(file.toString()))),
          file + each[1]);
    }
  }

  @Test
  void aBareClientMayUseAnotherTable() {
    assertKeyRefused(with(Map.of("table", "bench")), "properties: table=bench: the harness counts");
    with(Map.of("table", "usertable")).finish();
    ExperimentDraft bare =
        with(Map.of("table", "bench"))
            .set(
                Settings.DATABASES,
                List.of(new DatabaseChoice("class:site.ycsb.BasicDB", Map.of())));
    assertThat(Feasibility.check(bare.finish(), Databases.of(Adapter.LOCAL))).isEmpty();
  }
}
