package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;

/** The cause where TLS fails, on a library that speaks MongoDB's protocol. */
class MongoTlsTest {
  // The certificate names no host.
  private static final String TLS = "tls=true&tlsInsecure=true";
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;
  private final SSLContext usual;
  private final SSLContext trusting = SSLContext.getInstance("TLS");
  private final de.bwaldvogel.mongo.MongoServer plain =
      new de.bwaldvogel.mongo.MongoServer(new MemoryBackend());
  private final de.bwaldvogel.mongo.MongoServer encrypted =
      new de.bwaldvogel.mongo.MongoServer(new MemoryBackend());

  MongoTlsTest() throws Exception {
    usual = SSLContext.getDefault();
  }

  @BeforeEach
  void start() throws Exception {
    Path store = folder.resolve("keys.p12");
    String command =
        "%s -genkeypair -alias a -keyalg EC -dname CN=test -storetype PKCS12 -keystore %s -storepass %s"
            .formatted(Path.of(System.getProperty("java.home"), "bin", "keytool"), store, PASSWORD);
    Process keytool = new ProcessBuilder(command.split(" ")).redirectErrorStream(true).start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore own = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    encrypted.enableSsl(
        (PrivateKey) own.getKey("a", PASSWORD.toCharArray()),
        null,
        (X509Certificate) own.getCertificate("a"));
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("a", own.getCertificate("a"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    trusting.init(null, trust.getTrustManagers(), null);
    plain.bind();
    encrypted.bind();
  }

  @AfterEach
  void stop() {
    SSLContext.setDefault(usual);
    plain.shutdownNow();
    encrypted.shutdownNow();
  }

  private DatabaseServer attach(de.bwaldvogel.mongo.MongoServer server, String parameters)
      throws Exception {
    String url =
        "mongodb://127.0.0.1:%d/ycsb?%s".formatted(server.getLocalAddress().getPort(), parameters);
    return new TestMachine(folder).attach(url);
  }

  private void assertRefused(
      de.bwaldvogel.mongo.MongoServer server, String parameters, String cause) {
    assertThatThrownBy(() -> attach(server, parameters))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(cause)
        .hasMessageNotContaining("\n");
  }

  @Test
  void theWrongOneOfTwoPortsIsNamed() throws Exception {
    SSLContext.setDefault(trusting);
    DatabaseServer attached = attach(encrypted, TLS);
    assertThat(attached.recordCount()).hasValue(0);
    attached.close();
    assertRefused(encrypted, "", "add tls=true");
    assertRefused(plain, TLS, "leave tls=true");
  }

  @Test
  void theStoreThatDoesNotTrustTheCertificateIsNamed() {
    assertRefused(encrypted, TLS, "Java's own store");
  }
}
