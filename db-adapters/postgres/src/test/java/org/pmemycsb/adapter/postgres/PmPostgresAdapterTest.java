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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;

class PmPostgresAdapterTest {
  @RegisterExtension private final Sandbox sandbox = new Sandbox();

  private static DatabaseServer open(ServerSettings settings) throws DatabaseException {
    return new PmPostgresAdapter().open(settings);
  }

  @Test
  void logIsWrittenByStores() throws Exception {
    ServerSettings settings = sandbox.settings();
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
      ((Restartable) server).crash();
      ((Restartable) server).restart();
      assertThat(server.statistics().get("pgwal_mappings"))
          .isGreaterThan(after.get("pgwal_mappings"));
    }
    try (var left = Files.list(settings.folder())) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void folderThatIsNoPersistentMemoryIsRefused() throws Exception {
    ServerSettings tmpfs = sandbox.settings();
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
        .hasMessageContaining("--place pmem=DIR");
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

  private static Host hostOf(Path folder) {
    LocalHost local = new LocalHost();
    return name -> {
      Path own = folder.resolve(name);
      return Files.isExecutable(own) ? Optional.of(own) : local.executable(name);
    };
  }

  private static void script(Path folder, String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
