package org.pmemycsb.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.it.server.GivenServer;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.LocalHost;

/** What can go wrong with a server of ours, on the real ones. */
class ServerFaultsTest {
  private ServerFaults faults;

  @BeforeEach
  void prepare() throws IOException {
    faults = new ServerFaults();
  }

  @AfterEach
  void remove() throws IOException {
    faults.close();
  }

  @Tag("everything")
  @ParameterizedTest
  @CsvSource({
    "redis,redis-[a-z-]+,40000",
    "postgres,postgres,20000",
    "mariadb,mariadbd,20000",
    "mongodb,(mongod|ferretdb)[^/]*,8000"
  })
  void aServerThatIsKilledMakesItsPhaseInvalidAndTheNextRunIsClean(
      String database, String program, long operations) throws Exception {
    require(database);
    PhaseResult killed = faults.killTheServer("--db " + database, program, operations);
    assertThat(killed.conditions().database()).startsWith(database);
  }

  private static Availability require(String database) {
    Availability found = GivenServer.adapter(database).probe(new LocalHost());
    assumeTrue(found.available(), () -> "this machine lacks " + database + ": " + found.detail());
    return found;
  }

  @Tag("everything")
  @ParameterizedTest
  @CsvSource({
    "redis,12m,no space",
    "postgres,96m,no space",
    "mariadb,150m,INVALID: mariadb",
    "mongodb,96m,INVALID: mongodb (FerretDB)"
  })
  void aFullDiskUnderTheServerIsAnInvalidCell(String database, String size, String message)
      throws Exception {
    boolean ferretdb = require(database).standIn().isPresent();
    assumeTrue(
        ferretdb || !database.equals("mongodb"), "this machine lacks FerretDB in place of mongod");
    faults.fillTheDisk("--db " + database, size, message);
  }

  @Tag("everything")
  @Test
  void harnessesBesideEachOtherDoNotDisturbEachOthersServers() throws Exception {
    HarnessProcess one = faults.start("one", "--db redis,postgres", 4000, 1);
    HarnessProcess victim = faults.start("victim", "--db redis", 1_000_000, 1);
    victim.awaitMessage("  load ");
    List<ProcessHandle> children = new ArrayList<>(victim.process().descendants().toList());
    victim.process().destroyForcibly().waitFor();

    // It removes what the victim left, while the first still works.
    HarnessProcess next = faults.start("next", "--db redis", 1000, 1);
    next.await().hasStatus(0);
    one.await().hasStatus(0);

    assertThat(faults.journal("one")).hasSize(4).allMatch(PhaseResult::valid);
    assertThat(faults.journal("next")).hasSize(2).allMatch(PhaseResult::valid);
    for (ProcessHandle child : children) {
      child.onExit().get(60, TimeUnit.SECONDS);
    }
    assertThat(faults.medium()).isEmptyDirectory();
  }
}
