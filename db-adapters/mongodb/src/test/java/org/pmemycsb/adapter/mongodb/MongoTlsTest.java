package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;

/** The cause where TLS with a FerretDB fails. */
@Tag("everything")
class MongoTlsTest {
  // The certificate names no host.
  private static final String TLS = "tls=true&tlsInsecure=true";

  @TempDir private Path folder;
  private final SSLContext usual;
  private int plain;
  private Process server;

  MongoTlsTest() throws Exception {
    usual = SSLContext.getDefault();
  }

  @BeforeEach
  void startFerretdb() throws Exception {
    MongoPrograms programs = MongoPrograms.find(new LocalHost(), Map.of());
    assumeTrue(programs.ferretdb(), "this machine has mongod in place of FerretDB");
    plain = Ports.LOOPBACK.free();
    ProcessBuilder command =
        new ProcessBuilder(programs.file().toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    command
        .environment()
        .putAll(
            Map.of(
                "FERRETDB_LISTEN_ADDR",
                Ports.inUrl(Ports.HERE, plain),
                "FERRETDB_HANDLER",
                "sqlite",
                "FERRETDB_SQLITE_URL",
                "file:" + Files.createDirectory(folder.resolve("db")) + "/",
                "FERRETDB_LOG_LEVEL",
                "error"));
    server = command.start();
    while (!listens()) {
      assertThat(server.isAlive()).isTrue();
      Thread.sleep(20);
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), plain)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  @AfterEach
  void stopFerretdb() throws Exception {
    SSLContext.setDefault(usual);
    if (server != null) {
      server.destroyForcibly().waitFor();
    }
  }

  private static String url(int port, String parameters) {
    return "mongodb://127.0.0.1:%d/ycsb?%s".formatted(port, parameters);
  }

  private static DatabaseServer attach(String url) throws DatabaseException {
    return new MongoAdapter()
        .open(
            new ServerSettings(
                Path.of("unused"),
                Medium.TMPFS,
                Durability.COMMIT,
                new RecordLayout(10, 10, 1, 10),
                false,
                1,
                Optional.of(new ExternalServer(url, true)),
                new LocalHost(),
                ProcessBuilder::start,
                Map.of()));
  }

  private static void assertRefused(String url, String cause) {
    assertThatThrownBy(() -> attach(url))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(cause)
        .hasMessageNotContaining("\n");
  }

  @Test
  void theWrongOneOfTwoPortsIsNamed() throws Exception {
    try (TlsRelay relay = new TlsRelay(folder, plain, false)) {
      SSLContext.setDefault(relay.trusting());
      DatabaseServer attached = attach(url(relay.port(), TLS));
      assertThat(attached.recordCount()).hasValue(0);
      attached.close();
      assertRefused(url(relay.port(), ""), "add tls=true");
      assertRefused(url(plain, TLS), "leave tls=true");
    }
  }

  @Test
  void theCertificateThatFailsIsNamed() throws Exception {
    try (TlsRelay relay = new TlsRelay(folder, plain, true)) {
      assertRefused(url(relay.port(), TLS), "Java's own store");
      SSLContext.setDefault(relay.trusting());
      assertRefused(url(relay.port(), TLS), "certificate of the client");
    }
  }
}
