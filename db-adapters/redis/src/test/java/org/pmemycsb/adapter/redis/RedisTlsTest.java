package org.pmemycsb.adapter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import site.ycsb.Status;

/** TLS, and the cause where it fails. */
class RedisTlsTest {
  private static final String PASSWORD = "changeit";

  @RegisterExtension private final Rig rig = new Rig();
  private Path folder;
  private int port;
  private int tls;

  @BeforeEach
  void setUp() throws Exception {
    folder = rig.newFolder();
    port = Ports.LOOPBACK.free();
    tls = Ports.LOOPBACK.free();
  }

  private void listen(String... more) throws Exception {
    List<String> configuration =
        new ArrayList<>(
            List.of(
                "port " + port,
                "tls-port " + tls,
                "tls-cert-file " + folder.resolve("cert.pem"),
                "tls-key-file " + folder.resolve("key.pem"),
                "tls-ca-cert-file " + folder.resolve("cert.pem")));
    configuration.addAll(List.of(more));
    rig.listening(port, configuration.toArray(String[]::new));
  }

  private DatabaseServer open(String url, Path store, String password) throws Exception {
    return rig.open(
        rig.external(
            url, false, Map.of("trustStore", store.toString(), "trustStorePassword", password)));
  }

  private void assertRefused(String url, Path store, String password, String reason) {
    assertThatThrownBy(() -> open(url, store, password))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("\n");
  }

  @Test
  void aCertificateThatIsTrustedIsNeeded() throws Exception {
    Path trust = certificate();
    listen("tls-auth-clients no");
    String url = "rediss://127.0.0.1:" + tls;
    DatabaseServer server = open(url, trust, PASSWORD);
    RedisClient client = rig.client(server.clientProperties());
    assertThat(Rig.insert(client, "user1", "a")).isEqualTo(Status.OK);
    assertThat(Rig.read(client, "user1")).isEqualTo("a");

    assertThatThrownBy(() -> rig.open(rig.external(url, true)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("Java's own store");
  }

  @Test
  void aStoreThatCannotBeReadIsNamed() throws Exception {
    Path trust = certificate();
    listen("tls-auth-clients no");
    String url = "rediss://127.0.0.1:" + tls;

    Path pem = folder.resolve("cert.pem");
    assertRefused(url, pem, PASSWORD, "trustStore " + pem + " is no PKCS #12");
    assertRefused(url, trust, "other", "password of trustStore " + trust);
    Path absent = folder.resolve("absent");
    assertRefused(url, absent, PASSWORD, "trustStore " + absent);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aCertificateThatTheServerAsksForIsNamed(String protocol) throws Exception {
    Path trust = certificate();
    listen("tls-auth-clients yes", "tls-protocols " + protocol);

    assertRefused("rediss://127.0.0.1:" + tls, trust, PASSWORD, "certificate of the client");
  }

  @Test
  void theWrongOneOfTwoPortsIsNamed() throws Exception {
    Path trust = certificate();
    listen("tls-auth-clients no");

    assertRefused("rediss://127.0.0.1:" + port, trust, PASSWORD, "has no TLS; use redis://");
    assertThatThrownBy(() -> rig.open(rig.external("redis://127.0.0.1:" + tls, false)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("expects TLS; use rediss://");
  }

  /** Makes a certificate of this machine with its key as PEM files; gives the store to trust. */
  private Path certificate() throws Exception {
    Path cert = folder.resolve("cert.pem");
    run(
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
            + " -addext subjectAltName=IP:127.0.0.1 -keyout %s -out %s"
                .formatted(folder.resolve("key.pem"), cert));
    Path store = folder.resolve("trust.p12");
    run(
        "keytool -importcert -noprompt -alias a -file %s -keystore %s -storetype PKCS12 -storepass %s"
            .formatted(cert, store, PASSWORD));
    return store;
  }

  private void run(String command) throws Exception {
    ProcessBuilder tool = new ProcessBuilder(command.split(" "));
    assertThat(rig.start(tool.redirectErrorStream(true)).waitFor()).isZero();
  }
}
