package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import site.ycsb.DBException;

class MongoAdapterTest {
  @TempDir Path folder;

  private TestMachine machine;

  @BeforeEach
  void prepare() {
    machine = new TestMachine(folder);
  }

  private void installPostgres() throws IOException {
    machine.install("postgres", "echo 'postgres (PostgreSQL) 15.1'");
    machine.install("initdb", "");
    machine.install("pg_ctl", "");
    machine.installSetpriv();
  }

  private Availability probe() {
    return new MongoAdapter().probe(machine);
  }

  @Test
  void machineWithoutMongodbIsToldHowToHaveIt() {
    assertThat(probe().available()).isFalse();
    assertThat(probe().remedy()).as("a command that mends it everywhere").isEmpty();
    assertThat(probe().detail())
        .contains("mongod", "build-ferretdb", "FERRETDB_BINARY", "https://www.mongodb.com/docs/")
        .hasLineCount(1);
  }

  @Test
  void mongodIsTakenBeforeFerretdb() throws Exception {
    machine.install("mongod", "echo 'db version v7.0.5'");
    machine.install("ferretdb", "echo 'version: v1.24.2'");
    assertThat(probe().available()).isTrue();
    assertThat(probe().detail()).startsWith("MongoDB 7.0.5");
  }

  @Test
  void mongodThatAnOptionNamesIsProbed() throws Exception {
    Path mongod = machine.install("elsewhere", "echo 'db version v8.0.1'");
    Map<String, String> options = Map.of("mongod", mongod.toString());
    assertThat(new MongoAdapter().probe(machine, options))
        .isEqualTo(Availability.yes("MongoDB 8.0.1, " + mongod));
  }

  @Test
  void ferretdbStandsInUnderItsOwnName() throws Exception {
    machine.install("pmem-ycsb/ferretdb-1.24.2", "echo 'version: v1.24.2'");
    installPostgres();
    assertThat(probe().available()).isTrue();
    assertThat(probe().detail())
        .contains("FerretDB 1.24.2", "PostgreSQL 15.1", "mongod")
        .hasLineCount(1);
  }

  @Test
  void ferretdbNeedsAPostgresql() throws Exception {
    machine.install("ferretdb", "echo 'version: v1.24.2'");
    assertThat(probe().available()).isFalse();
    assertThat(probe().remedy()).contains("apt-get install -y postgresql");
  }

  @Test
  void ferretdbThatNeedsAnExtensionIsRefused() throws Exception {
    Path program = machine.install("elsewhere", "echo 'version: v2.1.0'");
    machine.set("FERRETDB_BINARY", program.toString());
    assertThat(probe().available()).isFalse();
    assertThat(probe().detail()).contains("FerretDB 2.1.0", "only version 1", "--url");
  }

  @Test
  void unreachableServerIsNamedWithoutItsPassword() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    String url = "mongodb://me:secret@127.0.0.1:" + port + "/ycsb";
    assertThatThrownBy(() -> machine.attach(url))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("127.0.0.1:" + port)
        .hasMessageNotContaining("secret");
    MongoYcsbClient client = new MongoYcsbClient();
    Properties properties = new Properties();
    properties.setProperty(MongoYcsbClient.URL, url);
    client.setProperties(properties);
    assertThatThrownBy(client::init)
        .isInstanceOf(DBException.class)
        .hasMessageNotContaining("secret")
        .hasMessageMatching("[^\\n]+");
  }
}
