package org.pmemycsb.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmemycsb.it.server.GivenServer;
import org.pmemycsb.spi.Durability;

/** What can go wrong with a server of ours, on the program that a user names. */
class GivenServerFaultsTrial {
  // Enough that the server is killed before the end, also of a fast one.
  private static final long OPERATIONS = 100_000;

  /** File systems on which the adapter can start a server, but cannot load the records. */
  private static final Map<String, String> SMALL_DISKS =
      Map.of("redis", "12m", "postgres", "96m", "pm-postgres", "96m");

  private final GivenServer server = GivenServer.get();
  private ServerFaults faults;
  private String database;

  @BeforeEach
  void prepare() throws IOException {
    server.requireOurs();
    faults = new ServerFaults();
    Durability strongest =
        Collections.max(server.adapter().traits(server.options()).durabilities());
    database = server.experiment(faults.folder()) + " --durability " + strongest.id();
  }

  @AfterEach
  void remove() throws IOException {
    if (faults != null) {
      faults.close();
    }
  }

  @Test
  void aServerThatIsKilledMakesItsPhaseInvalidAndTheNextRunIsClean() throws Exception {
    faults.killTheServer(database, Pattern.quote(server.programName()), OPERATIONS);
  }

  @Test
  void aFullDiskUnderTheServerIsAnInvalidCell() throws Exception {
    String size = SMALL_DISKS.get(server.adapter().name());
    assumeTrue(size != null, "nobody has found out yet on how small a disk this server starts");
    faults.fillTheDisk(database, size, "INVALID: " + server.adapter().name());
  }
}
