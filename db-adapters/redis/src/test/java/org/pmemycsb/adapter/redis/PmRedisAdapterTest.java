package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;

class PmRedisAdapterTest {
  @RegisterExtension private final Rig rig = new Rig();

  private DatabaseServer open(ServerSettings settings) throws Exception {
    return rig.keep(new PmRedisAdapter().open(settings));
  }

  @Test
  void probeNamesAllThatHasAPartInIt() {
    Availability here = new PmRedisAdapter().probe(new LocalHost());
    assertThat(here.available()).isTrue();
    assertThat(here.detail()).contains("Redis 7").contains("libpmredis.so").contains("libpmemkv");
  }

  @ParameterizedTest
  @CsvSource({
    "Redis server v=6.2.7 sha=0, 7.0",
    "something else, version",
  })
  void probeRefusesAServerThatCannotLoadTheModule(String prints, String says) throws IOException {
    Path program = rig.program("#!/bin/sh\necho '" + prints + "'\n");
    Availability here = new PmRedisAdapter().probe(Rig.host(Map.of("redis-server", program)));
    assertThat(here.available()).isFalse();
    assertThat(here.detail()).contains(says);
  }

  @ParameterizedTest
  @CsvSource({"cmap, true, false", "stree, true, module", "stree, false, false"})
  void scansAreTheModulesWhereTheEngineIsSorted(String engine, boolean scans, String property)
      throws Exception {
    DatabaseServer server =
        open(
            rig.settings(
                rig.newFolder(),
                Medium.TMPFS,
                Durability.COMMIT,
                scans,
                Map.of("engine", engine),
                rig));
    assertThat(server.clientProperties()).containsEntry("redis.scans", property);
  }

  @Test
  void onlyTheSortedEngineOfTheModuleScans() {
    PmRedisAdapter adapter = new PmRedisAdapter();
    assertThat(adapter.traits(Map.of()).has(Trait.SCANS)).isFalse();
    assertThat(adapter.traits(Map.of("engine", "cmap")).has(Trait.SCANS)).isFalse();
    assertThat(adapter.traits(Map.of("engine", "stree")).has(Trait.SCANS)).isTrue();
    assertThat(adapter.traits(Map.of("engine", "stree", "fork", "/x")).has(Trait.SCANS)).isFalse();
  }

