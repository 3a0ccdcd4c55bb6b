package org.pmemycsb.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;

class PostgresProgramsTest {
  @TempDir Path folder;

  private Host host() {
    return name -> Optional.of(folder.resolve(name)).filter(Files::isExecutable);
  }

  private void install(String name, String output) throws IOException {
    script(name, "echo '" + output + "'");
  }

  private void script(String name, String text) throws IOException {
    Path program = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void install(String version) throws IOException {
    install("postgres", "postgres (PostgreSQL) " + version);
    install("initdb", "");
    install("pg_ctl", "");
    install("setpriv", "");
  }

  @Test
  void machineWithoutPostgresqlIsToldTheCommand() {
    Availability answer = new PostgresAdapter().probe(host());
    assertThat(answer.available()).isFalse();
    assertThat(answer.remedy()).contains("apt-get install -y postgresql");
  }

  @ParameterizedTest
  @CsvSource({"17.2 (Debian 17.2-1.pgdg120+1), 17.2", "19devel, 19devel"})
  void saysWhatItFound(String stated, String version) throws Exception {
    install(stated);
    Availability found = new PostgresAdapter().probe(host());
    assertThat(found.available()).isTrue();
    assertThat(found.detail()).contains("PostgreSQL " + version + " in ");
  }

  @Test
  void tooOldIsRefusedByNameAndNumber() throws Exception {
    install("9.6.24");
    assertThat(new PostgresAdapter().probe(host()).available()).isFalse();
    assertThatThrownBy(() -> PostgresPrograms.find(host(), Optional.of(folder)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("PostgreSQL 9.6.24;");
  }

  @Test
  void halfAnInstallationIsRefused() throws Exception {
    install("15.1");
    Files.delete(folder.resolve("initdb"));
    assertThatThrownBy(() -> PostgresPrograms.find(host(), Optional.of(folder)))
        .hasMessageContaining("no initdb");
  }

  @Test
  void binariesThatAnOptionNamesAreProbed() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    install("setpriv", "");
    assertThat(new PostgresAdapter().probe(host()).available()).isFalse();
    install("bin/postgres", "postgres (PostgreSQL) 17.2");
    install("bin/initdb", "");
    install("bin/pg_ctl", "");
    Map<String, String> options = Map.of("binaries", bin.toString());
    assertThat(new PostgresAdapter().probe(host(), options).detail())
        .isEqualTo("PostgreSQL 17.2 in " + bin);
  }

  @Test
  void durabilityIsTheWeakestOfItsParts() {
    assertThat(PostgresServer.durability("on", "on", "on", "p")).isEqualTo(Durability.COMMIT);
    assertThat(PostgresServer.durability("on", "on", "local", null)).isEqualTo(Durability.COMMIT);
    assertThat(PostgresServer.durability("on", "on", "off", "p")).isEqualTo(Durability.PERIODIC);
    assertThat(PostgresServer.durability("off", "on", "on", "p")).isEqualTo(Durability.NONE);
    assertThat(PostgresServer.durability("on", "off", "on", "p")).isEqualTo(Durability.NONE);
    assertThat(PostgresServer.durability("on", "on", "on", "u")).isEqualTo(Durability.NONE);
  }
}
