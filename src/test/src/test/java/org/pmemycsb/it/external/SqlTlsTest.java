package org.pmemycsb.it.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmemycsb.adapter.mariadb.MariadbAdapter;
import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;

/** The cause where TLS with a SQL server fails. */
@Tag("everything")
class SqlTlsTest {
  @TempDir private Path folder;

  private static DatabaseServer attach(DatabaseAdapter adapter, String url) throws Exception {
    return adapter.open(
        new ServerSettings(
            Path.of("unused"),
            Medium.TMPFS,
            Durability.COMMIT,
            new RecordLayout(100, 23, 1, 100),
            true,
            1,
            Optional.of(new ExternalServer(url, true)),
            new LocalHost(),
            ProcessBuilder::start,
            Map.of()));
  }

  private static void assertRefused(DatabaseAdapter adapter, String url, String cause) {
    assertThatThrownBy(() -> attach(adapter, url))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(cause)
        .hasMessageNotContainingAny("\n", "wrong-word");
  }

  private Path garbage() throws Exception {
    return Files.writeString(folder.resolve("garbage.p12"), "garbage");
  }

  @Test
  void filesThatPostgresCannotUseAreNamed() throws Exception {
    try (ForeignServer server = ForeignServer.postgres()) {
      PostgresAdapter postgres = new PostgresAdapter();
      String url =
          "postgresql://bench:%s@127.0.0.1:%d/postgres?sslmode=verify-ca&"
              .formatted(ForeignServer.PASSWORD_ENCODED, server.port());
      String trusted = url + "sslrootcert=" + server.file("cert.pem");

      attach(postgres, trusted).close();
      assertRefused(
          postgres,
          url + "sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory",
          "Java's own store");
      String other = server.file("other-cert.pem");
      assertRefused(postgres, url + "sslrootcert=" + other, "sslrootcert " + other + " ");
      assertRefused(postgres, url + "sslrootcert=" + garbage(), "sslrootcert " + garbage() + " ");
      String keys = server.file("trust.p12");
      assertRefused(
          postgres,
          trusted + "&sslkey=" + keys + "&sslpassword=wrong-word",
          "password of sslkey " + keys);
    }
  }

  @Test
  void filesThatMariadbCannotUseAreNamed() throws Exception {
    try (ForeignServer server = ForeignServer.mariadb()) {
      MariadbAdapter mariadb = new MariadbAdapter();
      String url =
          "mariadb://bench:word@127.0.0.1:%d/ycsb?sslMode=verify-ca&".formatted(server.port());
      String trust = server.file("trust.p12");

      attach(mariadb, url + "trustStore=" + trust + "&trustStorePassword=changeit").close();
      String other = server.file("other-cert.pem");
      assertRefused(mariadb, url + "serverSslCert=" + other, "serverSslCert " + other + " ");
      assertRefused(
          mariadb, url + "serverSslCert=" + garbage(), "serverSslCert " + garbage() + " ");
      assertRefused(
          mariadb,
          url + "serverSslCert=" + server.file("absent"),
          "serverSslCert " + server.file("absent") + " ");
      assertRefused(
          mariadb,
          url + "trustStore=" + trust + "&trustStorePassword=wrong-word",
          "password of trustStore " + trust);
      assertRefused(mariadb, url + "trustStore=" + trust, "; trustStore " + trust + " ");
      assertRefused(
          mariadb,
          url + "trustStore=" + server.file("cert.pem") + "&trustStorePassword=wrong-word",
          "trustStore " + server.file("cert.pem") + " is no PKCS #12 or JKS key store");
    }
  }

  @Test
  void accountOfMariadbThatMayNeedMoreOfTlsIsToldSo() throws Exception {
    try (ForeignServer server = ForeignServer.mariadb()) {
      MariadbAdapter mariadb = new MariadbAdapter();
      String url = "mariadb://%s:word@127.0.0.1:%d/ycsb".formatted("%s", server.port());

      assertRefused(mariadb, url.formatted("bench"), "TLS, give sslMode");
      assertRefused(mariadb, url.formatted("certified") + "?sslMode=trust", "give keyStore");
      DatabaseServer attached = attach(mariadb, url.formatted("bench") + "?sslMode=trust");
      assertThat(attached.recordCount()).hasValue(0);
      attached.close();
    }
  }
}
