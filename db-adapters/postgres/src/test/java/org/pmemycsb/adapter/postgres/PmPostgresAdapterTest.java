package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ServerSettings;

class PmPostgresAdapterTest {
  private Sandbox sandbox;

  @BeforeEach
  void makeSandbox() throws Exception {
    sandbox = new Sandbox();
  }

  @AfterEach
  void removeSandbox() throws Exception {
    assertThat(sandbox.running()).as("processes left").isEmpty();
    sandbox.close();
  }

  private ServerSettings settings(Map<String, String> options) throws IOException {
    return sandbox.settings(sandbox.newFolder(), Durability.COMMIT, Optional.empty(), options);
  }

  private static DatabaseServer open(ServerSettings settings) throws DatabaseException {
    return new PmPostgresAdapter().open(settings);
  }

  @Test
  void logIsWrittenByStores() throws Exception {
    ServerSettings settings = settings(Map.of());
    try (DatabaseServer server = open(settings)) {
      assertThat(server.version()).matches("PostgreSQL \\d+\\.\\d+ with libpgwal_pmem");
      assertThat(server.effectiveDurability()).isEqualTo(Durability.COMMIT);
      Map<String, Long> before = server.statistics();
      server.reset();
      Map<String, Long> after = server.statistics();
      for (String grows : List.of("pgwal_stored_bytes", "pgwal_stores_flushed")) {
        assertThat(after.get(grows)).as(grows).isGreaterThan(before.get(grows));
      }
      assertThat(after).containsEntry("pgwal_fallbacks", 0L);
      server.crash();
      server.restart();
      assertThat(server.statistics().get("pgwal_mappings"))
          .isGreaterThan(after.get("pgwal_mappings"));
    }
    try (var left = Files.list(settings.folder())) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void folderThatIsNoPersistentMemoryIsRefused() throws Exception {
    ServerSettings tmpfs = settings(Map.of());
    ServerSettings disk =
        new ServerSettings(
            tmpfs.folder(),
            Medium.DISK,
            tmpfs.durability(),
            tmpfs.layout(),
            tmpfs.scans(),
            tmpfs.threads(),
            tmpfs.external(),
            tmpfs.host(),
            tmpfs.processes(),
            tmpfs.options());
    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("is not on persistent memory")
        .hasMessageContaining("--pmem");
  }

  @Test
  void machineWithoutLibpmemIsToldTheCommand() throws Exception {
    Path folder = sandbox.newFolder();
    // The stand-in is a shell, in which the library looks for libpmem as it does in PostgreSQL.
    script(folder, "postgres", "echo 'postgres (PostgreSQL) 15.1'");
    Files.move(folder.resolve("postgres"), folder.resolve("postgres.real"));
    script(
        folder,
        "postgres",
        "test -n \"$PGWAL_PMEM_STATE\" || exec \"$0.real\" \"$@\"\n"
            + "LD_PRELOAD=./libpgwal_pmem.so PMEM_LIBRARY=/no/libpmem.so.1 exec \"$0.real\" \"$@\"");
    script(folder, "initdb", "");
    script(folder, "pg_ctl", "");
    Availability answer = new PmPostgresAdapter().probe(hostOf(folder));
    assertThat(answer.available()).isFalse();
    assertThat(answer.detail()).contains("/no/libpmem.so.1").hasLineCount(1);
    assertThat(answer.remedy()).contains("apt-get install -y libpmem1");
  }

  @Test
  void machineWithLibpmemIsReady() {
    Availability answer = new PmPostgresAdapter().probe(new LocalHost());
    assertThat(answer.available()).as(answer.toString()).isTrue();
    assertThat(answer.detail()).contains("libpgwal_pmem");
  }

  private static Host hostOf(Path folder) {
    LocalHost local = new LocalHost();
    return new Host() {
      @Override
      public Optional<Path> executable(String name) {
        Path own = folder.resolve(name);
        return Files.isExecutable(own) ? Optional.of(own) : local.executable(name);
      }

      @Override
      public Optional<String> environment(String name) {
        return Optional.empty();
      }
    };
  }

  private static void script(Path folder, String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /**
   * Programs in the place of a patched PostgreSQL. They note how they were called, and go on as the
   * stock ones, which do not know the parameter.
   */
  private Path standIns(String parameter) throws Exception {
    PostgresPrograms stock = PostgresPrograms.find(new LocalHost(), Optional.empty());
    Path folder = sandbox.newFolder();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    script(
        folder,
        "initdb",
        "echo \"initdb $*\" >> " + folder + "/calls\nexec " + stock.folder() + "/initdb \"$@\"");
    script(folder, "pg_ctl", "exec " + stock.folder() + "/pg_ctl \"$@\"");
    script(
        folder,
        "postgres",
        "test \"$1\" = --version && exec "
            + stock.folder()
            + "/postgres --version\n"
            + "{ echo \"postgres $*\"; echo \"preload=$LD_PRELOAD force=$PMEM_IS_PMEM_FORCE\"\n"
            + "grep '^"
            + parameter
            + "' \"$2/postgresql.conf\"; } >> "
            + folder
            + "/calls\nsed -i '/^"
            + parameter
            + "/d' \"$2/postgresql.conf\"\nexec "
            + stock.folder()
            + "/postgres \"$@\"");
    return folder;
  }

  private void checkFork(String fork, String parameter, String value, String refusal)
      throws Exception {
    Path folder = standIns(parameter);
    ServerSettings settings = settings(Map.of("binaries", folder.toString(), "fork", fork));
    // Only a patched server has the parameter; that this one has not is seen.
    assertThatThrownBy(() -> open(settings))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(refusal);
    List<String> calls = Files.readAllLines(folder.resolve("calls"));
    assertThat(calls).hasSize(4);
    assertThat(calls.get(0)).startsWith("initdb --pgdata=").doesNotContain(parameter);
    assertThat(calls.get(1)).isEqualTo("postgres -D " + settings.folder().resolve("data"));
    assertThat(calls.get(2)).isEqualTo("preload= force=1");
    assertThat(calls.get(3)).isEqualTo(parameter + " = " + value);
  }

  @Test
  void patchedServerThatDrainsGetsItsParameter() throws Exception {
    checkFork(
        "drain", "wal_sync_method", "pmem_drain", "wal_sync_method = fdatasync and not pmem_drain");
  }

  @Test
  void patchedServerThatMapsGetsItsParameter() throws Exception {
    checkFork("map", "wal_pmem_map", "on", "unrecognized configuration parameter");
  }

  @Test
  void stockServerInThePlaceOfAPatchedOneIsNamed() throws Exception {
    Path stock = PostgresPrograms.find(new LocalHost(), Optional.empty()).folder();
    ServerSettings settings = settings(Map.of("binaries", stock.toString(), "fork", "drain"));
    assertThatThrownBy(() -> open(settings))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("pmem_drain");
  }

  @Test
  void forkWithoutItsProgramsIsRefused() throws Exception {
    assertThatThrownBy(() -> open(settings(Map.of("fork", "map"))))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("needs binaries=");
    assertThatThrownBy(() -> open(settings(Map.of("fork", "sink"))))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("drain or map");
  }
}
