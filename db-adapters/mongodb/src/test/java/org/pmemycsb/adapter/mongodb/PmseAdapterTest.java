package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.RecordLayout;

/** On stand-ins: there is no mongod with PMSE to be had. */
class PmseAdapterTest {
  private static final RecordLayout SMALL = new RecordLayout(1000, 32, 1, 1024);

  @TempDir Path folder;

  private TestMachine machine;
  private Process process;

  @BeforeEach
  void prepare() throws IOException {
    machine = new TestMachine(folder);
    machine.installSetpriv();
  }

  @AfterEach
  void endWhatWasStarted() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  private DatabaseServer open(Durability durability, RecordLayout layout, Path mongod)
      throws Exception {
    return new PmseAdapter()
        .open(
            machine.settings(
                durability,
                layout,
                Optional.empty(),
                builder -> {
                  process = builder.start();
                  return process;
                },
                Map.of("mongod", mongod.toString())));
  }

  @Test
  void withoutAProgramItIsUnavailableAndSaysWhy() {
    Availability here = new PmseAdapter().probe(machine);
    assertThat(here.available()).isFalse();
    assertThat(here.detail()).contains("PMSE_MONGOD=");
  }

  @Test
  void ordinaryMongodIsNotTaken() throws Exception {
    machine.install("mongod", "echo 'db version v7.0.5'; echo 'modules: none'");
    assertThat(new PmseAdapter().probe(machine).available()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"--version, modules: pmse", "--help, pmse arg  persistent memory"})
  void mongodThatSaysThatItHasPmseIsTaken(String question, String says) throws Exception {
    machine.install(
        "mongod",
        "echo 'db version v3.5.13'; if [ $1 = " + question + " ]; then echo '" + says + "'; fi");
    Availability here = new PmseAdapter().probe(machine);
    assertThat(here.detail()).startsWith("MongoDB 3.5.13 with PMSE");
    assertThat(here.available()).isTrue();
    assertThat(here.standIn()).isEmpty();
  }

  @Test
  void mongodMayBeNamedInTheEnvironmentOrByAnOption() throws Exception {
    String mongod = machine.install("elsewhere", "echo 'db version v3.5.13'").toString();
    assertThat(new PmseAdapter().probe(machine).available()).isFalse();
    assertThat(new PmseAdapter().probe(machine, Map.of("mongod", mongod)).detail())
        .startsWith("MongoDB 3.5.13 with PMSE, " + folder);
    machine.set("PMSE_MONGOD", mongod);
    assertThat(new PmseAdapter().probe(machine).available()).isTrue();
    machine.set("PMSE_MONGOD", "/no/such/mongod");
    assertThat(new PmseAdapter().probe(machine))
        .returns(false, Availability::available)
        .extracting(Availability::detail)
        .asString()
        .contains("/no/such/mongod");
  }

  @Test
  void serverWithAnotherEngineIsRefused() throws Exception {
    StartedMongo.requirePmse("pmse");
    assertThatThrownBy(() -> StartedMongo.requirePmse("wiredTiger"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("'wiredTiger'");
  }

  @ParameterizedTest
  @CsvSource({"2000000, 32, 1024", "100000, 32, 65536", "1000000, 250, 8"})
  void recordsThatItsPoolsCannotHoldAreRefused(long records, int key, int value) throws Exception {
    Path never = machine.install("never", "echo 'db version v3.5.13'");
    RecordLayout layout = new RecordLayout(records, key, 1, value);
    long most = PmseAdapter.mostRecords(layout);
    assertThatThrownBy(() -> open(Durability.COMMIT, layout, never))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(" " + most);
    assertThat(process).isNull();
    assertThat(most).isBetween(1000L, 700_000L);
  }

  @Test
  void recordsOfTheThesisFit() {
    // 100000 loaded, and workload D inserts 50000.
    for (int value = 8; value <= 8192; value *= 2) {
      RecordLayout layout = new RecordLayout(150_000, 32, 1, value);
      assertThat(PmseAdapter.mostRecords(layout)).isGreaterThan(150_000);
    }
  }

  @Test
  void folderWithoutRoomForItsPoolsIsRefused() {
    assertThatThrownBy(() -> PmseAdapter.require(SMALL, Path.of("/proc")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("needs 3152 MiB in /proc");
  }
}