  @Test
  void recordsThatAreDueFitThePool() throws Exception {
    DatabaseServer server = open(rig.settings(Durability.COMMIT));
    assertThat(server.version())
        .matches("Redis 7\\S* with pmredis \\d\\S* on libpmemkv\\.so\\S*, engine cmap");
    RedisClient client = rig.client(server.clientProperties());
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 1000; i++) {
        assertThat(Rig.insert(client, "user%028d".formatted(i), "v".repeat(100)).isOk()).isTrue();
      }
    }
    assertThat(server.recordCount()).hasValue(1000);
    Map<String, Long> counters = server.statistics();
    assertThat(counters.get("pool.puts")).isEqualTo(3000);
    assertThat(counters.get("pool.removes")).isZero();
    server.reset();
    assertThat(server.recordCount()).hasValue(0);
  }

  @Test
  void diskThatLibpmemIsToldToTakeForPersistentMemoryKeepsNothing(@TempDir Path disk)
      throws Exception {
    assumeFalse(
        Files.getFileStore(disk).type().equals("tmpfs"),
        "this machine has no disk under its temporary folder");
    ProcessStarter liar =
        command -> {
          command.environment().put("PMEM_IS_PMEM_FORCE", "1");
          return rig.start(command);
        };
    DatabaseServer server =
        open(rig.settings(disk, Medium.DISK, Durability.COMMIT, false, Map.of(), liar));
    assertThat(server.effectiveDurability()).isEqualTo(Durability.NONE);
  }

  @Test
  void serverWithoutTheModuleKeepsNothing() throws Exception {
    DatabaseServer stock = rig.open(rig.settings(Durability.COMMIT));
    try (var connection = RedisAddress.of(stock.clientProperties()).connect(60_000)) {
      assertThat(PmRedisModule.durability(PmRedisModule.fields(connection)))
          .isEqualTo(Durability.NONE);
    }
  }

  /** A stand-in that checks its arguments, and is a stock server behind them. */
  private String fork(String... arguments) throws IOException {
    return rig.program(
            """
            #!/bin/sh
            if [ "$1" = --version ]; then echo 'Redis server v=4.0.0 sha=0'; exit; fi
            file=$2; shift 2
            data=$PWD/data
            if [ "$*" != "%s" ]; then echo "not the arguments of the fork: $*"; exit 1; fi
            exec redis-server --include "$file"
            """
                .formatted(String.join(" ", arguments)))
        .toString();
  }

  @Test
  void forkGetsItsArgumentsInTheirOrder() throws Exception {
    String fork =
        fork("--nvm-maxcapacity 1 --nvm-dir $data --nvm-threshold 64 --pointer-based-aof yes");
    DatabaseServer server = open(rig.settings(Durability.PERIODIC, Map.of("fork", fork)));
    assertThat(server.effectiveDurability()).isEqualTo(Durability.PERIODIC);
    assertThat(server.version()).startsWith("PMEM-Redis ");
    assertThat(server.configuration().get("redis.conf"))
        .contains("appendonly yes")
        .contains("appendfsync everysec");
    assertThat(server.configuration().get("redis-command.txt"))
        .contains("--nvm-maxcapacity 1 --nvm-dir ")
        .endsWith(" --nvm-threshold 64 --pointer-based-aof yes\n");
    RedisClient client = rig.client(server.clientProperties());
    assertThat(Rig.insert(client, "user1", "a").isOk()).isTrue();
    assertThat(Rig.read(client, "user1")).isEqualTo("a");
    assertThat(server.recordCount()).hasValue(1);
    assertThat(server.statistics()).containsKey("calls.hset");
  }

  @Test
  void forkIsProbedWithoutTheServerOfTheMachine() throws Exception {
    Map<String, String> options = Map.of("fork", fork("--none"));
    Availability here = new PmRedisAdapter().probe(Rig.host(Map.of()), options);
    assertThat(here).isEqualTo(Availability.yes("PMEM-Redis 4.0.0 (" + options.get("fork") + ")"));
    Availability missing =
        new PmRedisAdapter().probe(Rig.host(Map.of()), Map.of("fork", "/no/such"));
    assertThat(missing.available()).isFalse();
    assertThat(missing.detail()).contains("fork=/no/such: ");
    String mute = rig.program("#!/bin/sh\n").toString();
    assertThat(new PmRedisAdapter().probe(Rig.host(Map.of()), Map.of("fork", mute)).detail())
        .endsWith(" version");
  }

  @Test
  void forkWithARingInPersistentMemoryIsPeriodic() {
    Map<String, String> ring =
        Map.of("pointer-based-aof", "yes", "appendonly", "yes", "appendfsync", "NVM ring buffer");
    assertThat(PmemRedisFork.durability(true, ring)).isEqualTo(Durability.PERIODIC);
    assertThat(PmemRedisFork.durability(false, ring)).isEqualTo(Durability.NONE);
    Map<String, String> off = Map.of("appendonly", "no", "appendfsync", "NVM ring buffer");
    assertThat(PmemRedisFork.durability(true, off)).isEqualTo(Durability.NONE);
    // The system syncs the log whenever it likes.
    Map<String, String> never = Map.of("appendonly", "yes", "appendfsync", "no");
    assertThat(PmemRedisFork.durability(true, never)).isEqualTo(Durability.NONE);
  }

  @Test
  void valuesInMainMemoryAreNoRecordsInPersistentMemory() {
    RecordLayout layout = new RecordLayout(100, 10, 2, 100);
    assertThat(PmemRedisFork.misplaced(layout, 20_000, Map.of("used_nvm", "20000"), 100)).isEmpty();
    assertThat(PmemRedisFork.misplaced(layout, 20_000, Map.of("used_nvm", "19999"), 100))
        .hasValueSatisfying(why -> assertThat(why).contains("19999 bytes", "size"));
    assertThat(PmemRedisFork.misplaced(layout, 20_000, Map.of("used_nvm", "10000"), 100))
        .as("shorter values")
        .isEmpty();
    assertThat(PmemRedisFork.misplaced(layout, 20_000, Map.of("used_nvm", "0"), 0)).isEmpty();
    // Short values lie in main memory by design.
    RecordLayout small = new RecordLayout(100, 10, 2, 64);
    assertThat(PmemRedisFork.misplaced(small, 5000, Map.of("used_nvm", "5000"), 100)).isEmpty();
    assertThat(PmemRedisFork.misplaced(layout, 20_000, Map.of(), 100))
        .as("a server without the counter")
        .isEmpty();
  }

  @Test
  void forkWithoutItsLogKeepsNothing() throws Exception {
    String fork = fork("--nvm-maxcapacity 2 --nvm-dir $data --nvm-threshold 64");
    DatabaseServer server =
        open(rig.settings(Durability.NONE, Map.of("fork", fork, "size", "1025MiB")));
    assertThat(server.effectiveDurability()).isEqualTo(Durability.NONE);
    assertThat(server.configuration().get("redis.conf")).contains("appendonly no");
    // Also where someone turned on the log that does not bring its values back.
    try (var connection = RedisAddress.of(server.clientProperties()).connect(60_000)) {
      ModuleServer.call(connection, "CONFIG", "SET", "appendonly", "yes");
    }
    assertThat(server.effectiveDurability()).isEqualTo(Durability.NONE);
    // A server that writes its log anew does not end when it is told to.
    try (var connection = RedisAddress.of(server.clientProperties()).connect(60_000)) {
      ModuleServer.call(connection, "CONFIG", "SET", "appendonly", "no");
    }
  }

  @Test
  void stockServerIsNotTakenForTheFork() throws Exception {
    String stock = new LocalHost().executable("redis-server").orElseThrow().toString();
    assertThatThrownBy(() -> open(rig.settings(Durability.PERIODIC, Map.of("fork", stock))))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("nvm-maxcapacity");
  }

  @Test
  void levelsAreThoseOfWhatTheOptionsName() {
    PmRedisAdapter adapter = new PmRedisAdapter();
    assertThat(adapter.traits(Map.of()).durabilities()).containsExactly(Durability.COMMIT);
    assertThat(adapter.traits(Map.of("fork", "/x")).durabilities())
        .containsExactly(Durability.NONE, Durability.PERIODIC);
  }

  @Test
  void propertyForScansThatIsNoneIsNamed() {
    Properties wrong = new Properties();
    wrong.setProperty("redis.scans", "perhaps");
    assertThatThrownBy(() -> rig.client(wrong)).hasMessageContaining("redis.scans must be");
  }

  /** As in the home of root: the pool, the module and libpmemkv are found all the same. */
  @Test
  void theFoldersAboveMayBeClosed() throws Exception {
    ServerSettings settings = rig.settings(Durability.COMMIT);
    Files.setPosixFilePermissions(
        settings.folder().getParent(), PosixFilePermissions.fromString("rwx------"));
    DatabaseServer server = open(settings);
    assertThat(server.effectiveDurability()).isEqualTo(Durability.COMMIT);
  }
}
